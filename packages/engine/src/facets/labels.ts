/** Labels and sort order of facet values. */

import type { Thesaurus } from '@semantic-search/query/thesaurus';
import { getOrInsert, getOrInsertLatest, lowerBound } from '@semantic-search/query/util';

const collator = new Intl.Collator('en', { numeric: true });

/** The order of labels: as people sort them, numbers by what they are worth. */
const compareLabels: (a: string, b: string) => number = collator.compare;

/** Values in the order of their labels, and the place of each. */
export interface LabelOrder {
  order: readonly number[];
  places: Uint32Array;
}

export interface Names extends LabelOrder {
  labels: readonly string[];
}

/** So many languages are remembered for a thesaurus; the one that was not asked for longest is given up. */
const mostLanguages = 4;

const namesOfConcepts = new WeakMap<Thesaurus, Map<string | undefined, Names>>();

/** Worked out when a language is first asked for: 10 ms for 7,000 concepts. */
export function conceptNames(thesaurus: Thesaurus, language: string | undefined): Names {
  const known = getOrInsert(namesOfConcepts, thesaurus, () => new Map());
  return getOrInsertLatest(known, mostLanguages, language, () => {
    const labels = Array.from({ length: thesaurus.size }, (_, concept) => thesaurus.label(concept, language));
    const order = [...labels.keys()].sort((a, b) => compareLabels(labels[a]!, labels[b]!));
    return { labels, order, places: placesIn(order, order.length) };
  });
}

/** Values of an attribute by number; more are added as they are met, and none is taken away. */
interface Values {
  readonly size: number;
  at(value: number): string;
}

/** Names of more values are not kept. */
const mostKept = 4096;

interface Kept extends Names {
  labels: string[];
  order: number[];
}

const namesOfValues = new WeakMap<Values, Kept>();

/** Undefined where there are so many that only those shown are worth reading. */
export function valueNames(values: Values): Names | undefined {
  if (values.size > mostKept) return undefined;
  const known = namesOfValues.get(values) ?? { labels: [], order: [], places: new Uint32Array(0) };
  if (known.labels.length === values.size) return known;
  const { labels, order } = known;
  // One or two are new as a rule: each is put where it belongs, behind those that are called the same.
  for (let value = labels.length; value < values.size; value++) {
    const label = values.at(value);
    const isBefore = (place: number) => compareLabels(labels[order[place]!]!, label) <= 0;
    order.splice(lowerBound(0, order.length, isBefore), 0, value);
    labels.push(label);
  }
  const names = { labels, order, places: placesIn(order, order.length) };
  namesOfValues.set(values, names);
  return names;
}

/** Of these values alone; all are below `size`. */
export function inLabelOrder(values: number[], size: number, label: (value: number) => string): LabelOrder {
  const labels = new Map(values.map((value) => [value, label(value)]));
  const order = values.toSorted((a, b) => compareLabels(labels.get(a)!, labels.get(b)!));
  return { order, places: placesIn(order, size) };
}

function placesIn(order: readonly number[], size: number): Uint32Array {
  const places = new Uint32Array(size);
  order.forEach((value, place) => {
    places[value] = place;
  });
  return places;
}
