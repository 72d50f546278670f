/** How leniently an input is read: as it was typed first, then more so while little is found. The same for every engine. */
import { bitCount } from '../index/bit-count.ts';
import type { Plan, SearchSettings } from './plan.ts';

/** With fewer documents than this for the words as they were typed, parts of labels, near spellings and some of the words are tried. */
export const little = 5;

/** Of several requirements, the share that a document must meet when all are too many. */
export const leastShare = 0.34;

/** Beyond the words as they were typed. */
export interface Leniency {
  /** Words that name nothing may be parts of labels. */
  partly?: boolean;
  typos?: boolean;
  /** Some of the words are enough. */
  relaxed?: boolean;
}

/** What came of reading an input in one way. */
interface Outcome {
  leniency: Leniency;
  plan: Plan;
  /** Documents that match the input, whatever is selected. */
  documents: number;
}

/** How to read the input next; undefined where enough was found, or nothing is left to try. */
export function moreLenient(
  { leniency, plan, documents }: Outcome,
  { concepts, synonyms, typos, relaxing }: SearchSettings,
): Leniency | undefined {
  if (!isLittle({ plan, documents })) return undefined;
  const partly = concepts || synonyms;
  if (partly && !leniency.partly) return { partly };
  if (typos && !leniency.typos) return { partly, typos };
  if (relaxing && !leniency.relaxed && bitCount(plan.required) > 1) return { ...leniency, relaxed: true };
  return undefined;
}

export function isLittle({ plan, documents }: Pick<Outcome, 'plan' | 'documents'>): boolean {
  return plan.required !== 0 && documents < little;
}

/** How many of the requirements of a plan a document must meet. */
export function leastRequirements(plan: Plan, { relaxed }: Leniency): number {
  const all = bitCount(plan.required);
  return relaxed && all > 1 ? Math.max(1, Math.floor(all * leastShare)) : all;
}
