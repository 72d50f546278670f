/** Checks whether a plan has enough hits without completing the last word as a prefix. */

import type { Alternative, QueryPlan } from '@semantic-search/query';
import { MIN_HITS, withoutPrefixMatches } from '@semantic-search/query';
import type { IndexReader } from '../index/index-reader.ts';
import { weigh } from './bm25.ts';
import { type Evaluation, evaluate } from './evaluate.ts';

/** For a plan that finds enough by all its ways. */
export function hasEnoughHits(
  plan: QueryPlan,
  findings: Evaluation,
  minimum: number,
  reader: IndexReader,
  signal: AbortSignal | undefined,
): boolean {
  const typed = withoutPrefixMatches(plan);
  return typed === plan || isPlain(plan, findings) || isFound(typed, minimum, reader, signal);
}

/** True where a single one of the ways as typed is enough. */
function isPlain(
  { alternatives: ways, requiredMask: required, excluded }: QueryPlan,
  { matches }: Evaluation,
): boolean {
  const frequency = (way: number) => matches[way]!.reduce((sum, each) => sum + each.frequency, 0);
  const isAll = ({ clauseMask: bits, isOptionalPrefix: goesOn }: Alternative) =>
    !goesOn && (bits & required) === required;
  return excluded.length === 0 && ways.some((way, i) => isAll(way) && frequency(i) >= MIN_HITS);
}

function isFound(
  plan: QueryPlan,
  minimum: number,
  reader: IndexReader,
  signal: AbortSignal | undefined,
): boolean {
  const findings = evaluate(plan, minimum, reader, signal);
  let count = 0;
  for (let part = 0; part < reader.segments.length && count < MIN_HITS; part++) {
    signal?.throwIfAborted();
    weigh(plan, findings, reader, part, minimum, ({ length }) => {
      count += length;
    });
  }
  return count >= MIN_HITS;
}
