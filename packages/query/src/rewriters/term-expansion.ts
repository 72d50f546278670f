/** Term expansion: inflections, prefix expansions, similar terms and compounds of a clause. */

import type { Analyzer } from '../analysis/analyzers.ts';
import { normalize, prefixSpellings, wordSpellings } from '../analysis/normalizer.ts';
import { genderBase } from '../analysis/word-shapes.ts';
import type { IndexStatistics, ReadableTermDictionary } from '../index-statistics.ts';
import type { Clause } from '../parser.ts';
import type { Alternative, Matcher, QueryLanguage, QueryOptions, TermSet } from '../query-plan.ts';
import type { Relaxation } from '../relaxation.ts';

/**
 * Maximum expansions of a single letter and of the last word of a phrase, by document frequency. All of them would
 * be a tenth of the dictionary, and of the time budget of a search.
 */
const MAX_PREFIX_EXPANSIONS = 100;
const PREFIX_WEIGHT = 0.4;
/** Next to 3, the most that a word counts: a title that the visitor is typing comes before texts with the word. */
const TITLE_PREFIX_WEIGHT = 2;
export const COMPOUND_WEIGHT = 0.2;

/** Returns the analyzers whose stemmers apply to a word. */
export type AnalyzersFor = (word: string) => Analyzer[];

/**
 * All languages of the documents, or only the query language if there is one. In broad mode, words that it does not
 * have are stemmed in all languages.
 */
export function stemmingAnalyzers(
  { analyzer: own, isForeign }: QueryLanguage,
  { languages }: ReadableTermDictionary,
  { stemming }: QueryOptions,
  { broad }: Relaxation,
): AnalyzersFor {
  if (!stemming) return () => [];
  if (!own) return () => languages;
  return (word) => (broad && isForeign(word) ? languages : [own]);
}

/** Context in which a clause is expanded. */
interface ClauseContext {
  statistics: Pick<IndexStatistics, 'termDictionary' | 'mostFrequent'>;
  analyzersFor: AnalyzersFor;
  /** Words to which fuzzy matching applies. */
  misspelled: readonly string[];
  /** True for a complete word, which need not be a prefix. */
  isWhole(word: string): boolean;
  /** The query requires nothing else. */
  isOnlyClause: boolean;
  settings: Pick<QueryOptions, 'stemming' | 'stopWords'>;
}

export function alternativesOf(
  clause: Clause,
  requirementMask: number,
  { statistics, analyzersFor, misspelled, isWhole, isOnlyClause, settings }: ClauseContext,
): Alternative[] {
  const { termDictionary } = statistics;
  const alternatives: Alternative[] = [
    { matcher: clauseMatcher(clause, termDictionary, analyzersFor), requirementMask, weight: 1 },
  ];
  if (clause.unfinished) {
    const matcher = clause.quoted
      ? prefixPhraseMatcher(clause, statistics)
      : prefixMatcher(clause, statistics, settings);
    const isOptionalPrefix = isWhole(clause.words.at(-1)!.text);
    const completion = { requirementMask, isOptionalPrefix };
    if (matcher) alternatives.push({ ...completion, matcher, weight: PREFIX_WEIGHT });
    // The complete last word of several is more likely the end of the query than the beginning of a title.
    if (matcher?.kind === 'word' && (isOnlyClause || !isOptionalPrefix))
      alternatives.push({
        ...completion,
        matcher: { kind: 'title', terms: matcher.terms },
        weight: TITLE_PREFIX_WEIGHT,
      });
  }
  if (clause.quoted) return alternatives;
  const word = clause.words[0]!.text;
  if (misspelled.includes(word)) {
    for (const { terms, distance } of termDictionary.similarTo(word)) {
      alternatives.push({ matcher: { kind: 'word', terms }, requirementMask, weight: 1 / (1 + distance) });
    }
  }
  return alternatives;
}

