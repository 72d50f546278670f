/** Validation: detects conflicting index names of search spaces in one cluster. */
import type { FieldError } from '@semantic-search/contract';

interface Named {
  space: string;
  index: string;
  /** Origins of its nodes. */
  nodes: string[];
}

/** Conflicts with the JSON path of `index`. Two spaces share a cluster if they have a node URL in common. */
export function indexNameConflicts(spaces: readonly Named[]): FieldError[] {
  return spaces.flatMap(({ space, index, nodes }) => {
    const other = spaces.find(
      (each) => each.nodes.some((node) => nodes.includes(node)) && isReservedBy(index, each.index),
    );
    if (!other) return [];
    const message = `conflicts with the indices of ${other.space}: ${other.index}-v-…, ${other.index}-words, ${other.index}-thesaurus, ${other.index}-run-…`;
    return [{ key: `spaces.${space}.index`, message }];
  });
}

/** The alias `other` reserves `other-v-*` for its versions, `other-run-*` for runs, and the names of its auxiliary indices. */
function isReservedBy(index: string, other: string): boolean {
  const prefixes = [`${other}-v-`, `${other}-run-`];
  return (
    prefixes.some((prefix) => `${index}-`.startsWith(prefix)) ||
    [`${other}-words`, `${other}-thesaurus`].includes(index)
  );
}
