/** Types of collected SKOS statements, the input of the thesaurus builder. */
import type { Relation } from '../rdf/rdf-terms.ts';

/** A text of a node: the text itself, or the node (SKOS-XL label, note) that contains it. */
export interface NodeText {
  node: number;
  kind: number;
  language: number;
  text: string;
}

/** Subject and object of a relation, as node numbers. */
export type Pair = [number, number];

/** Collected statements; nodes are numbered in the order of first occurrence. */
export class CollectedStatements implements Record<Relation, Pair[]> {
  readonly nodes: string[] = [];
  /** Flags of each node, see `rdf-terms.ts`. */
  readonly flags: number[] = [];
  readonly languages = [''];
  readonly labels: NodeText[] = [];
  readonly notes: NodeText[] = [];
  readonly notations: NodeText[] = [];
  /** Stated licenses and rights; the object may be a URI. */
  readonly licenses: { node: number; rank: number; value: string }[] = [];
  /** Texts of SKOS-XL labels and note resources, by node. */
  readonly forms = new Map<number, NodeText[]>();
  readonly labelLinks: { node: number; kind: number; target: number }[] = [];
  readonly noteLinks: { node: number; kind: number; target: number }[] = [];
  readonly broader: Pair[] = [];
  readonly related: Pair[] = [];
  readonly replaced: Pair[] = [];
  readonly inScheme: Pair[] = [];
  readonly topOf: Pair[] = [];
  readonly members: Pair[] = [];
  readonly memberLists: Pair[] = [];
  readonly first = new Map<number, number>();
  readonly rest = new Map<number, number>();
}

/** Texts of nodes, and those of the resources that they refer to for a text. */
export function* withLinkedTexts(
  texts: readonly NodeText[],
  links: CollectedStatements['labelLinks'],
  forms: CollectedStatements['forms'],
): Generator<NodeText> {
  yield* texts;
  for (const { node, kind, target } of links)
    for (const form of forms.get(target) ?? []) yield { ...form, node, kind };
}

/** A relation to something that is not a concept of this thesaurus: subject, predicate and object as URIs. */
export type OutsideLink = [string, string, string];

/** Nodes of the thesaurus, concepts first, and the ordinal of each node (−1 for others). */
export interface Members {
  nodes: number[];
  size: number;
  ordinals: Int32Array;
}
