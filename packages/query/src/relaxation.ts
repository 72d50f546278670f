/** Query relaxation: plans a query again with looser matching while it has few results. */

import type { QueryOptions, QueryPlan } from './query.ts';
import { bitCount } from './util/bit-count.ts';

/** Queries with fewer results are relaxed. */
export const MIN_HITS = 5;

/** Share of the requirements that a relaxed query must match. */
export const MIN_SHOULD_MATCH_SHARE = 0.34;

/**
 * Maximum terms to expand. Each expansion costs up to 10 ms on a 300,000-term dictionary; longer queries are
 * specific enough.
 */
export const MAX_EXPANDED_TERMS = 8;

/** What to match in addition to the words as typed. */
export interface Relaxation {
  /** Match partial labels and words of other languages. */
  broad?: boolean;
  typos?: boolean;
  /** Match documents that meet only some requirements. */
  relaxed?: boolean;
}

/** Result of one pass. */
interface Outcome {
  relaxation: Relaxation;
  plan: QueryPlan;
  /** Number of matching documents, without filters. */
  documents: number;
  /** The last word is a complete word and has too few results without prefix expansion. */
  hasOnlyPrefixMatches: boolean;
}

/** Returns the next relaxation; undefined if there are enough results or nothing is left to try. */
export function nextRelaxation(
  { relaxation, plan, documents, hasOnlyPrefixMatches }: Outcome,
  { stemming, concepts, synonyms, typos, relaxing }: QueryOptions,
): Relaxation | undefined {
  const isFew = hasTooFewHits({ plan, documents });
  const broad = concepts || synonyms || stemming;
  if (broad && !relaxation.broad && (isFew || hasOnlyPrefixMatches)) return { broad };
  if (!isFew) return undefined;
  if (typos && !relaxation.typos) return { broad, typos };
  if (relaxing && !relaxation.relaxed && bitCount(plan.requiredMask) > 1)
    return { ...relaxation, relaxed: true };
  return undefined;
}

export function hasTooFewHits({ plan, documents }: Pick<Outcome, 'plan' | 'documents'>): boolean {
  return plan.requiredMask !== 0 && documents < MIN_HITS;
}

/**
 * Removes prefix expansions of a complete word. Returns the same plan if the word is incomplete or one of several.
 */
export function withoutPrefixMatches(plan: QueryPlan): QueryPlan {
  if (
    bitCount(plan.requiredMask) !== 1 ||
    !plan.alternatives.some(({ isOptionalPrefix }) => isOptionalPrefix)
  )
    return plan;
  return { ...plan, alternatives: plan.alternatives.filter(({ isOptionalPrefix }) => !isOptionalPrefix) };
}

/** Number of requirements that a document must meet (minimum should match). */
export function minimumShouldMatch(plan: QueryPlan, { relaxed }: Relaxation): number {
  const all = bitCount(plan.requiredMask);
  return relaxed && all > 1 ? Math.max(1, Math.floor(all * MIN_SHOULD_MATCH_SHARE)) : all;
}
