/** The ways to meet a requirement by words: as typed, in other forms, going on, nearly spelled so, as a part of compounds. */

import type { Analyzer } from '../analysis/analyzers.ts';
import { normalize, prefixSpellings, wordSpellings } from '../analysis/normalizer.ts';
import type { TermDictionary } from '../index/term-dictionary.ts';
import type { Matcher, TermSet } from '../search/matcher.ts';
import { matchingTerms } from './concept-expansion.ts';
import type { IndexStatistics } from './index-statistics.ts';
import type { Clause } from './parser.ts';
import type { QueryLanguage } from './query-language.ts';
import type { Alternative, QueryOptions } from './query-plan.ts';
import type { Relaxation } from './relaxation.ts';

/**
 * One letter stands for so many words that begin with it: of those that say something, the ones that most documents have.
 * All would be a tenth of the words, and of the time that a search may take. So does the last word of a phrase.
 */
export const MAX_PREFIX_EXPANSIONS = 100;
export const PREFIX_WEIGHT = 0.4;
export const COMPOUND_WEIGHT = 0.2;

/** The languages by whose rules a word is reduced. */
export type AnalyzersFor = (word: string) => Analyzer[];

/** Those of all documents; where someone asks in a language only that one, unless little is found for a word that it has not. */
export function stemmingAnalyzers(
  { analyzer: own, isForeign }: QueryLanguage,
  { languages }: TermDictionary,
  { stemming }: QueryOptions,
  { broad }: Relaxation,
): AnalyzersFor {
  if (!stemming) return () => [];
  if (!own) return () => languages;
  return (word) => (broad && isForeign(word) ? languages : [own]);
}

/** What the words of a clause are compared with. */
interface Compared {
  known: Pick<IndexStatistics, 'vocabulary' | 'mostFrequent'>;
  formsIn: AnalyzersFor;
  /** Words that may be spelled nearly so. */
  misspelt: readonly string[];
  /** True for a word that need not go on to be one. */
  isWhole(word: string): boolean;
  settings: Pick<QueryOptions, 'stemming' | 'stopWords'>;
}

export function alternativesOf(
  clause: Clause,
  clauseMask: number,
  { known, formsIn, misspelt, isWhole, settings }: Compared,
): Alternative[] {
  const { vocabulary } = known;
  const alternatives: Alternative[] = [
    { matcher: clauseMatcher(clause, vocabulary, formsIn), clauseMask, weight: 1 },
  ];
  if (clause.unfinished) {
    const matcher = clause.quoted ? begunPhrase(clause, known) : begunWord(clause, known, settings);
    const goesOn = isWhole(clause.words.at(-1)!.text);
    if (matcher) alternatives.push({ matcher, clauseMask, weight: PREFIX_WEIGHT, isOptionalPrefix: goesOn });
  }
  if (clause.quoted) return alternatives;
  const word = clause.words[0]!.text;
  if (misspelt.includes(word)) {
    for (const { terms, distance } of vocabulary.similarTo(word)) {
      alternatives.push({ matcher: { kind: 'word', terms }, clauseMask, weight: 1 / (1 + distance) });
    }
  }
  return alternatives;
}

export function clauseMatcher(clause: Clause, vocabulary: TermDictionary, formsIn: AnalyzersFor): Matcher {
  return following(
    clause.words.map(({ text }) =>
      clause.quoted ? writtenSo(text, vocabulary) : matchingTerms(text, vocabulary, formsIn(text)),
    ),
  );
}

function following(groups: TermSet[]): Matcher {
  return groups.length > 1 ? { kind: 'phrase', words: groups } : { kind: 'word', terms: groups[0]! };
}

/** What stands in quotes is meant as it is written, with ß or ss. */
function writtenSo(word: string, vocabulary: TermDictionary): TermSet {
  return wordSpellings(word)
    .map((spelling) => vocabulary.find(spelling))
    .filter((term) => term >= 0);
}

/** Words that go on from what was typed, with itself; undefined where there are none. */
function begunWord(
  { words }: Clause,
  { vocabulary, mostFrequent }: Compared['known'],
  { stemming, stopWords }: Compared['settings'],
): Matcher | undefined {
  const word = words[0]!.text;
  const longer = stemming ? prefixExpansions(word, vocabulary) : vocabulary.startingWith([normalize(word)]);
  const { languages, terms } = vocabulary;
  const says = (term: number) => !languages.some((language) => language.isStopWord(terms.at(term)));
  const most =
    word.length > 1 ? longer : mostFrequent(longer, MAX_PREFIX_EXPANSIONS, stopWords ? says : () => true);
  return most.length > 0 ? { kind: 'word', terms: most } : undefined;
}

/** The phrase whose last word is not yet at its end. Any word may stand behind others, and each has to be looked for there. */
function begunPhrase(
  { words }: Clause,
  { vocabulary, mostFrequent }: Compared['known'],
): Matcher | undefined {
  const before = words.slice(0, -1).map(({ text }) => writtenSo(text, vocabulary));
  const longer = vocabulary.startingWith(prefixSpellings(words.at(-1)!.text));
  const last =
    longer.length > MAX_PREFIX_EXPANSIONS ? mostFrequent(longer, MAX_PREFIX_EXPANSIONS, () => true) : longer;
  const groups = [...before, last];
  return groups.every(({ length }) => length > 0) ? following(groups) : undefined;
}

/** Words that may be meant by their beginning, in any of its spellings; ascending. */
export function prefixExpansions(beginning: string, vocabulary: TermDictionary): TermSet {
  const longer = vocabulary.startingWith(prefixSpellings(beginning));
  const others = vocabulary.writtenOutFrom(beginning);
  return others.length > 0 ? [...new Set([...longer, ...others])].sort((a, b) => a - b) : longer;
}

/** Compound words that the word of a clause is a part of, in the languages that write them as one. */
export function compoundExpansions(
  clause: Clause,
  vocabulary: TermDictionary,
  formsIn: AnalyzersFor,
): TermSet {
  if (clause.quoted) return [];
  const word = clause.words[0]!.text;
  const found = new Set(formsIn(word).flatMap((language) => vocabulary.compoundsWith(word, language)));
  return [...found].sort((a, b) => a - b);
}
