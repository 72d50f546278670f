/** Passages: sections or groups of sentences of the best documents, ranked by BM25. Pure. */
import type { Passage, PassagesRequest } from '@semantic-search/contract';
import type { MatchingText, ResultDocument, SearchResult, Span } from '@semantic-search/engine';
import { type Analyzer, analyzerFor, tokenize } from '@semantic-search/query/analysis';
import { MAX_SENTENCES, type TextWindow, windowsOf } from './text-windows.ts';

/** Number of documents whose passages are compared. */
export const MAX_PASSAGE_DOCUMENTS = 50;
const MAX_PASSAGES_PER_DOCUMENT = 2;
/** Maximum that the score of a document adds to its passages, as a share of the best passage's score. */
const DOCUMENT_SHARE = 0.5;
/** Parameters of BM25: saturation of term frequencies, and normalization by length. */
const K1 = 1.2;
const B = 0.4;
/** Number of occurrences for which a match in the heading, or in the title, counts. */
const HEADING_WEIGHT = 2;
const TITLE_WEIGHT = 1;

type Concept = SearchResult['recognizedConcepts'][number];

interface Candidate extends TextWindow {
  document: ResultDocument;
  text: MatchingText;
  /** Weighted occurrences by concept or stem. */
  frequencies: Map<string, number>;
  score: number;
}

type Hits = Pick<SearchResult, 'documents' | 'recognizedConcepts'>;
type Limits = Pick<PassagesRequest, 'count' | 'maxCharacters' | 'language'>;

/** The best passages, best first. */
export const bestPassages = (hits: Hits, limits: Limits): Passage[] =>
  rankedPassages(hits, limits).map((candidate) => presentPassage(candidate, hits.recognizedConcepts));

/** The best passages, best first, with the texts that contain them. */
export function rankedPassages(
  { documents, recognizedConcepts }: Hits,
  { count = 5, maxCharacters = 800, language }: Limits,
): Candidate[] {
  const candidates = documents.flatMap((document) => {
    const tag = document.language ?? language;
    const termOf = termReader(recognizedConcepts, analyzerFor(tag));
    return (document.texts ?? []).flatMap((text) =>
      windowsOf(text, maxCharacters, tag).map((window): Candidate => {
        const frequencies = frequenciesIn(window, text, document, termOf);
        return { ...window, document, text, frequencies, score: 0 };
      }),
    );
  });
  scoreCandidates(candidates);
  const ranked = candidates.filter((candidate) => candidate.score > 0).sort((a, b) => b.score - a.score);
  return choosePassages(ranked, count, maxCharacters);
}

/** Returns a function from words to their term: the URI of a concept with this label, otherwise the stems of the words. */
function termReader(concepts: readonly Concept[], analyzer: Analyzer): (words: string) => string {
  const stems = (words: string) =>
    tokenize(words)
      .map(({ text }) => analyzer.stem(text))
      .join(' ');
  const uris = new Map<string, string>();
  for (const { uri, label, matchingLabel, alsoSearched } of concepts)
    for (const name of [label, matchingLabel, ...alsoSearched]) uris.set(stems(name), uri);
  const terms = new Map<string, string>();
  return (words) => {
    const term = terms.get(words) ?? uris.get(stems(words)) ?? stems(words);
    terms.set(words, term);
    return term;
  };
}

function frequenciesIn(
  { matches }: TextWindow,
  { heading, text, highlights }: MatchingText,
  document: ResultDocument,
  termOf: (words: string) => string,
): Map<string, number> {
  const frequencies = new Map<string, number>();
  const count = (source: string, spans: Span[], weight: number) => {
    for (const { begin, end } of spans) {
      const term = termOf(source.slice(begin, end));
      frequencies.set(term, (frequencies.get(term) ?? 0) + weight);
    }
  };
  count(text, matches, 1);
  count(heading, highlights.heading, HEADING_WEIGHT);
  count(document.title, document.highlights.title, TITLE_WEIGHT);
  return frequencies;
}

/** BM25 over the candidates (Robertson and Zaragoza, 2009), and a share for the score of the document. */
function scoreCandidates(candidates: Candidate[]): void {
  const total = candidates.length;
  const average = candidates.reduce((sum, { begin, end }) => sum + end - begin, 0) / total;
  /** Number of candidates by the term that they contain. */
  const containing = new Map<string, number>();
  let [bestDocument, bestPassage] = [0, 0];
  for (const { frequencies, document } of candidates) {
    bestDocument = Math.max(bestDocument, document.score);
    for (const term of frequencies.keys()) containing.set(term, (containing.get(term) ?? 0) + 1);
  }
  for (const candidate of candidates) {
    const norm = K1 * (1 - B + (B * (candidate.end - candidate.begin)) / average);
    for (const [term, frequency] of candidate.frequencies) {
      const count = containing.get(term)!;
      const idf = Math.log(1 + (total - count + 0.5) / (count + 0.5));
      candidate.score += (idf * frequency * (K1 + 1)) / (frequency + norm);
    }
    bestPassage = Math.max(bestPassage, candidate.score);
  }
  const share = (DOCUMENT_SHARE * bestPassage) / (bestDocument || 1);
  for (const candidate of candidates)
    if (candidate.score > 0) candidate.score += share * candidate.document.score;
}

/** Overlapping passages become one with the better score, if it is short enough; otherwise the better one is kept. */
function choosePassages(ranked: readonly Candidate[], count: number, maxCharacters: number): Candidate[] {
  const passages: Candidate[] = [];
  for (const candidate of ranked) {
    if (passages.length === count) break;
    const siblings = passages.filter(({ document }) => document === candidate.document);
    const overlapping = siblings.find(({ text, begin, end }) => {
      return text === candidate.text && begin < candidate.end && candidate.begin < end;
    });
    if (overlapping) merge(overlapping, candidate, maxCharacters);
    else if (siblings.length < MAX_PASSAGES_PER_DOCUMENT) passages.push(candidate);
  }
  return passages;
}

function merge(passage: Candidate, other: Candidate, maxCharacters: number): void {
  const { begin, end } = unionOf(passage, other);
  const sentences = unionOf(passage.sentences, other.sentences);
  if (end - begin > maxCharacters || sentences.end - sentences.begin > MAX_SENTENCES) return;
  const frequencies = new Map([...other.frequencies, ...passage.frequencies]);
  Object.assign(passage, { begin, end, sentences, frequencies } satisfies Partial<Candidate>);
}

const unionOf = (a: Span, b: Span) => ({ begin: Math.min(a.begin, b.begin), end: Math.max(a.end, b.end) });

function presentPassage(candidate: Candidate, concepts: readonly Concept[]): Passage {
  const { document, text, begin, end, score, frequencies } = candidate;
  const { id, title, link } = document;
  return {
    document: { id, title, link },
    heading: text.heading,
    anchor: text.anchor,
    text: text.text.slice(begin, end),
    begin,
    end,
    score,
    concepts: concepts.filter(({ uri }) => frequencies.has(uri)).map(({ uri, label }) => ({ uri, label })),
  };
}
