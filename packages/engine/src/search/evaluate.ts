/** Evaluates the alternatives of a query plan: matches, weights, and order of combination. */

import type { Alternative, QueryPlan } from '@semantic-search/query';
import { bitCount } from '@semantic-search/query/collections';
import type { IndexReader, SegmentReader } from '../index/reader.ts';
import { idf } from '../scoring/bm25.ts';
import type { Matches } from './match-arena.ts';
import { prefetchPostings } from './postings-prefetch.ts';
import type { SearchScratch } from './search-scratch.ts';
import { matchesOf } from './segment-matches.ts';
import { segmentDocumentFrequency } from './term-scorer.ts';

export interface Evaluation {
  /** By alternative, then by segment. */
  matches: SegmentEvaluation[][];
  /** By alternative: its weight times its inverse document frequency. */
  weights: number[];
  /** Alternatives in the order of combination; those of the leading clause, which has the fewest matches, come first. */
  order: number[];
  /** Number of alternatives of the leading clause if all clauses are required: other documents cannot be hits. */
  leading: number;
  /** By segment: matches of the excluded clauses. */
  excluded: Matches[][];
}

/** `matches` is null if they were only counted. */
interface SegmentEvaluation {
  frequency: number;
  matches: Matches | null;
}

export function evaluate(
  plan: QueryPlan,
  reader: IndexReader,
  scratch: SearchScratch,
  signal?: AbortSignal,
): Evaluation {
  const { segments, documents } = reader;
  const clauses = bitCount(plan.requiredMask);
  const requiresAll = plan.threshold === undefined;
  // Counting finds the rarest clause; the other clauses are then matched only in its documents.
  const evaluateSegment = clauses > 1 && requiresAll ? countOrMatch : match;
  prefetchPostings(reader, smallTermSets(plan), scratch);
  const matches = plan.alternatives.map((alternative) =>
    segments.map((segment) => {
      signal?.throwIfAborted();
      return evaluateSegment(segment, alternative, scratch);
    }),
  );
  const frequencies = matches.map((each) => each.reduce((sum, { frequency }) => sum + frequency, 0));
  const weights = frequencies.map(
    (frequency, alternative) => plan.alternatives[alternative]!.weight * idf(frequency, documents),
  );
  const excluded = segments.map((segment) =>
    plan.excluded.map((matcher) => matchesOf(segment, matcher, scratch)),
  );
  const { order, leading } = rarestFirst(plan, frequencies);
  return {
    matches,
    weights,
    order,
    leading: requiresAll ? leading : order.length,
    excluded,
  };
}

/** Larger term sets, such as expansions of a prefix, are matched almost as fast as counted. */
const MAX_COUNTED_TERMS = 16;

function smallTermSets({ alternatives }: QueryPlan): number[] {
  const termSets = alternatives.flatMap(({ matcher }) =>
    matcher.kind === 'word' ? [matcher.terms] : matcher.kind === 'phrase' ? matcher.words : [],
  );
  return termSets.filter(({ length }) => length <= MAX_COUNTED_TERMS).flat();
}

function countOrMatch(
  reader: SegmentReader,
  alternative: Alternative,
  scratch: SearchScratch,
): SegmentEvaluation {
  const { matcher } = alternative;
  if (matcher.kind !== 'word' || matcher.terms.length > MAX_COUNTED_TERMS)
    return match(reader, alternative, scratch);
  return { frequency: segmentDocumentFrequency(reader, matcher.terms, scratch), matches: null };
}

function match(reader: SegmentReader, { matcher }: Alternative, scratch: SearchScratch): SegmentEvaluation {
  const matches = matchesOf(reader, matcher, scratch);
  return { frequency: matches.documents.length, matches };
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
  const all = [...alternatives.keys()];
  const first = all.filter(isLeading);
  return { order: [...first, ...all.filter((i) => !isLeading(i))], leading: first.length };
}