/** Term ids of the word and its inflections in these languages. */
export function matchingTerms(
  word: string,
  termDictionary: ReadableTermDictionary,
  languages: Analyzer[],
): TermSet {
  const found = new Set<number>();
  const exact = termDictionary.find(word);
  if (exact >= 0) found.add(exact);
  for (const language of languages)
    for (const term of termDictionary.unambiguousForms(word, language)) found.add(term);
  const base = genderBase(word);
  if (base !== undefined) for (const term of matchingTerms(base, termDictionary, languages)) found.add(term);
  return [...found];
}

export function clauseMatcher(
  clause: Clause,
  termDictionary: ReadableTermDictionary,
  analyzersFor: AnalyzersFor,
): Matcher {
  return phraseMatcher(
    clause.words.map(({ text }) =>
      clause.quoted
        ? exactTerms(text, termDictionary)
        : matchingTerms(text, termDictionary, analyzersFor(text)),
    ),
  );
}

function phraseMatcher(groups: TermSet[]): Matcher {
  return groups.length > 1 ? { kind: 'phrase', words: groups } : { kind: 'word', terms: groups[0]! };
}

/** Quoted words match only as written, with ß or ss. */
function exactTerms(word: string, termDictionary: ReadableTermDictionary): TermSet {
  return wordSpellings(word)
    .map((spelling) => termDictionary.find(spelling))
    .filter((term) => term >= 0);
}

/** Prefix expansions of a word, including itself; undefined if there are none. */
function prefixMatcher(
  { words }: Clause,
  { termDictionary, mostFrequent }: ClauseContext['statistics'],
  { stemming, stopWords }: ClauseContext['settings'],
): Matcher | undefined {
  const word = words[0]!.text;
  const longer = stemming
    ? prefixExpansions(word, termDictionary)
    : termDictionary.startingWith([normalize(word)]);
  const { languages, terms } = termDictionary;
  const isContentWord = (term: number) => !languages.some((language) => language.isStopWord(terms.at(term)));
  const expansions =
    word.length > 1
      ? longer
      : mostFrequent(longer, MAX_PREFIX_EXPANSIONS, stopWords ? isContentWord : () => true);
  return expansions.length > 0 ? { kind: 'word', terms: expansions } : undefined;
}

/** A phrase whose last word is a prefix. Expansions are limited, because each is looked up after the other words. */
function prefixPhraseMatcher(
  { words }: Clause,
  { termDictionary, mostFrequent }: ClauseContext['statistics'],
): Matcher | undefined {
  const before = words.slice(0, -1).map(({ text }) => exactTerms(text, termDictionary));
  const longer = termDictionary.startingWith(prefixSpellings(words.at(-1)!.text));
  const last =
    longer.length > MAX_PREFIX_EXPANSIONS ? mostFrequent(longer, MAX_PREFIX_EXPANSIONS, () => true) : longer;
  const groups = [...before, last];
  return groups.every(({ length }) => length > 0) ? phraseMatcher(groups) : undefined;
}

/** Terms that start with the prefix in any of its spellings, ascending. */
export function prefixExpansions(beginning: string, termDictionary: ReadableTermDictionary): TermSet {
  const longer = termDictionary.startingWith(prefixSpellings(beginning));
  const others = termDictionary.transliteratedPrefixMatches(beginning);
  return others.length > 0 ? [...new Set([...longer, ...others])].sort((a, b) => a - b) : longer;
}

/** Compounds that contain the word, in languages that write compounds as one word. */
export function compoundExpansions(
  clause: Clause,
  termDictionary: ReadableTermDictionary,
  analyzersFor: AnalyzersFor,
): TermSet {
  if (clause.quoted) return [];
  const word = clause.words[0]!.text;
  const found = new Set(
    analyzersFor(word).flatMap((language) => termDictionary.compoundsWith(word, language)),
  );
  return [...found].sort((a, b) => a - b);
}
