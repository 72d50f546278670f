/** Indices of two search spaces in one cluster whose names would get into each other's way. */
import type { FieldError } from '@semantic-search/contract';

interface Named {
  space: string;
  index: string;
  /** Origins of its nodes. */
  nodes: string[];
}

/** What is wrong with each `index`, by its place in the file. Clusters are told apart by the addresses of their nodes. */
export function indexNameConflicts(spaces: readonly Named[]): FieldError[] {
  return spaces.flatMap(({ space, index, nodes }) => {
    const other = spaces.find(
      (each) => each.nodes.some((node) => nodes.includes(node)) && isAmong(index, each.index),
    );
    if (!other) return [];
    const message = `must not be named as those of ${other.space} are: ${other.index}-v-…, ${other.index}-words, ${other.index}-thesaurus`;
    return [{ key: `spaces.${space}.index`, message }];
  });
}

/** An index is an alias for those that begin with it and `-v-`, and has two beside it. */
function isAmong(index: string, other: string): boolean {
  return `${index}-`.startsWith(`${other}-v-`) || [`${other}-words`, `${other}-thesaurus`].includes(index);
}
