/** Facet values of a response: sorted, limited, and as a tree in hierarchical mode. */
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import type { FacetCount, FacetRequest } from '../api.ts';
import type { FacetSource } from './find-facet.ts';
import { conceptLabels, labelRanks } from './labels.ts';
import type { LabeledRange } from './ranges/range-buckets.ts';

/** Maximum number of values of a tree, unless the thesaurus has more concepts. */
const MAX_TREE_VALUES = 100_000;

/** The concepts of a facet, and the number of matches by concept. */
interface CountedConcepts {
  tree: Extract<FacetSource, { kind: 'concept' }>['tree'];
  counts: Uint32Array;
  thesaurus: Thesaurus;
  language: string | undefined;
}

/** Concepts as a list, or as a tree in hierarchical mode. */
export function conceptValues(request: FacetRequest, counted: CountedConcepts): FacetCount[] {
  if (request.mode === 'hierarchical') return conceptTree(request, counted);
  const { tree, counts } = counted;
  const { firstOf, facetCount } = conceptPresenter(request, counted);
  const used = () => (request.includeEmpty ? counts.keys() : nonZeroValues(counts));
  const concepts = request.mode === 'flat' ? used() : new Set(tree.roots);
  return firstOf(concepts).map((concept) => facetCount(concept, null));
}

/**
 * A concept occurs below each of its broader concepts, so a tree can have far more values than the thesaurus has concepts.
 * The tree is filled breadth first up to its maximum size, which truncates the lowest levels.
 */
function conceptTree(request: FacetRequest, counted: CountedConcepts): FacetCount[] {
  const { tree, thesaurus } = counted;
  const { firstOf, facetCount } = conceptPresenter(request, counted);
  const values: FacetCount[] = [];
  let remaining = Math.max(MAX_TREE_VALUES, thesaurus.size);
  /** Empty lists of siblings, with the concepts that may be in them. */
  const lists: { siblings: FacetCount[]; concepts: Iterable<number>; depth: number }[] = [
    { siblings: values, concepts: new Set(tree.roots), depth: 1 },
  ];
  for (const { siblings, concepts, depth } of lists) {
    if (remaining === 0) break;
    const shown = firstOf(concepts).slice(0, remaining);
    remaining -= shown.length;
    for (const concept of shown) {
      const children: FacetCount[] = [];
      siblings.push(facetCount(concept, children));
      const below = { siblings: children, concepts: thesaurus.narrower(concept), depth: depth + 1 };
      if (depth !== request.depth) lists.push(below);
    }
  }
  return values;
}

/** Functions that choose and sort the concepts to show, and present each. */
function conceptPresenter(request: FacetRequest, counted: CountedConcepts) {
  const { counts, thesaurus, language } = counted;
  const { labels, ranks } = conceptLabels(thesaurus, language);
  return {
    firstOf: (concepts: Iterable<number>) =>
      firstInOrder(visibleConcepts(concepts, request, counted), counts, request, () => ranks),
    facetCount: (concept: number, children: FacetCount[] | null): FacetCount => {
      return { label: labels[concept]!, value: thesaurus.uri(concept), count: counts[concept]!, children };
    },
  };
}

/** Concepts of the facet with a count above zero; with `includeEmpty`, all that are not deprecated. */
function visibleConcepts(concepts: Iterable<number>, request: FacetRequest, counted: CountedConcepts) {
  const { tree, counts, thesaurus } = counted;
  const visible: number[] = [];
  for (const concept of concepts) {
    const isVisible = counts[concept]! > 0 || (request.includeEmpty && !thesaurus.deprecated(concept));
    if (tree.within[concept] === 1 && isVisible) visible.push(concept);
  }
  return visible;
}

interface LiteralLabels {
  label(value: number): string;
  /** With `includeEmpty`, values with a count of zero are included if this is 1, or if it is undefined. */
  inUse?: ArrayLike<number> | undefined;
  /** The precomputed rank of each label, if any. */
  ranks?: ArrayLike<number> | undefined;
}

export function literalValues(
  request: FacetRequest,
  counts: Uint32Array,
  { label, inUse, ranks }: LiteralLabels,
): FacetCount[] {
  const isUsed = (value: number) => counts[value]! > 0 || (inUse?.[value] ?? 1) === 1;
  const candidates = request.includeEmpty ? [...counts.keys()].filter(isUsed) : nonZeroValues(counts);
  const ranksOf = (values: number[]) => ranks ?? labelRanks(values, counts.length, label);
  return firstInOrder(candidates, counts, request, ranksOf).map((value) => {
    return { label: label(value), value: null, count: counts[value]!, children: null };
  });
}

/**
 * Ranges sorted by label are sorted by their bounds.
 *
 * Without `includeEmpty`, empty ranges between others stay, because a histogram without them would have a wrong scale.
 */
export function rangeValues(request: FacetRequest, ranges: LabeledRange[], counts: Uint32Array) {
  const first = counts.findIndex((count) => count > 0);
  const last = counts.findLastIndex((count) => count > 0);
  const numbers = [...ranges.keys()];
  const candidates = request.includeEmpty ? numbers : numbers.slice(first, last + 1);
  return firstInOrder(candidates, counts, request, () => numbers).map((number) => {
    return { label: ranges[number]!.label, value: null, count: counts[number]!, children: null };
  });
}

/** The first `limit` values in the requested order, ties by label. `ranksOf` returns the ranks of the labels by value. */
function firstInOrder(
  values: ArrayLike<number>,
  counts: Uint32Array,
  { limit, order, sorting }: FacetRequest,
  ranksOf: (values: number[]) => ArrayLike<number>,
): number[] {
  const direction = order === 'asc' ? 1 : -1;
  const isByCount = sorting === 'count';
  const candidates = isByCount ? firstByCount(values, counts, limit, direction) : Array.from(values);
  const ranks = ranksOf(candidates);
  const compareCounts = (a: number, b: number) => direction * (counts[a]! - counts[b]!);
  const compareRanks = (a: number, b: number) => ranks[a]! - ranks[b]!;
  const compare = (a: number, b: number) =>
    isByCount ? compareCounts(a, b) || compareRanks(a, b) : direction * compareRanks(a, b);
  return candidates.sort(compare).slice(0, limit);
}

/** The first `limit` values by count, and values that tie with the last. Sorts counts only, because this is fast. */
function firstByCount(values: ArrayLike<number>, counts: Uint32Array, limit: number, direction: 1 | -1) {
  if (values.length <= limit || limit < 1) return Array.from(values);
  const sortKeys = new Int32Array(values.length);
  for (let i = 0; i < values.length; i++) sortKeys[i] = direction * counts[values[i]!]!;
  const lastKey = sortKeys.sort()[limit - 1]!;
  const first: number[] = [];
  for (let i = 0; i < values.length; i++)
    if (direction * counts[values[i]!]! <= lastKey) first.push(values[i]!);
  return first;
}

/** Numbers of the values with a count above zero, ascending. */
function nonZeroValues(counts: Uint32Array): Uint32Array {
  const values = new Uint32Array(counts.length);
  let length = 0;
  for (let value = 0; value < counts.length; value++) if (counts[value] !== 0) values[length++] = value;
  return values.subarray(0, length);
}
