/** Labels and sort order of facet values. */
import { getOrInsert, getOrInsertLatest, lowerBound } from '@semantic-search/query/collections';
import type { Thesaurus } from '@semantic-search/query/thesaurus';

/** English, so that the order does not depend on the machine; also sorts labels in other languages acceptably. */
let collator: Intl.Collator | undefined;

/** Natural order: numbers within labels are compared by value. Makes the collator on first use, so that workers start faster. */
function compareLabels(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(a, b);
}

/** Labels by value, the values in the order of their labels, and the rank of each value in this order. */
interface SortedLabels {
  labels: readonly string[];
  order: readonly number[];
  ranks: Uint32Array;
}

/** Sorts labels. `presorted` is the known order of the first labels, which saves most of the time. */
function sortLabels(labels: readonly string[], presorted: readonly number[] = []): SortedLabels {
  const unsorted = Array.from({ length: labels.length - presorted.length }, (_, i) => presorted.length + i);
  const order = [...presorted, ...unsorted].sort((a, b) => compareLabels(labels[a]!, labels[b]!));
  return { labels, order, ranks: ranksIn(order, order.length) };
}

/** Languages whose labels are cached for a thesaurus; the least recently used one is evicted. */
const MAX_CACHED_LANGUAGES = 4;

const labelsOfConcepts = new WeakMap<Thesaurus, Map<string | undefined, SortedLabels>>();

/** Computed on first use of a language: 10 ms for 7,000 concepts. */
export function conceptLabels(thesaurus: Thesaurus, language: string | undefined): SortedLabels {
  const byLanguage = getOrInsert(labelsOfConcepts, thesaurus, () => new Map());
  return getOrInsertLatest(byLanguage, MAX_CACHED_LANGUAGES, language, () =>
    sortLabels(Array.from({ length: thesaurus.size }, (_, concept) => thesaurus.label(concept, language))),
  );
}

/** The concepts whose preferred label in this language is the text. */
export function conceptsWithLabel(thesaurus: Thesaurus, text: string, language: string | undefined) {
  const { labels, order } = conceptLabels(thesaurus, language);
  const isBefore = (rank: number) => compareLabels(labels[order[rank]!]!, text) < 0;
  const concepts: number[] = [];
  for (let rank = lowerBound(0, order.length, isBefore); rank < order.length; rank++) {
    const label = labels[order[rank]!]!;
    if (compareLabels(label, text) !== 0) break;
    if (label === text) concepts.push(order[rank]!);
  }
  return concepts;
}

/** Texts of the values of an attribute by value number; append-only. */
interface Values {
  readonly size: number;
  at(value: number): string;
}

/** Labels of attributes with more values are not cached. Without the cache, a facet of 4,000 values takes 9 ms longer. */
const MAX_CACHED_VALUES = 4096;

const labelsOfValues = new WeakMap<Values, SortedLabels>();

/** Sorted labels of an attribute; undefined for too many values, of which only the shown labels are read. */
export function valueLabels(values: Values): SortedLabels | undefined {
  if (values.size > MAX_CACHED_VALUES) return undefined;
  const cached = labelsOfValues.get(values);
  if (cached?.labels.length === values.size) return cached;
  const labels = Array.from({ length: values.size }, (_, value) => cached?.labels[value] ?? values.at(value));
  const sorted = sortLabels(labels, cached?.order);
  labelsOfValues.set(values, sorted);
  return sorted;
}

/** Ranks of values by their labels; all values are below `size`. */
export function labelRanks(values: number[], size: number, label: (value: number) => string): Uint32Array {
  const labels = new Map(values.map((value) => [value, label(value)]));
  const order = values.toSorted((a, b) => compareLabels(labels.get(a)!, labels.get(b)!));
  return ranksIn(order, size);
}

function ranksIn(order: readonly number[], size: number): Uint32Array {
  const ranks = new Uint32Array(size);
  order.forEach((value, rank) => {
    ranks[value] = rank;
  });
  return ranks;
}
