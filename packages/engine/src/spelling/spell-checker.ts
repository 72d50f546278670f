/**
 * What an input was probably meant to be, where it has words that no document has: the nearest that documents or labels
 * have. It is offered as another input, and tells which concepts were meant where little is found.
 */

import { normalize, normalizeSpelling } from '../analysis/normalizer.ts';
import type { Token } from '../analysis/tokenizer.ts';
import { findWord } from '../autocomplete/label-dictionary.ts';
import { matchingTerms } from '../query/concept-expansion.ts';
import { isLabelWordPrefix, similarLabelWords } from '../query/fuzzy-labels.ts';
import type { IndexStatistics } from '../query/index-statistics.ts';
import { type Clause, MAX_CLAUSES } from '../query/parser.ts';
import { isInLabels } from '../query/partial-concepts.ts';
import type { QueryLanguage } from '../query/query-language.ts';
import type { QueryPlan } from '../query/query-plan.ts';
import { MAX_EXPANDED_TERMS } from '../query/relaxation.ts';
import { splitWord } from '../query/spelling-variants.ts';
import { prefixExpansions } from '../query/term-expansion.ts';
import type { TermSet } from '../search/matcher.ts';
import { applyCorrections, type Correction } from './apply-corrections.ts';
import { bestCandidate, type SpellingCandidate } from './candidate-ranking.ts';
import { frequentNeighbors, isLongEnough, MAX_SUSPECT_DOCS } from './suspect-terms.ts';

/** The whole input with such words replaced; undefined where there is nothing better. With `stemming`, forms are known, too. */
export function didYouMean(
  input: string,
  plan: QueryPlan,
  known: IndexStatistics,
  stemming: boolean,
  signal?: AbortSignal,
): string | undefined {
  const corrections =
    plan.corrections ??
    findCorrections(plan.clauses, unknownWords(positiveTokens(plan.clauses), known, stemming), known, {
      language: plan.language,
      signal,
    });
  const rare = rareCorrections(plan, known, signal);
  const replaced = [...corrections, ...rare, ...plan.specialCharacterCorrections].sort(
    (a, b) => a.word.begin - b.word.begin,
  );
  const corrected = applyCorrections(
    input,
    replaced.map(({ word, spelling }) => ({ word, text: spelling })),
  );
  return corrected === input ? undefined : corrected;
}

/** What is offered in place of words that few documents have: each was likely mistyped in these, too. */
function rareCorrections(
  { clauses, language }: QueryPlan,
  known: IndexStatistics,
  signal: AbortSignal | undefined,
): Correction[] {
  const { vocabulary, documentFrequency } = known;
  const typed = clauses.slice(0, MAX_EXPANDED_TERMS).filter(({ excluded, quoted }) => !excluded && !quoted);
  return typed.flatMap(({ words: [word], unfinished }) => {
    const { text } = word!;
    if (!isLongEnough(text) || isInLabels(text, known.thesaurus, true)) return [];
    signal?.throwIfAborted();
    const documents = documentFrequency(
      matchingTerms(text, vocabulary, vocabulary.languages),
      MAX_SUSPECT_DOCS + 1,
    );
    if (documents === 0 || documents > MAX_SUSPECT_DOCS) return [];
    // What more documents go on from may not be at its end.
    if (unfinished && documentFrequency(prefixExpansions(text, vocabulary)) > documents) return [];
    const usual = frequentNeighbors(text, documents, nearInDocuments(text, known));
    const found = bestCandidate(text, usual, language, vocabulary.languages);
    return found ? [{ word: word!, ...found }] : [];
  });
}

/** Words that are looked for. */
export function positiveTokens(clauses: Clause[]): Token[] {
  return clauses.filter((clause) => !clause.excluded).flatMap((clause) => clause.words);
}

/**
 * Different words that neither documents nor labels have, in their order: those that are corrected. Whoever mistypes more means something
 * else, or writes in a language that the space has not.
 */
