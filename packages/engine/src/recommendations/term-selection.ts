/** Scoring evidence (terms, concepts), rarest first, up to a postings budget that limits the time. */
import { idf } from '@semantic-search/query';
import { analyzerFor, canonicalLanguageTag, normalize, tokenize } from '@semantic-search/query/analysis';
import { getOrInsert } from '@semantic-search/query/collections';
import { taggedWith } from '../index/concept-columns.ts';
import type { IndexReader, SegmentReader } from '../index/reader.ts';

/** Postings budget. The rarest term or concept is always included. */
const MAX_POSTINGS = 200_000;
/** Maximum number of searched words of a text. */
const MAX_SEARCHED_WORDS = 25;
/** Maximum number of words whose document frequency is looked up: the most frequent words of the text. */
const MAX_CANDIDATE_WORDS = 150;
/** Maximum length of the text that is considered, in UTF-16 units. */
const MAX_TEXT_LENGTH = 20_000;

/** A concept or word to search for. The forms of a word are term numbers; `documents` is the document frequency. */
export interface TermEvidence {
  find: { concept: number } | { forms: number[] };
  weight: number;
  documents: number;
}

/**
 * Evidence for `concepts`, given with their relative weights.
 *
 * `from` has the concepts of the source that a concept was derived from. Its weight is at most the weight of the
 * rarest of these: a rare concept related to a common one is not significant.
 */
export function conceptEvidence(
  reader: IndexReader,
  concepts: ReadonlyMap<number, number>,
  from: ReadonlyMap<number, number[]> = new Map(),
): TermEvidence[] {
  const counts = new Map([...concepts.keys()].map((concept) => [concept, documentsTagged(reader, concept)]));
  const idfOf = (concept: number) => idf(counts.get(concept)!, reader.documents);
  const evidence: TermEvidence[] = [];
  for (const [concept, share] of concepts) {
    const documents = counts.get(concept)!;
    if (documents === 0) continue;
    const maxIdf = Math.max(...(from.get(concept) ?? [concept]).map(idfOf));
    evidence.push({ find: { concept }, weight: share * Math.min(idfOf(concept), maxIdf), documents });
  }
  return withinBudget(evidence);
}

/** Number of documents tagged with the concept itself. */
export function documentsTagged(reader: IndexReader, concept: number): number {
  let sum = 0;
  for (const segmentReader of reader.segments)
    sum += liveCount(segmentReader, taggedWith(segmentReader.concepts, concept));
  return sum;
}

function liveCount({ deleted }: SegmentReader, documents: Uint16Array): number {
  if (!deleted) return documents.length;
  return documents.reduce((count, document) => count + 1 - deleted[document]!, 0);
}

/** Evidence for the most significant words of a text. Without a language tag, all languages of the documents apply. */
export function textEvidence(reader: IndexReader, text: string, languageTag: string | null | undefined) {
  const { termDictionary } = reader;
  const language = canonicalLanguageTag(languageTag);
  const languages = language ? [analyzerFor(language)] : termDictionary.languages;
  const counts = new Map<string, { word: string; count: number }>();
  for (const { text: word } of tokenize(text.slice(0, MAX_TEXT_LENGTH))) {
    const normalized = normalize(word);
    if (word.length < 2 || languages.some((analyzer) => analyzer.isStopWord(word))) continue;
    const stem = languages.length === 1 ? languages[0]!.stem(word) : normalized;
    getOrInsert(counts, stem, () => ({ word, count: 0 })).count++;
  }
  const evidence: TermEvidence[] = [];
  const candidates = [...counts.values()].sort((a, b) => b.count - a.count).slice(0, MAX_CANDIDATE_WORDS);
  for (const { word, count } of candidates) {
    const forms = [...new Set(languages.flatMap((analyzer) => termDictionary.forms(word, analyzer)))];
    const documents = countPostings(reader, forms);
    if (documents === 0) continue;
    const weight = (1 + Math.log(count)) * idf(documents, Math.max(documents, reader.documents));
    evidence.push({ find: { forms }, weight, documents });
  }
  return withinBudget(evidence.sort((a, b) => b.weight - a.weight).slice(0, MAX_SEARCHED_WORDS));
}

/** Number of titles and bodies of live documents with one of the terms. */
function countPostings({ segments }: IndexReader, terms: number[]): number {
  let sum = 0;
  for (const segmentReader of segments)
    for (const field of [segmentReader.core.title, segmentReader.core.body])
      for (const ordinal of field.ordinals(terms)) {
        const { documents, starts } = field.postings;
        sum += liveCount(segmentReader, documents.subarray(starts[ordinal], starts[ordinal + 1]));
      }
  return sum;
}

/** Rarest first, up to the postings budget. */
function withinBudget(evidence: TermEvidence[]): TermEvidence[] {
  let postings = 0;
  return evidence
    .sort((a, b) => a.documents - b.documents)
    .filter(({ documents }, i) => {
      postings += documents;
      return i === 0 || postings <= MAX_POSTINGS;
    });
}

/** Scales the weights to the sum `total`, so that several kinds of evidence can be combined. */
export function scaleWeights(evidence: TermEvidence[], total: number): TermEvidence[] {
  const sum = evidence.reduce((sumSoFar, { weight }) => sumSoFar + weight, 0);
  return evidence.map(({ find, weight, documents }) => ({ find, weight: (weight * total) / sum, documents }));
}
