/** What the concepts of a thesaurus are called in one language, and in which order. */
import { getOrInsert, getOrInsertLatest } from '../get-or-insert.ts';
import type { Thesaurus } from '../thesaurus/thesaurus.ts';

const collator = new Intl.Collator('en', { numeric: true });

/** The order of labels: as people sort them, numbers by what they are worth. */
export const compareLabels: (a: string, b: string) => number = collator.compare;

export interface ConceptNames {
  labels: readonly string[];
  /** Concepts in the order of labels, and the place of each. */
  order: readonly number[];
  places: Uint32Array;
}

/** So many languages are remembered for a thesaurus; the one that was not asked for longest is given up. */
const mostLanguages = 4;

const namesOf = new WeakMap<Thesaurus, Map<string | undefined, ConceptNames>>();

/** Worked out when a language is first asked for: 10 ms for 7,000 concepts. */
export function conceptNames(thesaurus: Thesaurus, language: string | undefined): ConceptNames {
  const known = getOrInsert(namesOf, thesaurus, () => new Map());
  return getOrInsertLatest(known, mostLanguages, language, () => namesIn(thesaurus, language));
}

function namesIn(thesaurus: Thesaurus, language: string | undefined): ConceptNames {
  const labels = Array.from({ length: thesaurus.size }, (_, concept) => thesaurus.label(concept, language));
  const places = new Uint32Array(labels.length);
  const order = [...labels.keys()].sort((a, b) => compareLabels(labels[a]!, labels[b]!));
  order.forEach((concept, place) => {
    places[concept] = place;
  });
  return { labels, order, places };
}