export function unknownWords(typed: Token[], known: IndexStatistics, stemming: boolean): string[] {
  const different = new Set(typed.map(({ text }) => text));
  return [...different]
    .slice(0, MAX_CLAUSES)
    .filter((word) => !isRight(word, known, stemming))
    .slice(0, MAX_EXPANDED_TERMS);
}

/** In the order of the words. None for a word that is not yet at its end, and that words of documents or labels go on from. */
export function findCorrections(
  clauses: Clause[],
  unknown: readonly string[],
  known: IndexStatistics,
  { language, signal }: { language: QueryLanguage; signal: AbortSignal | undefined },
): Correction[] {
  const better = new Map<string, Omit<Correction, 'word'> | undefined>();
  const typed = positiveTokens(clauses);
  const begun = clauses.find(({ unfinished }) => unfinished)?.words.at(-1)?.text;
  for (const word of unknown) {
    signal?.throwIfAborted();
    const isBeginning = word === begun && isKnownPrefix(word, known);
    better.set(word, isBeginning ? undefined : betterWord(word, known, language));
  }
  return typed.flatMap((word) => {
    const found = better.get(word.text);
    return found ? [{ word, ...found }] : [];
  });
}

/** Some document, or some label, has a word that begins so. */
export function isKnownPrefix(beginning: string, known: IndexStatistics): boolean {
  const { suggestions, thesaurus } = known.thesaurus;
  return (
    goesOn(prefixExpansions(beginning, known.vocabulary), known) ||
    isLabelWordPrefix(beginning, suggestions, thesaurus)
  );
}

/** Some document has one of the words. */
function goesOn(longer: TermSet, { documentFrequency }: IndexStatistics): boolean {
  return documentFrequency(longer, 1) > 0;
}

function betterWord(
  word: string,
  known: IndexStatistics,
  language: QueryLanguage,
): SpellingCandidate | undefined {
  // What says nothing need not be in any document to be right.
  if ((language.analyzer ?? language.stopWordAnalyzer)?.isStopWord(normalize(word))) return undefined;
  const { vocabulary, thesaurus } = known;
  const labels = similarLabelWords(thesaurus.suggestions, thesaurus.thesaurus, word);
  // `email` is written `e-mail`, and no mistyped `mail`.
  const parts = splitWord(word, (part) => vocabulary.find(part) >= 0).flat();
  const near = [...nearInDocuments(word, known), ...labels].filter(({ text }) => !parts.includes(text));
  return bestCandidate(word, near, language, vocabulary.languages);
}

function nearInDocuments(
  word: string,
  { vocabulary, documentFrequency }: IndexStatistics,
): SpellingCandidate[] {
  const near = vocabulary.similarTo(word).flatMap(({ terms }) => terms);
  return near
    .map((term) => ({ term, documents: documentFrequency([term]) }))
    .filter(({ documents }) => documents > 0)
    .map(({ term, documents }) => ({
      text: vocabulary.terms.at(term),
      spelling: vocabulary.spelling(term),
      documents,
    }));
}

/** True where some document has the word or, with `stemming`, another form of it. */
export function isIndexed(
  word: string,
  { vocabulary, documentFrequency }: IndexStatistics,
  stemming: boolean,
): boolean {
  const languages = stemming ? vocabulary.languages : [];
  return documentFrequency(matchingTerms(word, vocabulary, languages), 1) > 0;
}

const shortestWhole = 3;

/** True for a word that a document or a label has as it is; shorter ones may well be the beginning of another. */
export function isWholeWord(
  word: string,
  { vocabulary, documentFrequency, thesaurus: { suggestions } }: IndexStatistics,
): boolean {
  if (word.length < shortestWhole) return false;
  const term = vocabulary.find(word);
  return (
    (term >= 0 && documentFrequency([term], 1) > 0) ||
    findWord(suggestions.vocabulary, normalizeSpelling(word)) >= 0
  );
}

/** The same for labels: what they have is right, if no document has it. */
function isRight(word: string, known: IndexStatistics, stemming: boolean): boolean {
  const { thesaurus } = known;
  return (
    isInLabels(word, thesaurus, false) ||
    isIndexed(word, known, stemming) ||
    isInLabels(word, thesaurus, stemming)
  );
}
