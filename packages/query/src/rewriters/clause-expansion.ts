/** Clause expansion: adds a requirement for each clause, with the alternatives that meet it. */
import { genderBase } from '../analysis/gender-marks.ts';
import { normalize } from '../analysis/normalizer.ts';
import { bitCount } from '../collections/bit-count.ts';
import { type Clause, uniqueClauses } from '../parser.ts';
import type { Alternative, QueryPlan, TermSet } from '../query-plan.ts';
import { MAX_EXPANDED_TERMS } from '../relaxation.ts';
import { type QueryDraft, RANKING_ONLY } from './query-draft.ts';
import { corpusStopWordTest } from './stop-words.ts';
import {
  clauseMatcher,
  EXACT_FORM_SHARE,
  matchingTerms,
  prefixMatcher,
  prefixPhraseMatcher,
  wordMatcher,
} from './term-expansion.ts';

const PREFIX_WEIGHT = 0.2;
/** Must exceed the sum of a word's other weights, so that a title that the visitor is typing precedes texts. */
const TITLE_PREFIX_WEIGHT = 2;
const COMPOUND_WEIGHT = 0.2;
/** Requirements are bits of an integer; further clauses only contribute to the ranking. */
const MAX_REQUIREMENTS = 30;

export function expandClauses(query: QueryDraft): void {
  const { plan, statistics, options, positive, stops } = query;
  const isCommon = corpusStopWordTest(query);
  const unique = uniqueClauses(positive.filter((clause) => !stops.has(clause)));
  unique.forEach(({ clause, all }, i) => {
    const requirementMask = i < MAX_REQUIREMENTS ? 1 << i : RANKING_ONLY;
    if (requirementMask !== RANKING_ONLY) plan.requiredMask |= requirementMask;
    if (isCommon(clause)) query.commonMask |= requirementMask;
    for (const equal of all) plan.masks.set(equal, requirementMask);
    addHighlights(clause, query);
    options.signal?.throwIfAborted();
    const alternatives = [
      ...alternativesOf(clause, requirementMask, query),
      ...(clause.unfinished ? prefixAlternatives(clause, requirementMask, query, unique.length) : []),
      ...(clause.quoted ? [] : similarAlternatives(clause, requirementMask, query)),
    ];
    const compounds = i < MAX_EXPANDED_TERMS ? compoundTerms(clause, query) : [];
    if (compounds.length > 0)
      alternatives.push({ matcher: wordMatcher(compounds), requirementMask, weight: COMPOUND_WEIGHT });
    for (const term of compounds) plan.highlightCompounds.push(statistics.termDictionary.terms.at(term));
    // A repeated clause counts as often as it occurs.
    for (const alternative of alternatives)
      plan.alternatives.push({ ...alternative, isTyped: true, weight: alternative.weight * all.length });
  });
}

function alternativesOf(clause: Clause, requirementMask: number, query: QueryDraft): Alternative[] {
  const { termDictionary } = query.statistics;
  const matcher = clauseMatcher(clause, termDictionary, query.analyzersFor);
  const hasOtherForms = !clause.quoted && matcher.kind === 'word' && matcher.terms.length > 1;
  const typedTerm = hasOtherForms ? termDictionary.find(clause.words[0]!.text) : -1;
  if (typedTerm < 0) return [{ matcher, requirementMask, weight: 1 }];
  return [
    { matcher, requirementMask, weight: 1 - EXACT_FORM_SHARE },
    { matcher: wordMatcher([typedTerm]), requirementMask, weight: EXACT_FORM_SHARE },
  ];
}

function prefixAlternatives(
  clause: Clause,
  requirementMask: number,
  { statistics, settings, vocabulary }: QueryDraft,
  clauseCount: number,
): Alternative[] {
  const matcher = clause.quoted
    ? prefixPhraseMatcher(clause, statistics)
    : prefixMatcher(clause, statistics, settings);
  if (!matcher) return [];
  const text = { matcher, requirementMask, weight: PREFIX_WEIGHT };
  // A complete word after others is more likely the end of the query than the beginning of a title.
  const endsQuery = clauseCount > 1 && vocabulary.isWhole(clause.words.at(-1)!.text);
  if (matcher.kind !== 'word' || endsQuery) return [text];
  return [text, { ...text, matcher: { kind: 'title', terms: matcher.terms }, weight: TITLE_PREFIX_WEIGHT }];
}

/** Words with similar spelling, if the word is misspelled; none with other digits, which name another thing: `ISO27001`. */
function similarAlternatives(
  { words }: Clause,
  requirementMask: number,
  { statistics: { termDictionary }, misspelled }: QueryDraft,
): Alternative[] {
  const word = words[0]!.text;
  if (!misspelled.includes(word)) return [];
  const digitsOf = (text: string) => text.replace(/\D/g, '');
  const digits = ['', digitsOf(normalize(word))];
  return termDictionary.similarTo(word).map(({ terms, distance }) => ({
    matcher: wordMatcher(terms.filter((term) => digits.includes(digitsOf(termDictionary.terms.at(term))))),
    requirementMask,
    weight: 1 / (1 + distance),
  }));
}

