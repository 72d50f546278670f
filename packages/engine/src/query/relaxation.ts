/** How leniently an input is read: as it was typed first, then more so while little is found. The same for every engine. */
import { bitCount } from '../index/bit-count.ts';
import type { QueryOptions, QueryPlan } from './query-plan.ts';

/** With fewer documents than this for the words as they were typed, they are read in other ways. */
export const MIN_HITS = 5;

/** Of several requirements, the share that a document must meet when all are too many. */
export const MIN_SHOULD_MATCH_SHARE = 0.34;

/**
 * Words of an input for which more is tried than looking them up: comparing them with all words of the space, taking them
 * apart, joining them. Each takes up to ten milliseconds where there are 300,000, and who asks for more says enough without.
 */
export const MAX_EXPANDED_TERMS = 8;

/** Beyond the words as they were typed. */
export interface Relaxation {
  /** Words that name nothing may be parts of labels, or words of another language than the one asked in. */
  broad?: boolean;
  typos?: boolean;
  /** Some of the words are enough. */
  relaxed?: boolean;
}

/** What came of reading an input in one way. */
interface Outcome {
  relaxation: Relaxation;
  plan: QueryPlan;
  /** Documents that match the input, whatever is selected. */
  documents: number;
  /** The last word is whole as it was typed, and finds too little unless it goes on. */
  hasOnlyPrefixMatches: boolean;
}

/** How to read the input next; undefined where enough was found, or nothing is left to try. */
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
 * The plan without what was found only because the last word may go on, which is not what was asked for by who typed a
 * whole word. The same plan where that word is none yet, or stands beside others: these tell what it goes on to.
 */
export function withoutPrefixMatches(plan: QueryPlan): QueryPlan {
  if (bitCount(plan.requiredMask) !== 1 || !plan.alternatives.some(({ isOptionalPrefix: goesOn }) => goesOn))
    return plan;
  return { ...plan, alternatives: plan.alternatives.filter(({ isOptionalPrefix: goesOn }) => !goesOn) };
}

/** How many of the requirements of a plan a document must meet. */
export function minimumShouldMatch(plan: QueryPlan, { relaxed }: Relaxation): number {
  const all = bitCount(plan.requiredMask);
  return relaxed && all > 1 ? Math.max(1, Math.floor(all * MIN_SHOULD_MATCH_SHARE)) : all;
}
