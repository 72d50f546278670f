/**
 * Selects scoring evidence (terms and concepts), rarest first, up to a postings budget.
 *
 * The budget keeps the time independent of the index size.
 */

import { analyzerFor, canonicalLanguageTag, normalize, tokenize } from '@semantic-search/query/analysis';
import type { TermDictionary } from '@semantic-search/query/terms';
import { getOrInsert } from '@semantic-search/query/util';
import { taggedWith } from '../index/concept-columns.ts';
import type { IndexReader } from '../index/index-reader.ts';
import { WordPlaces } from './term-positions.ts';

/** Postings that are read at most, but for the rarest piece of evidence, which is always read. */
const mostPostings = 200_000;
/** Words of a text that are looked for. */
const mostWords = 25;
/** Words whose frequency is looked up: those that the text has most often, and first. */
const mostLookedUp = 150;
/** Words further on in a text are not considered. */
const longestText = 20_000;

/** One concept or word, how much it tells where it is found, and in how many documents it is. */
export interface TermEvidence {
  find: { concept: number } | { forms: number[]; places: WordPlaces };
  weight: number;
  documents: number;
}

/** As in BM25: near 0 for what most documents have. */
function rarity(documents: number, of: number): number {
  return Math.log(1 + (of - documents + 0.5) / (documents + 0.5));
}

/**
 * `concepts` with how much each counts, 1 for full. One that others of them lead to, `from`, tells no more than the
 * rarest of these: what is related to a country that half of all documents are about is no more telling for being rare.
 */
export function conceptEvidence(
  reader: IndexReader,
  concepts: ReadonlyMap<number, number>,
  from: ReadonlyMap<number, number[]> = new Map(),
): TermEvidence[] {
  const counts = new Map([...concepts.keys()].map((each) => [each, documentsTagged(reader, each)]));
  const tells = (concept: number) => rarity(counts.get(concept)!, reader.documents);
  const evidence: TermEvidence[] = [];
  for (const [concept, share] of concepts) {
    const documents = counts.get(concept)!;
    if (documents === 0) continue;
    const most = Math.max(...(from.get(concept) ?? [concept]).map(tells));
    evidence.push({ find: { concept }, weight: share * Math.min(tells(concept), most), documents });
  }
  return affordable(evidence);
}

/** How many documents are tagged with a concept itself. */
export function documentsTagged(reader: IndexReader, concept: number): number {
  return reader.segments.reduce((sum, part) => sum + taggedWith(part.concepts, concept).length, 0);
}

/** The most telling words of a text; where its language is not known, in all languages that documents have. */
export function textEvidence(
  reader: IndexReader,
  termDictionary: TermDictionary,
  text: string,
  tag: string | null | undefined,
): TermEvidence[] {
  const written = canonicalLanguageTag(tag);
  const languages = written ? [analyzerFor(written)] : termDictionary.languages;
  const counts = new Map<string, { word: string; count: number }>();
  for (const { text: word } of tokenize(text.slice(0, longestText))) {
    const folded = normalize(word);
    if (word.length < 2 || languages.some((language) => language.isStopWord(folded))) continue;
    const stem = languages.length === 1 ? languages[0]!.stem(word) : folded;
    getOrInsert(counts, stem, () => ({ word, count: 0 })).count++;
  }
  const evidence: TermEvidence[] = [];
  const most = [...counts.values()].sort((a, b) => b.count - a.count).slice(0, mostLookedUp);
  const formsOf = (word: string) => [
    ...new Set(languages.flatMap((language) => termDictionary.forms(word, language))),
  ];
  const found = most.map(({ word, count }) => ({ forms: formsOf(word), count }));
  const places = new WordPlaces(
    reader,
    found.map(({ forms }) => forms),
  );
  for (const { forms, count } of found) {
    const documents = places.frequency(forms);
    if (documents === 0) continue;
    const weight = (1 + Math.log(count)) * rarity(documents, Math.max(documents, reader.documents));
    evidence.push({ find: { forms, places }, weight, documents });
  }
  return affordable(evidence.sort((a, b) => b.weight - a.weight).slice(0, mostWords));
}

/** Rarest first, as much of it as may be read. */
function affordable(evidence: TermEvidence[]): TermEvidence[] {
  let postings = 0;
  return evidence
    .sort((a, b) => a.documents - b.documents)
    .filter(({ documents }, i) => {
      postings += documents;
      return i === 0 || postings <= mostPostings;
    });
}

/** Evidence as a share of all there is, so that evidence of several kinds can be added up. */
export function asShare(evidence: TermEvidence[], share: number): TermEvidence[] {
  const all = evidence.reduce((sum, { weight }) => sum + weight, 0);
  return evidence.map((each) => ({ ...each, weight: (each.weight * share) / all }));
}
