/**
 * Spell checker ("did you mean"): corrects words that neither documents nor labels contain.
 *
 * The correction is suggested as another query. If there are few results, its concepts are also matched.
 */

import { weightedEditDistance } from '../analysis/edit-distance.ts';
import { normalize, normalizeSpelling } from '../analysis/normalizer.ts';
import type { Token } from '../analysis/tokenizer.ts';
import type { IndexStatistics } from '../index-statistics.ts';
import { type Clause, MAX_CLAUSES } from '../parser.ts';
import type { Correction, QueryLanguage, QueryPlan, TermSet } from '../query-plan.ts';
import { MAX_EXPANDED_TERMS } from '../relaxation.ts';
import { applyCorrections } from '../spelling/apply-corrections.ts';
import {
  bestCandidate,
  type SpellingCandidate,
  similarTerms,
  spellingCandidates,
} from '../spelling/candidates.ts';
import { isLabelWordPrefix } from './label-prefixes.ts';
import { isInLabels } from './partial-labels.ts';
import { splitWord } from './spelling-variants.ts';
import { matchingTerms, prefixExpansions } from './term-expansion.ts';

/** Maximum document frequency of a suspect term. */
const MAX_SUSPECT_DOCS = 2;
/** Minimum ratio of the document frequencies. */
const MIN_FREQUENCY_RATIO = 50;
/** Minimum length in characters: shorter words have real neighbors, such as `curtain` and `certain`. */
const MIN_LENGTH = 10;
/**
 * One edit, and none at the ends, where inflections and other languages differ: `economico` is not a
 * misspelling of `economic`.
 */
const MAX_EDIT_COST = 1;

/** The corrected input; undefined if it would not change. With `stemming`, inflections of known words are correct. */
export function didYouMean(
  input: string,
  plan: QueryPlan,
  statistics: IndexStatistics,
  stemming: boolean,
  signal?: AbortSignal,
): string | undefined {
  const corrections =
    plan.corrections ??
    findCorrections(
      plan.clauses,
      unknownWords(positiveTokens(plan.clauses), statistics, stemming),
      statistics,
      {
        language: plan.language,
        signal,
      },
    );
  const rare = suspectTermCorrections(plan, statistics, signal);
  const replaced = [...corrections, ...rare, ...plan.specialCharacterCorrections].sort(
    (a, b) => a.word.begin - b.word.begin,
  );
  const corrected = applyCorrections(
    input,
    replaced.map(({ word, spelling }) => ({ word, text: spelling })),
  );
  return corrected === input ? undefined : corrected;
}

/**
 * Corrections for suspect terms: words in very few documents, with a frequent near neighbor, that are probably misspelled
 * there. They are searched as typed; the neighbor is suggested.
 */
function suspectTermCorrections(
  { clauses, language }: QueryPlan,
  statistics: IndexStatistics,
  signal: AbortSignal | undefined,
): Correction[] {
  const { termDictionary, documentFrequency } = statistics;
  const typed = clauses.slice(0, MAX_EXPANDED_TERMS).filter(({ excluded, quoted }) => !excluded && !quoted);
  return typed.flatMap(({ words: [word], unfinished }) => {
    const { text } = word!;
    if (!isLongEnough(text) || isInLabels(text, statistics.thesaurus, true)) return [];
    signal?.throwIfAborted();
    const documents = documentFrequency(
      matchingTerms(text, termDictionary, termDictionary.languages),
      MAX_SUSPECT_DOCS + 1,
    );
    if (documents === 0 || documents > MAX_SUSPECT_DOCS) return [];
    // An incomplete word may be the prefix of more frequent terms.
    if (unfinished && documentFrequency(prefixExpansions(text, termDictionary)) > documents) return [];
    const frequent = frequentNeighbors(text, documents, similarTerms(text, statistics));
    const found = bestCandidate(text, frequent, language, termDictionary.languages);
    return found ? [{ word: word!, ...found }] : [];
  });
}

/** True if the word is long enough to be a suspect term. */
function isLongEnough(word: string): boolean {
  return normalize(word).length >= MIN_LENGTH;
}

/** Candidates that are frequent enough to be the intended word. */
function frequentNeighbors(
  word: string,
  documents: number,
  near: readonly SpellingCandidate[],
): SpellingCandidate[] {
  const typed = normalize(word);
  return near.filter(
    (other) =>
      other.documents >= documents * MIN_FREQUENCY_RATIO &&
      other.text[0] === typed[0] &&
      other.text.at(-1) === typed.at(-1) &&
      weightedEditDistance(typed, other.text) <= MAX_EDIT_COST,
  );
}

