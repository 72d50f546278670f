/** Check whether a plan has enough hits without completing the last word as a prefix. */

import type { Alternative, QueryPlan } from '@semantic-search/query';
import { MIN_HITS, withoutPrefixMatches } from '@semantic-search/query';
import type { IndexReader } from '../index/reader.ts';
import { scoreSegment } from './boolean-scorer.ts';
import { type Evaluation, evaluate } from './evaluate.ts';
import type { SearchScratch } from './search-scratch.ts';

/** The plan with all alternatives must have enough hits. */
export function hasEnoughHits(
  plan: QueryPlan,
  evaluation: Evaluation,
  reader: IndexReader,
  scratch: SearchScratch,
  signal: AbortSignal | undefined,
): boolean {
  const typed = withoutPrefixMatches(plan);
  return (
    typed === plan || isOneAlternativeEnough(plan, evaluation) || countsEnough(typed, reader, scratch, signal)
  );
}

/** Saves the evaluation of the plan without prefix matches. */
function isOneAlternativeEnough(
  { alternatives, requiredMask, excluded }: QueryPlan,
  { matches }: Evaluation,
): boolean {
  const frequency = (i: number) => matches[i]!.reduce((sum, each) => sum + each.frequency, 0);
  const meetsAll = ({ requirementMask, isOptionalPrefix }: Alternative) =>
    !isOptionalPrefix && (requirementMask & requiredMask) === requiredMask;
  return excluded.length === 0 && alternatives.some((each, i) => meetsAll(each) && frequency(i) >= MIN_HITS);
}

function countsEnough(
  plan: QueryPlan,
  reader: IndexReader,
  scratch: SearchScratch,
  signal: AbortSignal | undefined,
): boolean {
  const evaluation = evaluate(plan, reader, scratch, signal);
  let count = 0;
  for (let segment = 0; segment < reader.segments.length && count < MIN_HITS; segment++) {
    signal?.throwIfAborted();
    scoreSegment(plan, evaluation, reader, segment, scratch, ({ length }) => {
      count += length;
    });
  }
  return count >= MIN_HITS;
}
