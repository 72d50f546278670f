/** Labels that a query names in full: as typed, quoted, excluded, or written as several words. */

import { analyzerFor } from '../analysis/analyzers.ts';
import type { Token } from '../analysis/tokenizer.ts';
import type { IndexedThesaurus } from '../indexed-thesaurus.ts';
import { type Clause, MAX_QUERY_LENGTH, uniqueClauses } from '../parser.ts';
import type { QueryLanguage } from '../query-plan.ts';
import type { ConceptMatch, ConceptMatchOptions, Sense } from '../thesaurus/concept-matcher.ts';
import { joinedWords } from './spelling-variants.ts';

/** Minimum length of an unfinished word that names a concept; a label of exactly this spelling may be shorter. */
const MIN_UNFINISHED_LENGTH = 3;
const MIN_UNFINISHED_LABEL_LENGTH = 2;
/** A single character of these scripts can be a word. */
const ideograph = /\p{Script=Han}/u;

/** A label in the input, or concepts whose labels contain the words among others. */
export interface QueryMatch extends ConceptMatch {
  /** Only part of a label, next to other matches. */
  isPartial?: boolean;
  /** Matched by the demonym of a place. */
  isDemonym?: boolean;
  /** Quoted: other labels of the concept are not searched. */
  isQuoted?: boolean;
  /** Matched by a label prefix: not reported as recognized. */
  isPrefix?: boolean;
}

export function coversClause(match: ConceptMatch, clause: Clause): boolean {
  return clause.words.every((word) => liesWithin(word, match));
}

/** Returns a test for words that belong to one of the matches. */
export function isInsideAny(matches: readonly ConceptMatch[]): (word: Token) => boolean {
  return (word) => matches.some((match) => liesWithin(word, match));
}

export function liesWithin({ begin, end }: Pick<Token, 'begin' | 'end'>, match: ConceptMatch): boolean {
  return match.begin <= begin && end <= match.end;
}

/** Inflections of labels in other languages match only if `broad` is set. */
export function conceptMatchOptions(
  { stopWordAnalyzer: stops, analyzer: own, isForeign }: QueryLanguage,
  broad: boolean,
): ConceptMatchOptions {
  const meant = own && { language: own, isForeign: broad ? isForeign : () => false };
  return { query: true, stopWordsOf: stops, preferredLanguage: meant };
}

/** True if labels in this language are in the query language, or if one of the two is unspecified. */
export function isInQueryLanguage({ analyzer: own }: Pick<QueryLanguage, 'analyzer'>, tag: string): boolean {
  return !own || ['', own.code].includes(analyzerFor(tag).code);
}

/** Labels that consist of whole words of the input, without excluded, quoted and short unfinished ones. */
export function matchLabels(
  input: string,
  positive: Clause[],
  { conceptMatcher }: IndexedThesaurus,
  options: ConceptMatchOptions,
): ConceptMatch[] {
  return conceptMatcher.match(input.slice(0, MAX_QUERY_LENGTH), options).filter((match) => {
    const inside = positive.filter((clause) => coversClause(match, clause));
    const mayGoOn = inside.length === 1 && inside[0]!.unfinished;
    const whole = inside.length === match.words && !inside.some((clause) => clause.quoted);
    return whole && !(mayGoOn && isTooShort(input, match));
  });
}

function isTooShort(input: string, { begin, end, senses }: ConceptMatch): boolean {
  const shortest = senses.some(({ exact }) => exact) ? MIN_UNFINISHED_LABEL_LENGTH : MIN_UNFINISHED_LENGTH;
  return end - begin < shortest && !ideograph.test(input.slice(begin, end));
}

/** Matches of quoted clauses with labels, by exact spelling. */
export function quotedConcepts(
  input: string,
  positive: Clause[],
  known: IndexedThesaurus,
  language: QueryLanguage,
): ConceptMatch[] {
  const quoted = uniqueClauses(positive.filter((clause) => clause.quoted)).map(({ clause }) => clause);
  return quoted.flatMap((clause) => {
    const senses = namedAlone(input, clause, known, language);
    if (senses.length === 0) return [];
    const [begin, end] = [clause.words[0]!.begin, clause.words.at(-1)!.end];
    return [{ begin, end, words: clause.words.length, senses, nested: false }];
  });
}

/** Concepts to exclude, with all that are narrower. */
export function excludedConcepts(
  input: string,
  clauses: Clause[],
  known: IndexedThesaurus,
  language: QueryLanguage,
): number[] {
  const excluded = uniqueClauses(clauses.filter((clause) => clause.excluded)).map(({ clause }) => clause);
  return excluded.flatMap((clause) =>
    namedAlone(input, clause, known, language).map(({ concept }) => concept),
  );
}

/** Senses of the whole clause; in quotes only those with a label of the same spelling. */
function namedAlone(
  input: string,
  { words, quoted }: Clause,
  { conceptMatcher }: IndexedThesaurus,
  language: QueryLanguage,
): Sense[] {
  const text = input.slice(words[0]!.begin, words.at(-1)!.end);
  const whole = conceptMatcher
    .match(text, conceptMatchOptions(language, false))
    .filter((match) => match.words === words.length);
  return whole.flatMap((match) => match.senses).filter(({ exact }) => exact || !quoted);
}

/** Returns the matches at the offsets of the typed words; skips words that already form a label as typed. */
export function compoundConcepts(
  clauses: Clause[],
  typed: readonly ConceptMatch[],
  { conceptMatcher }: IndexedThesaurus,
  language: QueryLanguage,
): QueryMatch[] {
  return joinedWords(clauses, () => true).flatMap(({ clauses: joined, word }) => {
    if (typed.some((match) => joined.every((clause) => coversClause(match, clause)))) return [];
    const [begin, end] = [joined[0]!.words[0]!.begin, joined.at(-1)!.words.at(-1)!.end];
    return conceptMatcher
      .match(word, conceptMatchOptions(language, false))
      .filter((match) => match.end - match.begin === word.length)
      .map((match) => ({ ...match, begin, end }));
  });
}

/** Combines both lists. Concepts named by single words of a compound become partial: the horse of `sea horse`. */
export function withCompounds(matches: readonly QueryMatch[], asOne: readonly QueryMatch[]): QueryMatch[] {
  const isInside = (match: QueryMatch) => asOne.some((each) => liesWithin(match, each));
  return [...matches.map((match) => (isInside(match) ? { ...match, isPartial: true } : match)), ...asOne];
}
