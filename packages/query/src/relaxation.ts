/** Query relaxation: plans a query again with looser matching while it has few results. */

import type { MatchReport } from './api.ts';
import { bitCount } from './collections/bit-count.ts';
import type { QueryOptions, QueryPlan } from './query-plan.ts';

/** With fewer results, words also match parts of labels, other spellings and similar words. */
export const MIN_HITS = 5;

/** With fewer results, documents with only some of the words follow: recall rises in all judged collections. */
export const MIN_HITS_OF_ALL_WORDS = 20;

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
  /** Match documents that meet any requirement. */
  any?: boolean;
  /** Ignore the quotation marks of phrases that no document has. */
  unquoted?: boolean;
}

/** Result of one pass: a plan and what it matches. */
export interface QueryPass {
  relaxation: Relaxation;
  plan: QueryPlan;
  /** Number of matching documents, without filters. */
  documents: number;
}

/** The pass as typed and the last one, whose results are returned. */
export interface RelaxedPasses<Pass extends QueryPass> {
  exact: Pass;
  last: Pass;
}

/** Plans and executes a query for one relaxation; `previous` is the pass before. */
type ExecutePass<Pass extends QueryPass, Executed> = (relaxation: Relaxation, previous?: Pass) => Executed;

/** Executes a query as typed, then with looser matching while it has few results. */
export function relax<Pass extends QueryPass>(
  options: QueryOptions,
  execute: ExecutePass<Pass, Pass>,
): RelaxedPasses<Pass> {
  const steps = passes(options, execute);
  let step = steps.next();
  while (!step.done) step = steps.next(step.value);
  return step.value;
}

/** Like `relax`, for an index that is queried over the network. */
export async function relaxAsync<Pass extends QueryPass>(
  options: QueryOptions,
  execute: ExecutePass<Pass, Promise<Pass>>,
): Promise<RelaxedPasses<Pass>> {
  const steps = passes(options, execute);
  let step = steps.next();
  while (!step.done) step = steps.next(await step.value);
  return step.value;
}

/** Yields each execution and receives its pass. */
function* passes<Pass extends QueryPass, Executed>(
  options: QueryOptions,
  execute: ExecutePass<Pass, Executed>,
): Generator<Executed, RelaxedPasses<Pass>, Pass> {
  const exact = yield execute({});
  let latest = exact;
  for (let next = nextRelaxation(exact, options); next; next = nextRelaxation(latest, options))
    latest = yield execute(next, latest);
  return { exact, last: latest };
}

/** Returns the next relaxation; undefined if there are enough results or nothing is left to try. */
function nextRelaxation(
  { relaxation, plan, documents }: QueryPass,
  { stemming, concepts, synonyms, typos, relaxing }: QueryOptions,
): Relaxation | undefined {
  const isFew = hasTooFewHits({ plan, documents });
  const broad = concepts || synonyms || stemming;
  if (broad && !relaxation.broad && isFew) return { broad };
  if (typos && !relaxation.typos && isFew) return { broad, typos };
  if (!relaxing || relaxation.any) return undefined;
  if (plan.hasPhrases && documents === 0 && !relaxation.unquoted) return { ...relaxation, unquoted: true };
  const hasSeveralWords = bitCount(plan.requiredMask) > 1;
  if (!hasSeveralWords || documents >= MIN_HITS_OF_ALL_WORDS) return undefined;
  if (!relaxation.relaxed) return { ...relaxation, relaxed: true };
  // A word that one document has would otherwise hide all documents with the others.
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
  const total = threshold?.weights.reduce((sum, weight) => sum + weight, 0);
  return {
    requirements: bitCount(requiredMask),
    requiredShare: threshold && total ? threshold.minimum / total : 1,
    isBroad: relaxation.broad === true,
    isCorrected: corrections !== undefined && corrections.length > 0,
    ...(corrections?.length && {
      corrections: corrections.map(({ word, spelling }) => ({ word: word.text, correction: spelling })),
    }),
  };
}
