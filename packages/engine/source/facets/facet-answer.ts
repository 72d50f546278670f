/** From counts to the values of a facet that are shown: sorted, cut, and in a tree where asked. */

import type { FacetCount, FacetQuestion } from '../questions.ts';
import type { Thesaurus } from '../thesaurus/thesaurus.ts';
import { compareLabels, conceptNames } from './concept-names.ts';
import type { FacetSource } from './facets.ts';
import type { LabelledRange } from './ranges.ts';

interface Value {
  number: number;
  count: number;
}

/** A tree has at most as many values as there are concepts, or this many where they are fewer. */
const mostInTree = 100_000;

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
  question: FacetQuestion,
  tree: Extract<FacetSource, { kind: 'concept' }>['tree'],
  counts: Uint32Array,
  thesaurus: Thesaurus,
  language: string | undefined,
): FacetCount[] {
  const isTree = question.mode === 'hierarchical';
  let left = isTree ? Math.max(mostInTree, thesaurus.size) : Number.POSITIVE_INFINITY;
  const { labels, places } = conceptNames(thesaurus, language);
  const byLabel = (a: number, b: number) => places[a]! - places[b]!;
  const valuesOf = (concepts: Iterable<number>) =>
    chosen(shown(concepts, question, tree.within, counts, thesaurus), question, byLabel).slice(0, left);
  const unfold = (concepts: Iterable<number>, into: FacetCount[]): Unfolded[] => {
    const values = valuesOf(concepts);
    left -= values.length;
    return values.map(({ number, count }) => {
      const children: FacetCount[] = [];
      const label = labels[number]!;
      into.push({ label, value: thesaurus.uri(number), count, children: isTree ? children : null });
      return { concept: number, children };
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
  { includeEmpty }: FacetQuestion,
  within: ArrayLike<number>,
  counts: Uint32Array,
  thesaurus: Thesaurus,
): Value[] {
  const values: Value[] = [];
  for (const number of concepts) {
    const count = counts[number]!;
    if (within[number] === 1 && (count > 0 || (includeEmpty && !thesaurus.deprecated(number))))
      values.push({ number, count });
  }
  return values;
}

/** Of values that count nothing, those `inUse` are shown where empty ones are asked for; all where it is not given. */
export function literalValues(
  question: FacetQuestion,
  counts: Uint32Array,
  label: (value: number) => string,
  inUse?: ArrayLike<number>,
): FacetCount[] {
  // There may be very many values: those that cannot be shown are not looked at twice.
  const least =
    question.sorting === 'count' && question.order === 'desc' ? leastOfTop(counts, question.limit) : 0;
  const values: Value[] = [];
  for (let number = 0; number < counts.length; number++) {
    const count = counts[number]!;
    const isShown = count > 0 || (question.includeEmpty && (inUse?.[number] ?? 1) === 1);
    if (count >= least && isShown) values.push({ number, count });
  }
  const texts = new Map<number, string>();
  const text = (value: number) => {
    const known = texts.get(value) ?? label(value);
    texts.set(value, known);
    return known;
  };
  const byLabel = (a: number, b: number) => compareLabels(text(a), text(b));
  return chosen(values, question, byLabel).map(({ number, count }) => ({
    label: text(number),
    value: null,
    count,
    children: null,
  }));
}

/** The count of the last of the `limit` most frequent values, of those `within`; 0 where there are fewer. */
export function leastOfTop(counts: Uint32Array, limit: number, within?: ArrayLike<number>): number {
  if (counts.length <= limit || limit > 1000) return 0;
  const top = new Uint32Array(limit);
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i]!;
    if (count <= top[0]! || (within && within[i] !== 1)) continue;
    // Ascending: the least of the top is pushed out, the new one moves to its place.
    let at = 0;
    while (at + 1 < limit && top[at + 1]! < count) {
      top[at] = top[at + 1]!;
      at++;
    }
    top[at] = count;
  }
  return top[0]!;
}

/** Ranges sorted by label are sorted by what they span. */
export function rangeValues(
  question: FacetQuestion,
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

/** The first `limit` of the values in the order asked for; ties by label. Labels are compared only where they decide. */
function chosen(
  values: Value[],
  { limit, order, sorting }: FacetQuestion,
  byLabel: (a: number, b: number) => number,
): Value[] {
  const direction = order === 'asc' ? 1 : -1;
  const isByCount = sorting === 'count';
  const candidates = isByCount ? nearTop(values, limit, direction) : values;
  candidates.sort((a, b) =>
    isByCount
      ? direction * (a.count - b.count) || byLabel(a.number, b.number)
      : direction * byLabel(a.number, b.number),
  );
  return candidates.slice(0, limit);
}

/** At least the first `limit` by count, with all that tie with the last of them. */
function nearTop(values: Value[], limit: number, direction: number): Value[] {
  if (values.length <= limit) return values;
  const counts = new Uint32Array(values.length);
  for (let i = 0; i < values.length; i++) counts[i] = values[i]!.count;
  counts.sort();
  const bound = direction < 0 ? counts[counts.length - limit]! : counts[limit - 1]!;
  return values.filter(({ count }) => (direction < 0 ? count >= bound : count <= bound));
}

/** Concepts of the facet that can be among those shown. */
function flat(within: ArrayLike<number>, counts: Uint32Array, question: FacetQuestion): number[] {
  const byCount = question.sorting === 'count' && question.order === 'desc' && !question.includeEmpty;
  const least = byCount ? Math.max(1, leastOfTop(counts, question.limit, within)) : 0;
  const found: number[] = [];
  for (let i = 0; i < counts.length; i++) if (counts[i]! >= least && within[i] === 1) found.push(i);
  return found;
}
