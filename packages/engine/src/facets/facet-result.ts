/** Turns facet counts into the values shown: sorted, limited, and as a tree in hierarchical mode. */

import type { Thesaurus } from '@semantic-search/query/thesaurus';
import type { FacetCount, FacetRequest } from '../api.ts';
import type { FacetSource } from './facets.ts';
import { conceptNames, inLabelOrder, type LabelOrder, type Names } from './labels.ts';
import type { LabelledRange } from './ranges.ts';
import { topValues, valuesThatCount } from './top-values.ts';

/** A tree has at most as many values as there are concepts, or this many where they are fewer. */
const mostInTree = 100_000;

/** No count is higher. */
const mostDocuments = 2 ** 30;

/** A value of a tree whose own values are not yet there. */
interface Unfolded {
  concept: number;
  children: FacetCount[];
}

/**
 * A concept stands below each of its broader ones, so a tree can have far more values than there are concepts. It is
 * filled level by level until it has its most: values that come later are left out, from below those that came last.
 */
export function conceptValues(
  question: FacetRequest,
  tree: Extract<FacetSource, { kind: 'concept' }>['tree'],
  counts: Uint32Array,
  thesaurus: Thesaurus,
  language: string | undefined,
): FacetCount[] {
  const isTree = question.mode === 'hierarchical';
  let left = isTree ? Math.max(mostInTree, thesaurus.size) : Number.POSITIVE_INFINITY;
  const names = conceptNames(thesaurus, language);
  const unfold = (concepts: Iterable<number>, into: FacetCount[]): Unfolded[] => {
    const candidates = shown(concepts, question, tree.within, counts, thesaurus);
    const values = chosen(candidates, counts, question, names).slice(0, left);
    left -= values.length;
    return values.map((concept) => {
      const children: FacetCount[] = [];
      into.push({
        label: names.labels[concept]!,
        value: thesaurus.uri(concept),
        count: counts[concept]!,
        children: isTree ? children : null,
      });
      return { concept, children };
    });
  };
  const values: FacetCount[] = [];
  let level = unfold(
    question.mode === 'flat' ? flat(tree.within, counts, question) : new Set(tree.roots),
    values,
  );
  for (let depth = 1; isTree && level.length > 0 && depth !== question.depth; depth++) {
    const above = level;
    level = [];
    for (const { concept, children } of above) {
      if (left === 0) return values;
      level.push(...unfold(thesaurus.narrower(concept), children));
    }
  }
  return values;
}

/** Those of the facet that count something, or are asked for though they do not. */
function shown(
  concepts: Iterable<number>,
  { includeEmpty }: FacetRequest,
  within: ArrayLike<number>,
  counts: Uint32Array,
  thesaurus: Thesaurus,
): number[] {
  const values: number[] = [];
  for (const concept of concepts) {
    const isShown = counts[concept]! > 0 || (includeEmpty && !thesaurus.deprecated(concept));
    if (within[concept] === 1 && isShown) values.push(concept);
  }
  return values;
}

/**
 * Of values that count nothing, those `inUse` are shown where empty ones are asked for; all where it is not given.
 * `names` where their order by label is known.
 */
export function literalValues(
  question: FacetRequest,
  counts: Uint32Array,
  label: (value: number) => string,
  inUse?: ArrayLike<number>,
  names?: Names,
): FacetCount[] {
  const { sorting, order, limit, includeEmpty } = question;
  const isTop = sorting === 'count' && order === 'desc';
  let values = [...(isTop ? topValues(counts, limit) : valuesThatCount(counts))];
  const mayBeEmpty = includeEmpty && !(isTop && values.length >= limit);
  for (let value = 0; mayBeEmpty && value < counts.length; value++)
    if (counts[value] === 0 && (inUse?.[value] ?? 1) === 1) values.push(value);
  if (sorting === 'count' && order === 'asc') values = leastFrequent(values, counts, limit);
  return chosen(values, counts, question, names ?? inLabelOrder(values, counts.length, label)).map(
    (value) => ({
      label: label(value),
      value: null,
      count: counts[value]!,
      children: null,
    }),
  );
}

/** Ranges sorted by label are sorted by what they span. */
export function rangeValues(
  question: FacetRequest,
  ranges: LabelledRange[],
  counts: Uint32Array,
): FacetCount[] {
  const values = ranges
    .map((_, number) => ({ number, count: counts[number]! }))
    .filter(({ count }) => count > 0 || question.includeEmpty);
  const direction = question.order === 'asc' ? 1 : -1;
  values.sort((a, b) =>
    question.sorting === 'count'
      ? direction * (a.count - b.count) || a.number - b.number
      : direction * (a.number - b.number),
  );
  return values
    .slice(0, question.limit)
    .map(({ number, count }) => ({ label: ranges[number]!.label, value: null, count, children: null }));
}

/**
 * The first `limit` of the values in the order asked for; ties by label. Each becomes one number to sort by, which takes a
 * tenth of the time that comparing each pair does.
 */
function chosen(
  candidates: number[],
  counts: Uint32Array,
  { limit, order, sorting }: FacetRequest,
  labels: LabelOrder,
): number[] {
  const isDown = order === 'desc';
  const size = labels.order.length;
  const keys = new Float64Array(candidates.length);
  for (let i = 0; i < keys.length; i++) {
    const count = counts[candidates[i]!]!;
    const place = labels.places[candidates[i]!]!;
    if (sorting === 'count') keys[i] = (isDown ? mostDocuments - count : count) * size + place;
    else keys[i] = isDown ? size - 1 - place : place;
  }
  keys.sort();
  return Array.from(keys.subarray(0, limit), (key) => {
    const place = key - Math.floor(key / size) * size;
    return labels.order[sorting !== 'count' && isDown ? size - 1 - place : place]!;
  });
}

/** At least the first `limit` by count, with all that tie with the last of them. */
function leastFrequent(values: number[], counts: Uint32Array, limit: number): number[] {
  if (values.length <= limit) return values;
  const most = Uint32Array.from(values, (value) => counts[value]!).sort()[limit - 1]!;
  return values.filter((value) => counts[value]! <= most);
}

/** Concepts of the facet that can be among those shown. */
function flat(within: ArrayLike<number>, counts: Uint32Array, question: FacetRequest): Iterable<number> {
  if (question.includeEmpty) return counts.keys();
  const isTop = question.sorting === 'count' && question.order === 'desc';
  return isTop ? topValues(counts, question.limit, within) : valuesThatCount(counts, within);
}