/** Tokens of all clauses that are not excluded. */
export function positiveTokens(clauses: Clause[]): Token[] {
  return clauses.filter((clause) => !clause.excluded).flatMap((clause) => clause.words);
}

/**
 * Distinct words that occur neither in documents nor in labels. Limited, because a query with more is in another
 * language or means something else.
 */
export function unknownWords(typed: Token[], statistics: IndexStatistics, stemming: boolean): string[] {
  const different = new Set(typed.map(({ text }) => text));
  return [...different]
    .slice(0, MAX_CLAUSES)
    .filter((word) => !isKnownWord(word, statistics, stemming))
    .slice(0, MAX_EXPANDED_TERMS);
}

/** Corrections in the order of the words; none for a known prefix that is still being typed. */
export function findCorrections(
  clauses: Clause[],
  unknown: readonly string[],
  statistics: IndexStatistics,
  { language, signal }: { language: QueryLanguage; signal: AbortSignal | undefined },
): Correction[] {
  const better = new Map<string, Omit<Correction, 'word'> | undefined>();
  const typed = positiveTokens(clauses);
  const unfinishedWord = clauses.find(({ unfinished }) => unfinished)?.words.at(-1)?.text;
  for (const word of unknown) {
    signal?.throwIfAborted();
    const isBeginning = word === unfinishedWord && isKnownPrefix(word, statistics);
    better.set(word, isBeginning ? undefined : bestCorrection(word, statistics, language));
  }
  return typed.flatMap((word) => {
    const found = better.get(word.text);
    return found ? [{ word, ...found }] : [];
  });
}

/** True if a word of a document or label starts with these characters. */
export function isKnownPrefix(beginning: string, statistics: IndexStatistics): boolean {
  const { suggestions, thesaurus } = statistics.thesaurus;
  return (
    occursInDocuments(prefixExpansions(beginning, statistics.termDictionary), statistics) ||
    isLabelWordPrefix(beginning, suggestions, thesaurus)
  );
}

/** True if a document contains one of the terms. */
function occursInDocuments(longer: TermSet, { documentFrequency }: IndexStatistics): boolean {
  return documentFrequency(longer, 1) > 0;
}

function bestCorrection(
  word: string,
  statistics: IndexStatistics,
  language: QueryLanguage,
): SpellingCandidate | undefined {
  // Stop words are correct even if no document contains them.
  if ((language.analyzer ?? language.stopWordAnalyzer)?.isStopWord(normalize(word))) return undefined;
  const { termDictionary } = statistics;
  // A spelling variant is not a misspelling: `email` is written `e-mail`, and must not become `mail`.
  const parts = splitWord(word, (part) => termDictionary.find(part) >= 0).flat();
  const near = spellingCandidates(word, statistics).filter(({ text }) => !parts.includes(text));
  return bestCandidate(word, near, language, termDictionary.languages);
}

/** True if a document contains the word or, with `stemming`, an inflection of it. */
export function isIndexed(
  word: string,
  { termDictionary, documentFrequency }: IndexStatistics,
  stemming: boolean,
): boolean {
  const languages = stemming ? termDictionary.languages : [];
  return documentFrequency(matchingTerms(word, termDictionary, languages), 1) > 0;
}

const MIN_WHOLE_WORD_LENGTH = 3;

/** True if a document or label contains exactly this word; shorter words are likely to be prefixes. */
export function isWholeWord(
  word: string,
  { termDictionary, documentFrequency, thesaurus: { suggestions } }: IndexStatistics,
): boolean {
  if (word.length < MIN_WHOLE_WORD_LENGTH) return false;
  const term = termDictionary.find(word);
  return (
    (term >= 0 && documentFrequency([term], 1) > 0) || suggestions.words.find(normalizeSpelling(word)) >= 0
  );
}

/** True if a document or label contains the word. */
function isKnownWord(word: string, statistics: IndexStatistics, stemming: boolean): boolean {
  const { thesaurus } = statistics;
  return (
    isInLabels(word, thesaurus, false) ||
    isIndexed(word, statistics, stemming) ||
    isInLabels(word, thesaurus, stemming)
  );
}
