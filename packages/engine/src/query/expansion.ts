/** Adds to a plan in which ways what is asked for is met, and what is excluded. */
import type { Token } from '../analysis/tokenizer.ts';
import {
  addConcepts,
  CONCEPT_WEIGHT,
  conceptMatcher,
  MAX_CONCEPTS,
  MAX_HOMONYMS,
  termsOf,
} from './concept-expansion.ts';
import { excludedConcepts } from './exact-concepts.ts';
import type { IndexStatistics } from './index-statistics.ts';
import { type Clause, joined } from './parser.ts';
import type { QueryLanguage } from './query-language.ts';
import { type QueryMatch, spans } from './query-match.ts';
import type { QueryOptions, QueryPlan } from './query-plan.ts';
import { MAX_EXPANDED_TERMS } from './relaxation.ts';
import { excludedSpellings } from './spelling-variants.ts';
import { COMPOUND_WEIGHT, compoundsOf, type FormsIn, matcherOf, waysOf } from './term-expansion.ts';

/** An input in a space. */
export interface QueryContext {
  input: string;
  /** The language it is asked in, where one is told. */
  tag: string | undefined;
  language: QueryLanguage;
  formsIn: FormsIn;
  known: IndexStatistics;
  settings: QueryOptions;
  signal: AbortSignal | undefined;
}

/** The requirements that clauses are. */
export interface Requirements {
  bitsOf: ReadonlyMap<Clause, number>;
  /** Those that are words so common that they say little. */
  common: number;
}

/** Requirements are bits of a number; words beyond only take part in the ranking. */
const mostRequirements = 30;
/** Marks documents that were met without meeting a requirement. */
const rankingOnly = 1 << 30;

/** What is to be known of words to look for them. */
interface Reading {
  misspelt: readonly string[];
  isWhole(word: string): boolean;
  isCommon(clause: Clause): boolean;
}

export function addClauses(
  plan: QueryPlan,
  clauses: Clause[],
  asked: QueryContext,
  reading: Reading,
): Requirements {
  const { known, formsIn, settings, signal } = asked;
  const { misspelt, isWhole, isCommon } = reading;
  const compared = { known, formsIn, isWhole, misspelt, settings };
  const bitsOf = new Map<Clause, number>();
  let common = 0;
  joined(clauses).forEach(({ clause, all }, i) => {
    const bit = i < mostRequirements ? 1 << i : rankingOnly;
    if (bit !== rankingOnly) plan.required |= bit;
    if (isCommon(clause)) common |= bit;
    for (const each of all) bitsOf.set(each, bit);
    for (const { text } of clause.words.slice(0, -1)) plan.marked.push({ word: text, unfinished: false });
    plan.marked.push({ word: clause.words.at(-1)!.text, unfinished: clause.unfinished });
    signal?.throwIfAborted();
    const ways = waysOf(clause, bit, compared);
    const compounds = i < MAX_EXPANDED_TERMS ? compoundsOf(clause, known.vocabulary, formsIn) : [];
    if (compounds.length > 0) {
      ways.push({ matcher: { kind: 'word', terms: compounds }, bits: bit, boost: COMPOUND_WEIGHT });
      for (const term of compounds) plan.markedCompounds.push(known.vocabulary.terms.at(term));
    }
    // What is asked for twice is twice as much of what is asked for.
    for (const way of ways) plan.ways.push({ ...way, boost: way.boost * all.length });
  });
  return { bitsOf, common };
}

/** Words that were taken apart, as they are typed: who has one meets all its parts. */
export function addWholeWords(
  plan: QueryPlan,
  words: Token[],
  { bitsOf }: Requirements,
  asked: QueryContext,
): void {
  const { known, formsIn } = asked;
  for (const word of words) {
    const bits = bitsWithin(word, bitsOf);
    const terms = termsOf(word.text, known.vocabulary, formsIn(word.text));
    plan.ways.push({ matcher: { kind: 'word', terms }, bits, boost: CONCEPT_WEIGHT });
    plan.marked.push({ word: word.text, unfinished: false });
  }
}

/** The requirements that the parts of a word are. */
function bitsWithin({ begin, end }: Token, bitsOf: ReadonlyMap<Clause, number>): number {
  let bits = 0;
  for (const [{ words }, bit] of bitsOf) {
    const first = words[0]!;
    if (begin <= first.begin && first.end <= end) bits |= bit;
  }
  return bits;
}

export function addExcluded(plan: QueryPlan, clauses: Clause[], asked: QueryContext): void {
  const { input, known, formsIn, settings, language } = asked;
  const { vocabulary, thesaurus } = known;
  for (const { clause } of joined(clauses.filter((each) => each.excluded))) {
    plan.excluded.push(matcherOf(clause, vocabulary, formsIn));
    // However little is found: what is not wanted is so from the first reading on.
    if (settings.stemming) plan.excluded.push(...excludedSpellings(clause, vocabulary, formsIn));
  }
  const unwanted = settings.concepts ? excludedConcepts(input, clauses, thesaurus, language) : [];
  if (unwanted.length > 0) plan.excluded.push(conceptMatcher(unwanted, thesaurus.thesaurus));
}

export function addNamed(
  plan: QueryPlan,
  named: readonly QueryMatch[],
  positive: Clause[],
  { bitsOf, common }: Requirements,
  { input, known, settings, tag, signal }: QueryContext,
): void {
  const { thesaurus, vocabulary } = known;
  const reading = { input, thesaurus, vocabulary, settings, language: tag, signal };
  let untold = MAX_CONCEPTS;
  for (const match of named) {
    const covered = positive.filter((clause) => spans(match, clause));
    const bits = covered.reduce((sum, clause) => sum | (bitsOf.get(clause) ?? 0), 0);
    if (bits === 0) continue;
    const most = Math.min(MAX_HOMONYMS, untold);
    addConcepts(plan, match, bits, { ...reading, common, most });
    untold -= Math.min(most, match.namings.length);
  }
}
