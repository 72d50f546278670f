/** Evaluation of a query plan: matches and weights of its alternatives, and the order of scoring. */
import { type Alternative, idf, type QueryPlan } from '@semantic-search/query';
import type { IndexReader, SegmentReader } from '../../index/reader.ts';
import { postingCount } from '../../index/segment.ts';
import {
  collectMatches,
  type MatchContext,
  type MatcherPostings,
  type Matches,
  matchesOf,
  postingsFor,
} from './matches.ts';
import type { Ranking } from './ranking.ts';
import type { SearchScratch } from './search-scratch.ts';

/** What scoring needs in addition to plan and index. */
export interface ScoringContext extends MatchContext {
  ranking: Ranking;
  signal?: AbortSignal | undefined;
}

/** An alternative of the plan with its matches in the index. */
export interface EvaluatedAlternative extends Alternative {
  /** By segment; if all clauses are required, without documents that the rarest clause does not match. */
  matches: Matches[];
  /** Number of documents in all segments that match. */
  frequency: number;
  /** The weight of the alternative times its inverse document frequency. */
  weightedIdf: number;
}

export interface Evaluation {
  plan: QueryPlan;
  indexReader: IndexReader;
  /** In the order of the plan. */
  alternatives: EvaluatedAlternative[];
  /**
   * In the order in which scores are added: the required clause with the fewest matches comes first. The order is the same in
   * all segments, so that rounding does not depend on the segmentation.
   */
  inScoringOrder: EvaluatedAlternative[];
  /** By segment: matches of the excluded clauses. */
  excluded: Matches[][];
}

/** Finds the matches of all alternatives before any document is scored, because weights depend on the number of matches. */
export function evaluate(plan: QueryPlan, indexReader: IndexReader, context: ScoringContext): Evaluation {
  const { scratch, signal } = context;
  const { segments } = indexReader;
  /** Postings by segment, then by alternative, like `matches`. */
  const postings = segments.map((segmentReader) =>
    plan.alternatives.map(({ matcher }) => {
      signal?.throwIfAborted();
      return postingsFor(segmentReader, matcher, context);
    }),
  );
  const postingCounts = plan.alternatives.map((_, i) => {
    return sumOf(postings, (list) => sumOf(list[i]!.lists, (lists) => postingCount(lists, lists.ordinals)));
  });
  // If all clauses are required, only documents of the rarest clause can be hits.
  const limiting = plan.threshold ? [] : rarestClause(plan, postingCounts);
  const matches = segments.map((segmentReader, i) => {
    signal?.throwIfAborted();
    return collectAll(segmentReader, postings[i]!, limiting, scratch);
  });
  const alternatives = plan.alternatives.map((alternative, i) => {
    const ownMatches = matches.map((list) => list[i]!);
    const frequency = sumOf(ownMatches, (segmentMatches) => segmentMatches.frequency);
    const weightedIdf = alternative.weight * idf(frequency, indexReader.documents);
    return { ...alternative, matches: ownMatches, frequency, weightedIdf };
  });
  const frequencies = alternatives.map(({ frequency }) => frequency);
  const first = rarestClause(plan, frequencies).map((i) => alternatives[i]!);
  const inScoringOrder = [...new Set([...first, ...alternatives])];
  const excluded = segments.map((segmentReader) =>
    plan.excluded.map((matcher) => matchesOf(segmentReader, matcher, context)),
  );
  return { plan, indexReader, alternatives, inScoringOrder, excluded };
}

function sumOf<Item>(items: readonly Item[], numberOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + numberOf(item), 0);
}

/** Indexes of the alternatives of the required clause with the fewest matches; empty if no clause is required. */
function rarestClause({ alternatives, requiredMask }: QueryPlan, matchCounts: number[]): number[] {
  const indexes = [...alternatives.keys()];
  const requiredBits = Array.from({ length: 32 }, (_, i) => 1 << i).filter((bit) => requiredMask & bit);
  const clauses = requiredBits.map((bit) => indexes.filter((i) => alternatives[i]!.requirementMask & bit));
  const countOf = (clause: number[]) => sumOf(clause, (i) => matchCounts[i]!);
  return clauses.sort((a, b) => countOf(a) - countOf(b))[0] ?? [];
}

/** Matches in a segment by alternative. If there are `limiting` alternatives, only their documents match. */
function collectAll(
  segmentReader: SegmentReader,
  postings: readonly MatcherPostings[],
  limiting: readonly number[],
  scratch: SearchScratch,
): Matches[] {
  const { isCandidate } = scratch;
  const matches: Matches[] = [];
  for (const i of limiting) matches[i] = collectMatches(segmentReader, postings[i]!, scratch);
  const limit = limiting.length > 0 ? isCandidate : undefined;
  const candidates = limiting.length < postings.length ? limiting.map((i) => matches[i]!.documents) : [];
  for (const documents of candidates) mark(documents, isCandidate, 1);
  for (const [i, list] of postings.entries())
    matches[i] ??= collectMatches(segmentReader, list, scratch, limit);
  for (const documents of candidates) mark(documents, isCandidate, 0);
  return matches;
}

function mark(documents: Uint16Array, marks: Uint8Array, value: 0 | 1): void {
  for (const document of documents) marks[document] = value;
}