/** Compounds that contain the word, in languages that write compounds as one word. */
function compoundTerms({ words, quoted }: Clause, { statistics, analyzersFor }: QueryDraft): TermSet {
  if (quoted) return [];
  const { text } = words[0]!;
  const terms = analyzersFor(text).flatMap((language) =>
    statistics.termDictionary.compoundsWith(text, language),
  );
  return [...new Set(terms)].sort((a, b) => a - b);
}

/** Highlights the words of a phrase only where they follow each other. */
function addHighlights({ words, quoted, unfinished }: Clause, { plan, input }: QueryDraft): void {
  const lastWord = words.at(-1)!;
  if (quoted && words.length > 1 && !unfinished) {
    plan.highlightLabels.push(input.slice(words[0]!.begin, lastWord.end));
    return;
  }
  for (const word of words) {
    plan.highlightTerms.push({ word: word.text, unfinished: unfinished && word === lastWord });
    const base = quoted ? undefined : genderBase(word.text);
    if (base !== undefined) plan.highlightTerms.push({ word: base, unfinished: false });
  }
}

/** A longer query is rarely a part of a text. */
const MAX_PHRASE_CLAUSES = 10;
/** The plateau is 0.3 to 1 on websites (packages/engine/docs/search.md). */
const PHRASE_WEIGHT = 0.5;

/** Adds a short query with stop words and without concepts as a phrase for the ranking: `What is Debian` is a title. */
export function addTypedPhrase({ plan, positive, stops, matches, statistics }: QueryDraft): void {
  if (stops.size === 0 || positive.length < 2 || positive.length > MAX_PHRASE_CLAUSES) return;
  if (matches.length > 0 || positive.some(({ quoted }) => quoted)) return;
  const words = positive.map((clause) => [statistics.termDictionary.find(clause.words[0]!.text)]);
  if (words.some(([term]) => term! < 0)) return;
  rankPhrase(plan, words, PHRASE_WEIGHT);
}

/** In shorter queries, pairs have one stop word (`zu Hause`): other pairs are mostly labels, which are phrases anyway. */
const MIN_REQUIREMENTS_OF_LONG_QUERY = 4;
/** The plateau is 0.2 to 0.5 on two collections (packages/engine/docs/search.md). */
const PAIR_WEIGHT = 0.3;
/** Pairs of two words that are both more frequent than this cost most and discriminate least. */
const MAX_DOCUMENT_FREQUENCY_SHARE = 0.2;
/** Other punctuation separates phrases. */
const SPACE_OR_HYPHEN = /^[\s\p{Dash}]*$/u;

/**
 * Adds adjacent words as phrases, which only contribute to the ranking: ordered pairs of the sequential model (Metzler and
 * Croft, A Markov random field model for term dependencies, 2005).
 */
export function addWordPairs(query: QueryDraft): void {
  const { plan, input, options, positive, stops, statistics, analyzersFor } = query;
  const requirements = bitCount(plan.requiredMask);
  if (!options.relaxed || requirements < 2) return;
  const stopWordsOfPair = requirements < MIN_REQUIREMENTS_OF_LONG_QUERY ? 1 : 0;
  const { documents, documentFrequency, termDictionary } = statistics;
  const isRare = (group: TermSet) => documentFrequency(group) <= documents * MAX_DOCUMENT_FREQUENCY_SHARE;
  const terms = positive.map((clause): TermSet => {
    const { text } = clause.words[0]!;
    return clause.quoted ? [] : matchingTerms(text, termDictionary, analyzersFor(text));
  });
  const pairs = new Map<string, TermSet[]>();
  positive.slice(1).forEach((second, i) => {
    const first = positive[i]!;
    const between = input.slice(first.words[0]!.end, second.words[0]!.begin);
    if (Number(stops.has(first)) + Number(stops.has(second)) !== stopWordsOfPair) return;
    const words = terms.slice(i, i + 2);
    const areIndexed = words.every(({ length }) => length > 0);
    if (areIndexed && SPACE_OR_HYPHEN.test(between) && words.some(isRare)) pairs.set(words.join(' '), words);
  });
  for (const words of pairs.values()) rankPhrase(plan, words, PAIR_WEIGHT);
}

/** Adds a phrase that only contributes to the ranking. */
function rankPhrase({ alternatives }: QueryPlan, words: TermSet[], weight: number): void {
  alternatives.push({ matcher: { kind: 'phrase', words }, requirementMask: RANKING_ONLY, weight });
}
