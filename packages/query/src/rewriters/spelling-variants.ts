/**
 * Spelling variants: words written as one or as two (`wifi`, `Wi-Fi`, `wi fi`; `R&D`, `R & D`).
 *
 * Only variants that occur in documents are searched.
 */

import { twoWaySplits } from '../analysis/decompounder.ts';
import { normalize } from '../analysis/normalizer.ts';
import { isAmpersandJoinable, MAX_AMPERSAND_GAP, withoutLeadingDot } from '../analysis/word-shapes.ts';
import type { ReadableTermDictionary } from '../index-statistics.ts';
import { type Clause, type UniqueClause, uniqueClauses } from '../parser.ts';
import type { Matcher, QueryPlan } from '../query-plan.ts';
import { MAX_EXPANDED_TERMS } from '../relaxation.ts';
import { type AnalyzersFor, COMPOUND_WEIGHT, matchingTerms } from './term-expansion.ts';

/** Adjacent clauses and the word that they form together. */
interface JoinedWords {
  clauses: Clause[];
  word: string;
}

/** As in `U.S.A.` */
export const MAX_JOINED_WORDS = 3;
/** At most one character between them: a space, hyphen or dot. */
const MAX_GAP = 1;
const MAX_SPLIT_LENGTH = 20;

/** Adds the variants that occur in documents to the plan; `bitsOf` contains the requirements of the clauses. */
export function addSpellingVariants(
  plan: QueryPlan,
  clauses: Clause[],
  bitsOf: ReadonlyMap<Clause, number>,
  termDictionary: ReadableTermDictionary,
  analyzersFor: AnalyzersFor,
): void {
  const has = (word: string) => termDictionary.find(word) >= 0;
  const groupOf = (word: string) => matchingTerms(word, termDictionary, analyzersFor(word));
  for (const { clauses: apart, word } of joinedWords(clauses, has)) {
    const requirementMask = apart.reduce((sum, clause) => sum | (bitsOf.get(clause) ?? 0), 0);
    if (requirementMask === 0) continue;
    plan.alternatives.push({ matcher: { kind: 'word', terms: groupOf(word) }, requirementMask, weight: 1 });
    plan.highlightTerms.push({ word, unfinished: false });
  }
  for (const { clause, all } of splitCandidates(clauses)) {
    const requirementMask = bitsOf.get(clause) ?? 0;
    if (requirementMask === 0) continue;
    const [word] = clause.words;
    for (const parts of splitWord(word!.text, has)) {
      const matcher: Matcher = { kind: 'phrase', words: parts.map(groupOf) };
      plan.alternatives.push({ matcher, requirementMask, weight: all.length });
      plan.highlightLabels.push(parts.join(' '));
    }
    const ending = withoutLeadingDot(word!.text);
    if (ending === undefined || !has(ending)) continue;
    const terms = matchingTerms(ending, termDictionary, []);
    plan.alternatives.push({
      matcher: { kind: 'word', terms },
      requirementMask,
      weight: COMPOUND_WEIGHT * all.length,
    });
    plan.highlightTerms.push({ word: ending, unfinished: false });
  }
}

/** Variants to exclude with a word: `-R&D` also excludes `R & D`, `-Wi-Fi` also `wifi`. Quoted clauses have none. */
export function excludedVariants(
  { words, quoted }: Clause,
  termDictionary: ReadableTermDictionary,
  analyzersFor: AnalyzersFor,
): Matcher[] {
  if (quoted) return [];
  const groupOf = (word: string) => matchingTerms(word, termDictionary, analyzersFor(word));
  const has = (word: string) => termDictionary.find(word) >= 0;
  if (words.length > 1) {
    const joined = words.map(({ text }) => text).join('');
    return words.length <= MAX_JOINED_WORDS && has(joined) ? [{ kind: 'word', terms: groupOf(joined) }] : [];
  }
  const parted = splitWord(words[0]!.text, has);
  return parted.map((parts) => ({ kind: 'phrase', words: parts.map(groupOf) }));
}

/** The first distinct words; splitting a word adds a phrase for each position. */
function splitCandidates(clauses: Clause[]): UniqueClause[] {
  return uniqueClauses(clauses.filter(({ quoted, excluded }) => !quoted && !excluded)).slice(
    0,
    MAX_EXPANDED_TERMS,
  );
}

/** `has` returns whether a document contains a word. */
export function joinedWords(clauses: Clause[], has: (word: string) => boolean): JoinedWords[] {
  const found: JoinedWords[] = [];
  clauses.slice(0, MAX_EXPANDED_TERMS).forEach((first, at) => {
    let together = first.words[0]!.text;
    for (let i = at + 1; i < at + MAX_JOINED_WORDS && i < clauses.length; i++) {
      const join = joinFunction(clauses[i - 1]!, clauses[i]!);
      if (!join) return;
      together = join(together, clauses[i]!.words[0]!.text);
      if (has(together)) found.push({ clauses: clauses.slice(at, i + 1), word: together });
    }
  });
  return found;
}

/** The function that joins two clauses; undefined if they are not adjacent. */
function joinFunction(one: Clause, other: Clause): ((one: string, other: string) => string) | undefined {
  const isPlain = [one, other].every(({ quoted, excluded }) => !quoted && !excluded);
  if (!isPlain) return undefined;
  const [first, second] = [one.words[0]!, other.words[0]!];
  const gap = second.begin - first.end;
  if (gap <= MAX_GAP) return (before, word) => before + word;
  const mayBe = [first, second].every(({ text }) => isAmpersandJoinable(text));
  return gap === MAX_AMPERSAND_GAP && mayBe ? (before, word) => `${before}&${word}` : undefined;
}

/** All splits of a word into known words, mostly two. */
export function splitWord(word: string, has: (word: string) => boolean): string[][] {
  const normalized = normalize(word);
  if (normalized.length > MAX_SPLIT_LENGTH) return [];
  const around = normalized.split('&');
  if (around.length > 1) return around.every(has) ? [around] : [];
  return twoWaySplits(normalized, 1).filter((parts) => parts.every(has));
}
