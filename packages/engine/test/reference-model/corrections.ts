/** Reference model of spelling correction and decompounding. */

import type { IndexedThesaurus, QueryLanguage, QueryOptions } from '@semantic-search/query';
import { MIN_HITS, parseQuery } from '@semantic-search/query';
import type { Analyzer, Token } from '@semantic-search/query/analysis';
import { normalize } from '@semantic-search/query/analysis';
import {
  analyzeQuery,
  compoundConcepts,
  conceptMatchOptions,
  decompoundClauses,
  insideAny,
  matchLabels,
  similarLabelWords,
  splitWord,
} from '@semantic-search/query/rewriters';
import { bestCandidate, type SpellingCandidate } from '@semantic-search/query/spelling';
import type { ReferenceData } from './facets.ts';
import { occurrences, textsOf } from './occurrences.ts';
import {
  documentLanguages,
  isInLabels,
  isLabelWordPrefix,
  referenceQueryLanguage,
} from './query-understanding.ts';

export interface ReferenceSpace extends ReferenceData {
  /** The same thesaurus, parsed by the engine to recognize labels in queries. */
  indexed: IndexedThesaurus;
  settings: QueryOptions;
}

/** Unknown words are split into indexed parts. */
export function decompoundInput(input: string, language: QueryLanguage, space: ReferenceSpace) {
  const { corpus, indexed } = space;
  const words = {
    languages: documentLanguages(space.documents),
    isKnown: (word: string) => isKnown(word, space),
    isRare: (word: string) => matchingDocuments(word, space) < MIN_HITS,
    isPrefix: (prefix: string) => isWordPrefix(prefix, space),
    isWord: (word: string, language: Analyzer) => corpus.isWord(word, language),
  };
  const typed = parseQuery(input);
  const positive = typed.filter(({ excluded }) => !excluded);
  const isNamed = insideAny(matchLabels(input, positive, indexed, conceptMatchOptions(language, true)));
  return decompoundClauses(typed, indexed, words, { tag: language.analyzer?.code, isNamed });
}

/** Whether a document or label has a word with this prefix. */
function isWordPrefix(prefix: string, space: ReferenceSpace): boolean {
  const longer = [...space.corpus.startingWith(prefix, true)];
  return longer.some((term) => documentFrequency(term, space) > 0) || isLabelWordPrefix(prefix, space);
}

/** Whether a document has the word, or an inflection of it if stemming is on. */
function isKnown(word: string, space: ReferenceSpace): boolean {
  return matchingDocuments(word, space) > 0;
}

function matchingDocuments(word: string, { documents, corpus, settings }: ReferenceSpace): number {
  const forms = corpus.formsOf(word, settings.stemming ? corpus.languages : []);
  return documents.filter((document) => occurrences(document, [forms], 1) > 0).length;
}

/** Whether a document or a label has the word. */
export function isKnownSpelling(word: string, space: ReferenceSpace): boolean {
  return isKnown(word, space) || isInLabels(word, space, space.settings.stemming);
}

/** Returns the best correction of each unknown word, except words of labels and unfinished words. */
export function spellingCorrections(
  input: string,
  language: string | undefined,
  space: ReferenceSpace,
): Map<string, string> {
  const corrections = new Map<string, string>();
  const { settings, corpus, indexed } = space;
  const queryLanguage = referenceQueryLanguage(input, language, space);
  const { splits } = settings.stemming ? decompoundInput(input, queryLanguage, space) : { splits: [] };
  const isSplit = ({ begin }: Token) => splits.some(({ word }) => word.begin === begin);
  const all = parseQuery(input).filter(({ excluded }) => !excluded);
  const names = settings.concepts || settings.synonyms;
  const labels = names
    ? matchLabels(input, all, indexed, conceptMatchOptions(queryLanguage, true))
    : undefined;
  const { isNamed } = analyzeQuery(input, all, indexed, {
    labels,
    stopWords: false,
    broad: names || settings.stemming,
    corrections: [],
    language: queryLanguage,
  });
  const clauses = all.filter(({ words: [first] }) => !isSplit(first!));
  const compounds = labels ? compoundConcepts(all, labels, indexed, queryLanguage) : [];
  const isInCompound = ({ begin, end }: Token) =>
    compounds.some((each) => each.begin <= begin && end <= each.end);
  for (const { words: typed, unfinished } of clauses) {
    for (const word of typed) {
      const { text } = word;
      const isUnfinished = unfinished && word === typed.at(-1);
      if (
        isKnownSpelling(text, space) ||
        isNamed(word) ||
        isInCompound(word) ||
        (isUnfinished && isWordPrefix(text, space))
      )
        continue;
      if ((queryLanguage.analyzer ?? queryLanguage.stopWordAnalyzer)?.isStopWord(normalize(text))) continue;
      const labels = similarLabelWords(indexed.suggestions, indexed.thesaurus, text);
      const parts = splitWord(text, (part) => corpus.terms.has(part)).flat();
      const candidates = [...similarTerms(text, space), ...labels].filter(
        (each) => !parts.includes(each.text),
      );
      const best = bestCandidate(text, candidates, queryLanguage, corpus.languages);
      if (best) corrections.set(normalize(text), best.text);
    }
  }
  return corrections;
}

function similarTerms(word: string, space: ReferenceSpace): SpellingCandidate[] {
  return space.corpus
    .similarTo(word)
    .flatMap((terms) => [...terms])
    .map((text) => ({
      text,
      spelling: space.corpus.spelling(text),
      documents: documentFrequency(text, space),
    }))
    .filter(({ documents }) => documents > 0);
}

export function documentFrequency(term: string, { documents }: ReferenceSpace): number {
  return documents.filter((document) => {
    const { title, body } = textsOf(document);
    return [...title, ...body].some((place) => place.includes(term));
  }).length;
}
