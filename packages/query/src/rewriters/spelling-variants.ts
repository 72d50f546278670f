/** Spelling variants in documents: words written as one or as two (`wifi`, `Wi-Fi`; `R&D`, `R & D`). */
import { MAX_SPLIT_LENGTH, partTokens, twoWaySplits } from '../analysis/decompounder.ts';
import { normalize } from '../analysis/normalizer.ts';
import { AMPERSAND_GAP, isAmpersandPart } from '../analysis/word-shapes.ts';
import { getOrInsert } from '../collections/get-or-insert.ts';
import { type Clause, uniqueClauses } from '../parser.ts';
import { MAX_EXPANDED_TERMS, type Matcher, type TermSet } from '../query-plan.ts';
import type { QueryDraft } from './query-draft.ts';
import { matchingTerms, phraseMatcher } from './term-expansion.ts';

/** Maximum number of words to join, as in `U.S.A.` or an ISBN. */
const MAX_JOINED_WORDS = 5;
/** Maximum number of characters between joined words: a space, hyphen or dot. */
const MAX_GAP = 1;
/** A word that may be written with a dot after each letter, such as `US`; but `us` is a pronoun. */
const ACRONYM = /^(?:\p{L}{3,5}|\p{Lu}S)$/u;
/** Minimum length of `AB12345` for `AB-1234/5` and of an ISBN without hyphens, in UTF-16 units. */
const MIN_LENGTH_OF_MANY_PARTS = 6;
/** Maximum number of splits of a word, each of which becomes a phrase. */
const MAX_SPLITS = 16;
/** Weight of the parts of a word that documents have: `she'll` is not a spelling of `shell`. */
const KNOWN_WORD_SPLIT_WEIGHT = 0.5;

/** Adds the variants that occur in documents. */
export function addSpellingVariants(query: QueryDraft): void {
  if (!query.hasVariants) return;
  addJoinedWords(query);
  addSplitWords(query);
}

function addJoinedWords(query: QueryDraft): void {
  const { plan, positive, input } = query;
  const { has, termsOf } = wordLookup(query);
  for (const { clauses, word } of joinedWords(positive, input, has)) {
    const requirementMask = plan.maskOf(clauses);
    if (requirementMask === 0) continue;
    plan.alternatives.push({ matcher: { kind: 'word', terms: termsOf(word) }, requirementMask, weight: 1 });
    plan.highlightTerms.push({ word, unfinished: false });
  }
}

/** Adds a phrase for each position where a word can be split. */
function addSplitWords(query: QueryDraft): void {
  const { plan, positive } = query;
  const { has, termsOf } = wordLookup(query);
  const splitClauses = uniqueClauses(positive.filter(({ quoted }) => !quoted)).slice(0, MAX_EXPANDED_TERMS);
  for (const { clause, all } of splitClauses) {
    const requirementMask = plan.maskOf([clause]);
    if (requirementMask === 0) continue;
    const word = clause.words[0]!;
    const weight = all.length * (has(word.text) ? KNOWN_WORD_SPLIT_WEIGHT : 1);
    for (const parts of splitWord(word.text, has)) {
      plan.alternatives.push({ matcher: phraseMatcher(parts.map(termsOf)), requirementMask, weight });
      const texts = partTokens(word, parts).map(({ text }) => text);
      plan.highlightLabels.push(texts.join(' '));
    }
  }
}

/** Variants to exclude with a word: `-R&D` also excludes `R & D`, `-Wi-Fi` also `wifi`. Quoted clauses have none. */
export function excludedVariants({ words, quoted }: Clause, query: QueryDraft): Matcher[] {
  if (quoted) return [];
  const { has, termsOf } = wordLookup(query);
  if (words.length > 1) {
    const joined = words.map(({ text }) => text).join('');
    return words.length <= MAX_JOINED_WORDS && has(joined) ? [{ kind: 'word', terms: termsOf(joined) }] : [];
  }
  return splitWord(words[0]!.text, has).map((parts) => phraseMatcher(parts.map(termsOf)));
}

