/** Labels and sort order of facet values. */

import { getOrInsert, getOrInsertLatest, lowerBound } from '@semantic-search/query/collections';
import type { Thesaurus } from '@semantic-search/query/thesaurus';

const collator = new Intl.Collator('en', { numeric: true });

/** Natural order: numbers within labels are compared by value. */
const compareLabels: (a: string, b: string) => number = collator.compare;

/** Values in the order of their labels, and the rank of each value in it. */
export interface LabelOrder {
  order: readonly number[];
  ranks: Uint32Array;
}

export interface Names extends LabelOrder {
  labels: readonly string[];
}

/** Languages whose labels are cached for a thesaurus; the least recently used one is evicted. */
const MAX_CACHED_LANGUAGES = 4;

const namesOfConcepts = new WeakMap<Thesaurus, Map<string | undefined, Names>>();

/** Computed on first use of a language: 10 ms for 7,000 concepts. */
export function conceptNames(thesaurus: Thesaurus, language: string | undefined): Names {
  const byLanguage = getOrInsert(namesOfConcepts, thesaurus, () => new Map());
  return getOrInsertLatest(byLanguage, MAX_CACHED_LANGUAGES, language, () => {
    const labels = Array.from({ length: thesaurus.size }, (_, concept) => thesaurus.label(concept, language));
    const order = [...labels.keys()].sort((a, b) => compareLabels(labels[a]!, labels[b]!));
    return { labels, order, ranks: ranksIn(order, order.length) };
  });
}

/** The concepts whose preferred label in this language is the text. */
export function conceptsWithLabel(
  thesaurus: Thesaurus,
  text: string,
  language: string | undefined,
): number[] {
  const { labels, order } = conceptNames(thesaurus, language);
  const isBefore = (rank: number) => compareLabels(labels[order[rank]!]!, text) < 0;
  const concepts: number[] = [];
  for (let rank = lowerBound(0, order.length, isBefore); rank < order.length; rank++) {
    const label = labels[order[rank]!]!;
    if (compareLabels(label, text) !== 0) break;
    if (label === text) concepts.push(order[rank]!);
  }
  return concepts;
}

/** Values of an attribute by number; append-only. */
interface Values {
  readonly size: number;
  at(value: number): string;
}

/** Names of attributes with more values are not cached. */
const MAX_CACHED_VALUES = 4096;

interface CachedNames extends Names {
  labels: string[];
  order: number[];
}

const namesOfValues = new WeakMap<Values, CachedNames>();

/** Undefined if there are too many values: then only the labels to be shown are read. */
export function valueNames(values: Values): Names | undefined {
  if (values.size > MAX_CACHED_VALUES) return undefined;
  const cached = namesOfValues.get(values) ?? { labels: [], order: [], ranks: new Uint32Array(0) };
  if (cached.labels.length === values.size) return cached;
  const { labels, order } = cached;
  // Usually one or two values are new. Each is inserted after those with the same label.
  for (let value = labels.length; value < values.size; value++) {
    const label = values.at(value);
    const isBefore = (rank: number) => compareLabels(labels[order[rank]!]!, label) <= 0;
    order.splice(lowerBound(0, order.length, isBefore), 0, value);
    labels.push(label);
  }
  const names = { labels, order, ranks: ranksIn(order, order.length) };
  namesOfValues.set(values, names);
  return names;
}

/** Order of these values, which are all below `size`. */
export function inLabelOrder(values: number[], size: number, label: (value: number) => string): LabelOrder {
  const labels = new Map(values.map((value) => [value, label(value)]));
  const order = values.toSorted((a, b) => compareLabels(labels.get(a)!, labels.get(b)!));
  return { order, ranks: ranksIn(order, size) };
}

function ranksIn(order: readonly number[], size: number): Uint32Array {
  const ranks = new Uint32Array(size);
  order.forEach((value, rank) => {
    ranks[value] = rank;
  });
  return ranks;
}
