/** Word pairs: adjacent words of a long query as phrases, which only contribute to the ranking. */

import { bitCount } from '../collections/bit-count.ts';
import type { Clause } from '../parser.ts';
import type { QueryPlan, TermSet } from '../query-plan.ts';
import { type QueryContext, RANKING_ONLY } from './expansion.ts';
import { matchingTerms } from './term-expansion.ts';

/** The phrases of shorter queries are labels of concepts. */
const MIN_REQUIREMENTS = 4;
/** The plateau is 0.2 to 0.5 on two collections (packages/engine/docs/search.md). */
const PAIR_WEIGHT = 0.3;
/** Pairs of two words that are both more frequent than this cost most and discriminate least. */
const MAX_DOCUMENT_FREQUENCY_SHARE = 0.2;
/** Other punctuation separates phrases. */
const SPACE_OR_HYPHEN = /^[\s\p{Dash}]*$/u;

/** Metzler and Croft, A Markov random field model for term dependencies (2005): ordered pairs of the sequential model. */
export function addWordPairs(
  plan: QueryPlan,
  positive: Clause[],
  stops: ReadonlySet<Clause>,
  { input, statistics, analyzersFor }: QueryContext,
): void {
  if (bitCount(plan.requiredMask) < MIN_REQUIREMENTS) return;
  const { documents, documentFrequency, termDictionary } = statistics;
  const isRare = (terms: TermSet) => documentFrequency(terms) <= documents * MAX_DOCUMENT_FREQUENCY_SHARE;
  const isWord = (clause: Clause) => !clause.quoted && !stops.has(clause);
  const terms = positive.map((clause): TermSet => {
    const { text } = clause.words[0]!;
    return isWord(clause) ? matchingTerms(text, termDictionary, analyzersFor(text)) : [];
  });
  const pairs = new Map<string, TermSet[]>();
  positive.slice(1).forEach((second, i) => {
    const between = input.slice(positive[i]!.words[0]!.end, second.words[0]!.begin);
    const words = terms.slice(i, i + 2);
    const areFound = words.every(({ length }) => length > 0);
    if (areFound && SPACE_OR_HYPHEN.test(between) && words.some(isRare)) pairs.set(words.join(' '), words);
  });
  for (const words of pairs.values())
    plan.alternatives.push({
      matcher: { kind: 'phrase', words },
      requirementMask: RANKING_ONLY,
      weight: PAIR_WEIGHT,
    });
}