function wordLookup({ statistics: { termDictionary }, analyzersFor }: QueryDraft) {
  const lookUp = (word: string) => matchingTerms(word, termDictionary, analyzersFor(word));
  /** Terms by word, because the splits of a code share most of their parts. */
  const terms = new Map<string, TermSet>();
  return {
    has: (word: string) => termDictionary.find(word) >= 0,
    termsOf: (word: string) => getOrInsert(terms, word, lookUp),
  };
}

/** Joins adjacent words of the input if a document contains the joined word (`has`). */
export function joinedWords(clauses: Clause[], input: string, has: (word: string) => boolean) {
  const joined: { clauses: Clause[]; word: string }[] = [];
  clauses.slice(0, MAX_EXPANDED_TERMS).forEach((first, firstIndex) => {
    let word = first.words[0]!.text;
    for (let i = firstIndex + 1; i < firstIndex + MAX_JOINED_WORDS && i < clauses.length; i++) {
      const joiner = joinerBetween(clauses[i - 1]!, clauses[i]!, input);
      if (joiner === undefined) return;
      word += joiner + clauses[i]!.words[0]!.text;
      if (has(word)) joined.push({ clauses: clauses.slice(firstIndex, i + 1), word });
    }
  });
  return joined;
}

/** A mark between two numbers, except before three digits, where it separates thousands: `25.4mm` is not `254mm`. */
const DECIMAL_MARK = /^\d[.,:/]\d(?!\d\d(?!\d))/;

/** The text that joins two clauses to one word; undefined if the clauses are not adjacent or are parts of a number. */
function joinerBetween(left: Clause, right: Clause, input: string): '' | '&' | undefined {
  if ([left, right].some(({ quoted, excluded }) => quoted || excluded)) return undefined;
  const [first, second] = [left.words[0]!, right.words[0]!];
  const gap = second.begin - first.end;
  if (gap <= MAX_GAP) return DECIMAL_MARK.test(input.slice(first.end - 1, second.end)) ? undefined : '';
  const areShort = [first, second].every(({ text }) => isAmpersandPart(text));
  return gap === AMPERSAND_GAP && areShort ? '&' : undefined;
}

/** Splits into known words, the likeliest first; the genitive `file's` is not a spelling of `files`. */
export function splitWord(word: string, has: (word: string) => boolean): string[][] {
  const normalized = normalize(word);
  if (normalized.length > MAX_SPLIT_LENGTH) return [];
  const parts = normalized.split('&');
  if (parts.length > 1) return parts.every(has) ? [parts] : [];
  const letters = ACRONYM.test(word) ? [[...normalized]].filter((split) => split.every(has)) : [];
  const hasManyParts = normalized.length >= MIN_LENGTH_OF_MANY_PARTS && (/\d/.test(word) || !has(word));
  const splits = splitsInto(normalized, hasManyParts ? MAX_JOINED_WORDS : 2, has)
    .filter((split) => split.length > 1 && split.at(-1) !== 's')
    .sort((a, b) => Math.min(a.length, 3) - Math.min(b.length, 3) || specificity(b) - specificity(a));
  return [...letters, ...splits.slice(0, MAX_SPLITS)];
}

/** A long part is rarely known by chance; of splits with equally long parts, the one with fewer parts is likelier. */
const specificity = (parts: string[]): number =>
  Math.max(...parts.map(({ length }) => length)) - parts.length / (MAX_JOINED_WORDS + 1);

/** The word itself and its splits, if all parts are known. */
function splitsInto(word: string, maxParts: number, has: (word: string) => boolean): string[][] {
  const begins = maxParts > 1 ? twoWaySplits(word, 1).filter(([begin]) => has(begin)) : [];
  const splits = begins.flatMap(([begin, rest]) =>
    splitsInto(rest, maxParts - 1, has).map((split) => [begin, ...split]),
  );
  return has(word) ? [[word], ...splits] : splits;
}
