/** Evaluates the alternatives of a query plan: matches, weights, and order of combination. */

import { idf, type QueryPlan } from '@semantic-search/query';
import type { IndexReader } from '../../index/reader.ts';
import { type MatchContext, type Matches, matchesOf } from './matches.ts';
import type { Ranking } from './ranking.ts';

/** Context of the execution of a query, in addition to plan and index. */
export interface Execution extends MatchContext {
  ranking: Ranking;
  signal?: AbortSignal | undefined;
}

export interface Evaluation {
  plan: QueryPlan;
  index: IndexReader;
  /** By alternative, then by segment. */
  matches: Matches[][];
  /** By alternative: number of matches in all segments. */
  frequencies: number[];
  /** By alternative: its weight times its inverse document frequency. */
  weights: number[];
  /** Alternatives in the order of combination; the alternatives of the leading clause, which has the fewest matches, come first. */
  order: number[];
  /** Number of alternatives of the leading clause if all clauses are required: other documents cannot be hits. */
  leading: number;
  /** By segment: matches of the excluded clauses. */
  excluded: Matches[][];
}

export function evaluate(plan: QueryPlan, index: IndexReader, execution: Execution): Evaluation {
  const matches = plan.alternatives.map(({ matcher }) =>
    index.segments.map((segment) => {
      execution.signal?.throwIfAborted();
      return matchesOf(segment, matcher, execution);
    }),
  );
  const frequencies = matches.map((bySegment) =>
    bySegment.reduce((sum, { documents }) => sum + documents.length, 0),
  );
  const { order, leading } = rarestFirst(plan, frequencies);
  return {
    plan,
    index,
    matches,
    frequencies,
    weights: plan.alternatives.map(({ weight }, i) => weight * idf(frequencies[i]!, index.documents)),
    order,
    leading: plan.threshold === undefined ? leading : order.length,
    excluded: index.segments.map((segment) =>
      plan.excluded.map((matcher) => matchesOf(segment, matcher, execution)),
    ),
  };
}

/** The order is the same in all segments, so that rounding does not depend on the segmentation. */
function rarestFirst({ alternatives, requiredMask }: QueryPlan, frequencies: number[]) {
  const clauses = Array.from({ length: 32 }, (_, i) => 1 << i).filter((bit) => (requiredMask & bit) !== 0);
  const matchesOfClause = (bit: number) =>
    frequencies.reduce(
      (sum, frequency, i) => sum + (alternatives[i]!.requirementMask & bit ? frequency : 0),
      0,
    );
  const rarest = clauses.sort((a, b) => matchesOfClause(a) - matchesOfClause(b))[0] ?? 0;
  const isLeading = (i: number) => (alternatives[i]!.requirementMask & rarest) !== 0;
  const indexes = [...alternatives.keys()];
  const first = indexes.filter(isLeading);
  return { order: [...first, ...indexes.filter((i) => !isLeading(i))], leading: first.length };
}
