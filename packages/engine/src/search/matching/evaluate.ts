/** Evaluates the alternatives of a query plan: matches, weights, and order of combination. */
import { idf, type QueryPlan } from '@semantic-search/query';
import type { IndexReader } from '../../index/reader.ts';
import { postingCount } from '../../index/segment.ts';
import { collectMatches, type MatchContext, type Matches, matchesOf, postingsFor } from './matches.ts';
import type { Ranking } from './ranking.ts';

/** Context of the execution of a query, in addition to plan and index. */
export interface Execution extends MatchContext {
  ranking: Ranking;
  signal?: AbortSignal | undefined;
}

export interface Evaluation {
  plan: QueryPlan;
  indexReader: IndexReader;
  /** By alternative, then by segment; if all clauses are required, without documents that the rarest clause does not match. */
  matches: Matches[][];
  /** By alternative: number of documents in all segments that match. */
  frequencies: number[];
  /** By alternative: its weight times its inverse document frequency. */
  weights: number[];
  /** Alternatives in the order of combination: those of the required clause with the fewest matches come first. */
  order: number[];
  /** By segment: matches of the excluded clauses. */
  excluded: Matches[][];
}

export function evaluate(plan: QueryPlan, indexReader: IndexReader, execution: Execution): Evaluation {
  const { scratch, signal } = execution;
  const postings = plan.alternatives.map(({ matcher }) =>
    indexReader.segments.map((segmentReader) => {
      signal?.throwIfAborted();
      return postingsFor(segmentReader, matcher, execution);
    }),
  );
  const postingCounts = postings.map((bySegment) =>
    sumOf(bySegment, ({ lists }) => sumOf(lists, (list) => postingCount(list, list.ordinals))),
  );
  const { rarest, others } = rarestFirst(plan, postingCounts);
  // If all clauses are required, only documents of the rarest clause can be hits.
  const isLimited = plan.threshold === undefined && rarest.length > 0 && others.length > 0;
  const matches: Matches[][] = plan.alternatives.map(() => []);
  indexReader.segments.forEach((segmentReader, i) => {
    signal?.throwIfAborted();
    const collect = (alternative: number, isCandidate?: Uint8Array) =>
      collectMatches(segmentReader, postings[alternative]![i]!, scratch, isCandidate);
    for (const alternative of rarest) matches[alternative]!.push(collect(alternative));
    const { isCandidate } = scratch;
    const candidates = isLimited ? rarest.map((alternative) => matches[alternative]![i]!.documents) : [];
    for (const documents of candidates) mark(documents, isCandidate, 1);
    for (const alternative of others)
      matches[alternative]!.push(collect(alternative, isLimited ? isCandidate : undefined));
    for (const documents of candidates) mark(documents, isCandidate, 0);
  });
  const frequencies = matches.map((bySegment) => sumOf(bySegment, ({ frequency }) => frequency));
  // The order is the same in all segments, so that rounding does not depend on the segmentation.
  const inOrder = rarestFirst(plan, frequencies);
  return {
    plan,
    indexReader,
    matches,
    frequencies,
    weights: plan.alternatives.map(({ weight }, i) => weight * idf(frequencies[i]!, indexReader.documents)),
    order: [...inOrder.rarest, ...inOrder.others],
    excluded: indexReader.segments.map((segmentReader) =>
      plan.excluded.map((matcher) => matchesOf(segmentReader, matcher, execution)),
    ),
  };
}

function mark(documents: Uint16Array, marks: Uint8Array, value: 0 | 1): void {
  for (const document of documents) marks[document] = value;
}

function sumOf<Item>(items: readonly Item[], numberOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + numberOf(item), 0);
}

/** Indexes of the alternatives of the required clause with the fewest matches, and of the other alternatives. */
function rarestFirst({ alternatives, requiredMask }: QueryPlan, frequencies: number[]) {
  const indexes = [...alternatives.keys()];
  const requiredBits = Array.from({ length: 32 }, (_, i) => 1 << i).filter((bit) => requiredMask & bit);
  const clauses = requiredBits.map((bit) => indexes.filter((i) => alternatives[i]!.requirementMask & bit));
  const frequencyOf = (clause: number[]) => sumOf(clause, (i) => frequencies[i]!);
  const [rarest = []] = clauses.sort((a, b) => frequencyOf(a) - frequencyOf(b));
  return { rarest, others: indexes.filter((i) => !rarest.includes(i)) };
}
