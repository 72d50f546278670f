/** Query relaxation: plans a query again with looser matching while it has few results. */
import type { MatchReport } from './api.ts';
import { bitCount } from './collections/bits.ts';
import type { QueryPlan, QuerySettings } from './query-plan.ts';

/** With fewer results, words also match parts of labels, other spellings and similar words. */
export const MIN_HITS = 5;

/** With fewer results, documents with only some of the words follow: recall rises in all judged collections. */
export const MIN_HITS_OF_ALL_WORDS = 20;

/** How a pass departs from the query as typed; the first pass has no members. */
export interface Relaxation {
  /** `broad`: words also match partial labels and words of other languages; `similar`: unknown words match similar ones, too. */
  words?: 'broad' | 'similar';
  /** Requirements that documents must meet: some of them (`MatchThreshold`), or any; all if absent. */
  requirements?: 'some' | 'any';
  /** Ignore the quotation marks of phrases that no document has. */
  unquoted?: true;
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
  const { words, requirements, unquoted } = relaxation;
  if (needsHits && words !== 'similar') return { words: words === 'broad' ? 'similar' : 'broad' };
  if (requirements === 'any') return undefined;
  if (plan.hasPhrases && documents === 0 && !unquoted) return { ...relaxation, unquoted: true };
  if (bitCount(plan.requiredMask) < 2 || documents >= MIN_HITS_OF_ALL_WORDS) return undefined;
  if (requirements === undefined) return { ...relaxation, requirements: 'some' };
  // A word that occurs in one document would otherwise hide all documents with the other words.
  return documents === 1 ? { ...relaxation, requirements: 'any' } : undefined;
}

export function hasTooFewHits({ plan, documents }: Pick<QueryPass, 'plan' | 'documents'>): boolean {
  return plan.requiredMask !== 0 && documents < MIN_HITS;
}

/** Reports what the hits of a pass had to match. */
export function matchReport({ relaxation, plan }: Pick<QueryPass, 'relaxation' | 'plan'>): MatchReport {
  const { requiredMask, threshold, corrections = [] } = plan;
  const totalWeight = threshold?.weights.reduce((sum, weight) => sum + weight, 0);
  const corrected = corrections.map(({ word, spelling }) => ({ word: word.text, correction: spelling }));
  return {
    requirements: bitCount(requiredMask),
    requiredShare: threshold && totalWeight ? threshold.minimum / totalWeight : 1,
    isBroad: relaxation.words !== undefined,
    isCorrected: corrected.length > 0,
    ...(corrected.length > 0 && { corrections: corrected }),
  };
}
