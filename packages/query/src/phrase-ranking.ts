/** Phrase ranking: adjacent words of a query as phrases that only contribute to the ranking. */
import { bitCount } from './collections/bits.ts';
import { type QueryPlan, RANKING_ONLY, type TermSet } from './query-plan.ts';
import type { QueryDraft } from './rewriters/query-draft.ts';
import { matchingTerms } from './rewriters/term-expansion.ts';

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

/** In shorter queries, pairs need one stop word (`zu Hause`): other pairs are mostly labels, which are phrases anyway. */
const MIN_REQUIREMENTS_OF_LONG_QUERY = 4;
/** The plateau is 0.2 to 0.5 on two collections (packages/engine/docs/search.md). */
const PAIR_WEIGHT = 0.3;
/** Pairs of two words that both exceed this frequency cost most and discriminate least. */
const MAX_DOCUMENT_FREQUENCY_SHARE = 0.2;
/** Other punctuation separates phrases. */
const SPACE_OR_HYPHEN = /^[\s\p{Dash}]*$/u;

/** Adds adjacent words as phrases (Metzler and Croft, A Markov random field model for term dependencies, 2005). */
export function addWordPairs(query: QueryDraft): void {
  const { plan, input, options, positive, stops, statistics, analyzersFor } = query;
  const requirements = bitCount(plan.requiredMask);
  if (options.requirements === undefined || requirements < 2) return;
  const stopWordsOfPair = requirements < MIN_REQUIREMENTS_OF_LONG_QUERY ? 1 : 0;
  const { documents, documentFrequency, termDictionary } = statistics;
  const isRare = (terms: TermSet) => documentFrequency(terms) <= documents * MAX_DOCUMENT_FREQUENCY_SHARE;
  const termsByClause = positive.map((clause): TermSet => {
    const { text } = clause.words[0]!;
    return clause.quoted ? [] : matchingTerms(text, termDictionary, analyzersFor(text));
  });
  const pairs = new Map<string, TermSet[]>();
  positive.slice(1).forEach((second, i) => {
    const first = positive[i]!;
    const stopWords = [first, second].filter((clause) => stops.has(clause)).length;
    const between = input.slice(first.words[0]!.end, second.words[0]!.begin);
    if (stopWords !== stopWordsOfPair || !SPACE_OR_HYPHEN.test(between)) return;
    const words = termsByClause.slice(i, i + 2);
    if (words.every(({ length }) => length > 0) && words.some(isRare)) pairs.set(words.join(' '), words);
  });
  for (const words of pairs.values()) rankPhrase(plan, words, PAIR_WEIGHT);
}

/** Adds a phrase that only contributes to the ranking. */
function rankPhrase({ alternatives }: QueryPlan, words: TermSet[], weight: number): void {
  alternatives.push({ matcher: { kind: 'phrase', words }, requirementMask: RANKING_ONLY, weight });
}
