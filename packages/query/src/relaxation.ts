/** Query relaxation: plans a query again with looser matching while it has few results. */
import type { MatchReport } from './api.ts';
import { bitCount } from './collections/bits.ts';
import type { QueryPlan, QuerySettings } from './query-plan.ts';

/** With fewer results, words also match parts of labels, other spellings and similar words. */
export const MIN_HITS = 5;

/** With fewer results, documents with only some of the words follow: recall rises in all judged collections. */
export const MIN_HITS_OF_ALL_WORDS = 20;

/** What to match in addition to the words as typed. */
export interface Relaxation {
  /** Match partial labels and words of other languages. */
  broad?: boolean;
  /** Match words similar to those that occur nowhere. */
  typos?: boolean;
  /** Match documents that meet only some requirements. */
  relaxed?: boolean;
  /** Match documents that meet any requirement. */
  any?: boolean;
  /** Ignore the quotation marks of phrases that no document has. */
  unquoted?: boolean;
}

/** Result of one pass: a plan and the number of documents that it matches. */
export interface QueryPass {
  relaxation: Relaxation;
  plan: QueryPlan;
  /** Number of matching documents, without filters. */
  documents: number;
}

/** Returns the next relaxation; undefined if there are enough results or nothing is left to try. */
export function nextRelaxation(
  { relaxation, plan, documents }: QueryPass,
  { relaxing }: QuerySettings,
): Relaxation | undefined {
  if (!relaxing) return undefined;
  const needsHits = hasTooFewHits({ plan, documents });
  if (!relaxation.broad && needsHits) return { broad: true };
  if (!relaxation.typos && needsHits) return { broad: true, typos: true };
  if (relaxation.any) return undefined;
  if (plan.hasPhrases && documents === 0 && !relaxation.unquoted) return { ...relaxation, unquoted: true };
  const hasSeveralWords = bitCount(plan.requiredMask) > 1;
  if (!hasSeveralWords || documents >= MIN_HITS_OF_ALL_WORDS) return undefined;
  if (!relaxation.relaxed) return { ...relaxation, relaxed: true };
  // A word that occurs in one document would otherwise hide all documents with the other words.
  return documents === 1 ? { ...relaxation, any: true } : undefined;
}

export function hasTooFewHits({ plan, documents }: Pick<QueryPass, 'plan' | 'documents'>): boolean {
  return plan.requiredMask !== 0 && documents < MIN_HITS;
}

/** Reports what the hits of a pass had to match. */
export function matchReport({
  relaxation,
  plan: { requiredMask, threshold, corrections },
}: Pick<QueryPass, 'relaxation' | 'plan'>): MatchReport {
  const totalWeight = threshold?.weights.reduce((sum, weight) => sum + weight, 0);
  const corrected = (corrections ?? []).map(({ word, spelling }) => ({
    word: word.text,
    correction: spelling,
  }));
  return {
    requirements: bitCount(requiredMask),
    requiredShare: threshold && totalWeight ? threshold.minimum / totalWeight : 1,
    isBroad: relaxation.broad === true,
    isCorrected: corrected.length > 0,
    ...(corrected.length > 0 && { corrections: corrected }),
  };
}
