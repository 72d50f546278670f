/**
 * What an input was probably meant to be, where it has words that no document has: the nearest that documents or labels
 * have. It is offered as another input, and tells which concepts were meant where little is found.
 */

import { normalize, normalizeSpelling } from '../analysis/normalizer.ts';
import type { Token } from '../analysis/tokenizer.ts';
import { wordNumber } from '../autocomplete/label-dictionary.ts';
import { termsOf } from '../query/concept-expansion.ts';
import { beginsLabelWord, nearLabelWords } from '../query/fuzzy-labels.ts';
import type { IndexStatistics } from '../query/index-statistics.ts';
import { type Clause, MAX_CLAUSES } from '../query/parser.ts';
import { isInLabels } from '../query/partial-concepts.ts';
import type { QueryLanguage } from '../query/query-language.ts';
import type { QueryPlan } from '../query/query-plan.ts';
import { MAX_EXPANDED_TERMS } from '../query/relaxation.ts';
import { partedWord } from '../query/spelling-variants.ts';
import { goingOnFrom } from '../query/term-expansion.ts';
import type { TermSet } from '../search/matcher.ts';
import { type Correction, withCorrections } from './apply-corrections.ts';
import { likeliest, type NearWord } from './candidate-ranking.ts';
import { mayBeMistyped, mostRare, usualOnes } from './suspect-terms.ts';

/** The whole input with such words replaced; undefined where there is nothing better. With `stemming`, forms are known, too. */
export function suggestedInput(
  input: string,
  plan: QueryPlan,
  known: IndexStatistics,
  stemming: boolean,
  signal?: AbortSignal,
): string | undefined {
  const corrections =
    plan.corrections ??
    correctionsOf(plan.clauses, unknownAmong(wordsOf(plan.clauses), known, stemming), known, {
      language: plan.language,
      signal,
    });
  const rare = rareCorrections(plan, known, signal);
  const replaced = [...corrections, ...rare, ...plan.unsigned].sort((a, b) => a.word.begin - b.word.begin);
  const corrected = withCorrections(
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
  const { vocabulary, documentsWith } = known;
  const typed = clauses.slice(0, MAX_EXPANDED_TERMS).filter(({ excluded, quoted }) => !excluded && !quoted);
  return typed.flatMap(({ words: [word], unfinished }) => {
    const { text } = word!;
    if (!mayBeMistyped(text) || isInLabels(text, known.thesaurus, true)) return [];
    signal?.throwIfAborted();
    const documents = documentsWith(termsOf(text, vocabulary, vocabulary.languages), mostRare + 1);
    if (documents === 0 || documents > mostRare) return [];
    // What more documents go on from may not be at its end.
    if (unfinished && documentsWith(goingOnFrom(text, vocabulary)) > documents) return [];
    const usual = usualOnes(text, documents, nearInDocuments(text, known));
    const found = likeliest(text, usual, language, vocabulary.languages);
    return found ? [{ word: word!, ...found }] : [];
  });
}

/** Words that are looked for. */
export function wordsOf(clauses: Clause[]): Token[] {
  return clauses.filter((clause) => !clause.excluded).flatMap((clause) => clause.words);
}

/**
 * Different words that neither documents nor labels have, in their order: those that are corrected. Whoever mistypes more means something
 * else, or writes in a language that the space has not.
 */
export function unknownAmong(typed: Token[], known: IndexStatistics, stemming: boolean): string[] {
  const different = new Set(typed.map(({ text }) => text));
  return [...different]
    .slice(0, MAX_CLAUSES)
    .filter((word) => !isRight(word, known, stemming))
    .slice(0, MAX_EXPANDED_TERMS);
}

/** In the order of the words. None for a word that is not yet at its end, and that words of documents or labels go on from. */
export function correctionsOf(
  clauses: Clause[],
  unknown: readonly string[],
  known: IndexStatistics,
  { language, signal }: { language: QueryLanguage; signal: AbortSignal | undefined },
): Correction[] {
  const better = new Map<string, Omit<Correction, 'word'> | undefined>();
  const typed = wordsOf(clauses);
  const begun = clauses.find(({ unfinished }) => unfinished)?.words.at(-1)?.text;
  for (const word of unknown) {
    signal?.throwIfAborted();
    const isBeginning = word === begun && isBegun(word, known);
    better.set(word, isBeginning ? undefined : betterWord(word, known, language));
  }
  return typed.flatMap((word) => {
    const found = better.get(word.text);
    return found ? [{ word, ...found }] : [];
  });
}

/** Some document, or some label, has a word that begins so. */
export function isBegun(beginning: string, known: IndexStatistics): boolean {
  const { suggestions, thesaurus } = known.thesaurus;
  return (
    goesOn(goingOnFrom(beginning, known.vocabulary), known) ||
    beginsLabelWord(beginning, suggestions, thesaurus)
  );
}

/** Some document has one of the words. */
function goesOn(longer: TermSet, { documentsWith }: IndexStatistics): boolean {
  return documentsWith(longer, 1) > 0;
}

function betterWord(word: string, known: IndexStatistics, language: QueryLanguage): NearWord | undefined {
  // What says nothing need not be in any document to be right.
  if ((language.own ?? language.stops)?.isStopWord(normalize(word))) return undefined;
  const { vocabulary, thesaurus } = known;
  const labels = nearLabelWords(thesaurus.suggestions, thesaurus.thesaurus, word);
  // `email` is written `e-mail`, and no mistyped `mail`.
  const parts = partedWord(word, (part) => vocabulary.find(part) >= 0).flat();
  const near = [...nearInDocuments(word, known), ...labels].filter(({ text }) => !parts.includes(text));
  return likeliest(word, near, language, vocabulary.languages);
}

function nearInDocuments(word: string, { vocabulary, documentsWith }: IndexStatistics): NearWord[] {
  const near = vocabulary.similarTo(word).flatMap(({ terms }) => terms);
  return near
    .map((term) => ({ term, documents: documentsWith([term]) }))
    .filter(({ documents }) => documents > 0)
    .map(({ term, documents }) => ({
      text: vocabulary.terms.at(term),
      spelling: vocabulary.spelling(term),
      documents,
    }));
}

/** True where some document has the word or, with `stemming`, another form of it. */
export function isKnown(
  word: string,
  { vocabulary, documentsWith }: IndexStatistics,
  stemming: boolean,
): boolean {
  const languages = stemming ? vocabulary.languages : [];
  return documentsWith(termsOf(word, vocabulary, languages), 1) > 0;
}

const shortestWhole = 3;

/** True for a word that a document or a label has as it is; shorter ones may well be the beginning of another. */
export function isWholeWord(
  word: string,
  { vocabulary, documentsWith, thesaurus: { suggestions } }: IndexStatistics,
): boolean {
  if (word.length < shortestWhole) return false;
  const term = vocabulary.find(word);
  return (
    (term >= 0 && documentsWith([term], 1) > 0) ||
    wordNumber(suggestions.vocabulary, normalizeSpelling(word)) >= 0
  );
}

/** The same for labels: what they have is right, if no document has it. */
function isRight(word: string, known: IndexStatistics, stemming: boolean): boolean {
  const { thesaurus } = known;
  return (
    isInLabels(word, thesaurus, false) ||
    isKnown(word, known, stemming) ||
    isInLabels(word, thesaurus, stemming)
  );
}
