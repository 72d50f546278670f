/** Facet values of a response: sorted, limited, and as a tree in hierarchical mode. */

import type { Thesaurus } from '@semantic-search/query/thesaurus';
import type { FacetCount, FacetRequest } from '../api.ts';
import type { FacetSource } from './find-facet.ts';
import { conceptLabels, inLabelOrder, type LabelOrder, type SortedLabels } from './labels.ts';
import type { LabeledRange } from './ranges/range-buckets.ts';

/** Values of a tree, unless the thesaurus has more concepts. */
const MAX_TREE_VALUES = 100_000;

/** Upper bound of counts. Sort keys are exact (below 2^53) for up to 2^23 values of a facet. */
const MAX_COUNT = 2 ** 30;

/** The concepts of a facet, and the number of matches by concept. */
interface CountedConcepts {
  tree: Extract<FacetSource, { kind: 'concept' }>['tree'];
  counts: Uint32Array;
  thesaurus: Thesaurus;
  language: string | undefined;
}

/** A value of a tree whose children are still missing. */
interface TreeNode {
  concept: number;
  children: FacetCount[];
}

/**
 * Concepts as a list, or as a tree in hierarchical mode.
 *
 * A concept occurs below each of its broader concepts, so a tree can have far more values than the thesaurus has concepts.
 * It is filled breadth first up to its maximum size, which truncates the lowest levels.
 */
export function conceptValues(request: FacetRequest, counted: CountedConcepts): FacetCount[] {
  const { tree, counts, thesaurus, language } = counted;
  const isTree = request.mode === 'hierarchical';
  let remaining = isTree ? Math.max(MAX_TREE_VALUES, thesaurus.size) : Number.POSITIVE_INFINITY;
  const sorted = conceptLabels(thesaurus, language);
  const addLevel = (concepts: Iterable<number>, into: FacetCount[]): TreeNode[] => {
    const candidates = visibleConcepts(concepts, request, counted);
    const values = firstInOrder(candidates, counts, request, sorted).slice(0, remaining);
    remaining -= values.length;
    return values.map((concept) => {
      const children: FacetCount[] = [];
      into.push({
        label: sorted.labels[concept]!,
        value: thesaurus.uri(concept),
        count: counts[concept]!,
        children: isTree ? children : null,
      });
      return { concept, children };
    });
  };
  const values: FacetCount[] = [];
  let level = addLevel(
    request.mode === 'flat' ? flatCandidates(tree.within, counts, request) : new Set(tree.roots),
    values,
  );
  for (let depth = 1; isTree && level.length > 0 && depth !== request.depth; depth++) {
    const parents = level;
    level = [];
    for (const { concept, children } of parents) {
      if (remaining === 0) return values;
      level.push(...addLevel(thesaurus.narrower(concept), children));
    }
  }
  return values;
}

/** Concepts of the facet with a count above zero; with `includeEmpty`, all that are not deprecated. */
function visibleConcepts(
  concepts: Iterable<number>,
  { includeEmpty }: FacetRequest,
  { tree: { within }, counts, thesaurus }: CountedConcepts,
): number[] {
  const values: number[] = [];
  for (const concept of concepts) {
    const isVisible = counts[concept]! > 0 || (includeEmpty && !thesaurus.deprecated(concept));
    if (within[concept] === 1 && isVisible) values.push(concept);
  }
  return values;
}

interface LiteralLabels {
  label(value: number): string;
  /** With `includeEmpty`, values with a count of zero are included if this is 1, or if it is undefined. */
  inUse?: ArrayLike<number> | undefined;
  /** The precomputed order of labels, if any. */
  sorted?: SortedLabels | undefined;
}

export function literalValues(
  request: FacetRequest,
  counts: Uint32Array,
  { label, inUse, sorted }: LiteralLabels,
): FacetCount[] {
  const { sorting, order, limit, includeEmpty } = request;
  const isTop = sorting === 'count' && order === 'desc';
  let values = [...(isTop ? topValues(counts, limit) : nonZeroValues(counts))];
  const addEmpty = includeEmpty && !(isTop && values.length >= limit);
  for (let value = 0; addEmpty && value < counts.length; value++)
    if (counts[value] === 0 && (inUse?.[value] ?? 1) === 1) values.push(value);
  if (sorting === 'count' && order === 'asc') values = firstByCount(values, counts, limit, order);
  return firstInOrder(values, counts, request, sorted ?? inLabelOrder(values, counts.length, label)).map(
    (value) => ({
      label: label(value),
      value: null,
      count: counts[value]!,
      children: null,
    }),
  );
}

/**
 * Ranges sorted by label are sorted by their bounds.
 *
 * Without `includeEmpty`, empty ranges between others stay, because a histogram without them would have a wrong scale.
 */
export function rangeValues(
  request: FacetRequest,
  ranges: LabeledRange[],
  counts: Uint32Array,
): FacetCount[] {
  const first = counts.findIndex((count) => count > 0);
  const last = counts.findLastIndex((count) => count > 0);
  const values = ranges
    .map((_, number) => ({ number, count: counts[number]! }))
    .filter(({ number }) => request.includeEmpty || (first >= 0 && number >= first && number <= last));
  const direction = request.order === 'asc' ? 1 : -1;
  values.sort((a, b) =>
    request.sorting === 'count'
      ? direction * (a.count - b.count) || a.number - b.number
      : direction * (a.number - b.number),
  );
  return values
    .slice(0, request.limit)
    .map(({ number, count }) => ({ label: ranges[number]!.label, value: null, count, children: null }));
}

/**
 * The first `limit` values in the requested order, ties by label.
 *
 * Each value is encoded as one number. Sorting numbers takes a tenth of the time of a comparison function.
 */
function firstInOrder(
  candidates: number[],
  counts: Uint32Array,
  { limit, order, sorting }: FacetRequest,
  labels: LabelOrder,
): number[] {
  const isDescending = order === 'desc';
  const size = labels.order.length;
  const keys = new Float64Array(candidates.length);
  for (let i = 0; i < keys.length; i++) {
    const count = counts[candidates[i]!]!;
    const rank = labels.ranks[candidates[i]!]!;
    if (sorting === 'count') keys[i] = (isDescending ? MAX_COUNT - count : count) * size + rank;
    else keys[i] = isDescending ? size - 1 - rank : rank;
  }
  keys.sort();
  return Array.from(keys.subarray(0, limit), (key) => {
    const rank = key - Math.floor(key / size) * size;
    return labels.order[sorting !== 'count' && isDescending ? size - 1 - rank : rank]!;
  });
}

/** Concepts that can be among the first `limit`. */
function flatCandidates(
  within: ArrayLike<number>,
  counts: Uint32Array,
  request: FacetRequest,
): Iterable<number> {
  if (request.includeEmpty) return counts.keys();
  const isTop = request.sorting === 'count' && request.order === 'desc';
  return isTop ? topValues(counts, request.limit, within) : nonZeroValues(counts, within);
}

/** Numbers of the values with a count above zero, ascending; only those with 1 in `within`, if given. */
export function nonZeroValues(counts: Uint32Array, within?: ArrayLike<number>): Uint32Array {
  const values = new Uint32Array(counts.length);
  let length = 0;
  for (let value = 0; value < counts.length; value++)
    if (counts[value] !== 0 && (within === undefined || within[value] === 1)) values[length++] = value;
  return values.subarray(0, length);
}

/** Like `nonZeroValues`, limited to the `limit` most frequent values and those that tie with the last one. */
export function topValues(counts: Uint32Array, limit: number, within?: ArrayLike<number>): Uint32Array {
  const values = nonZeroValues(counts, within);
  return limit < 1 ? values : firstByCount(values, counts, limit, 'desc');
}

/** The first `limit` values in the order of their counts, and those that tie with the last one. */
function firstByCount<Values extends Uint32Array | number[]>(
  values: Values,
  counts: Uint32Array,
  limit: number,
  order: 'asc' | 'desc',
): Values {
  if (values.length <= limit) return values;
  const sorted = new Uint32Array(values.length);
  for (let i = 0; i < values.length; i++) sorted[i] = counts[values[i]!]!;
  const limitCount = sorted.sort().at(order === 'desc' ? -limit : limit - 1)!;
  const isFirst = (value: number) =>
    order === 'desc' ? counts[value]! >= limitCount : counts[value]! <= limitCount;
  return values.filter(isFirst) as Values;
}
