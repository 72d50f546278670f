/** Title bonus: added to the score if the title contains most of the query and little else. */
import { bitCount, lowestBit } from './collections/bits.ts';
import { idf } from './index-statistics.ts';
import { factorsOfMissing } from './match-threshold.ts';
import { type Alternative, MASK_BITS, type QueryPlan } from './query-plan.ts';

/** Bonus of a title that equals the query, relative to the sum of the rarities of its requirements. */
const TITLE_BONUS = 2;
/** Exponent of the share of the requirements that a title meets, by their rarities (packages/engine/docs/search.md). */
const MISSING_IN_TITLE_EXPONENT = 6;
/** Minimum weight of an alternative in a title. Completions, compounds and partial labels weigh less. */
const MIN_WEIGHT_IN_TITLE = 0.3;

/** Requirements that a title with a match of the alternative meets. */
export function requirementsInTitle(
  { matcher, requirementMask, weight }: Alternative,
  requiredMask: number,
): number {
  return matcher.kind === 'concept' || weight < MIN_WEIGHT_IN_TITLE ? 0 : requirementMask & requiredMask;
}

/**
 * Rarity of each requirement, by bit: inverse document frequency of its most frequent words; 0 if no document has them.
 * `frequency` returns the number of documents that match an alternative; `index` is its position in the plan.
 */
export function requirementRarities(
  { alternatives, requiredMask }: Pick<QueryPlan, 'alternatives' | 'requiredMask'>,
  documents: number,
  frequency: (alternative: Alternative, index: number) => number,
): number[] {
  const maxFrequencies = new Array<number>(MASK_BITS).fill(0);
  alternatives.forEach((alternative, i) => {
    const mask = requirementsInTitle(alternative, requiredMask);
    if (bitCount(mask) !== 1) return;
    const bit = lowestBit(mask);
    maxFrequencies[bit] = Math.max(maxFrequencies[bit]!, frequency(alternative, i));
  });
  return maxFrequencies.map((count) => (count === 0 ? 0 : idf(count, documents)));
}

/** The bonus of a title that equals the query; for each requirement, by bit, the factor if a title does not meet it. */
export function titleBonus(rarities: readonly number[]): { bonus: number; factors: number[] } {
  const total = rarities.reduce((sum, rarity) => sum + rarity, 0);
  return { bonus: TITLE_BONUS * total, factors: factorsOfMissing(rarities, MISSING_IN_TITLE_EXPONENT) };
}
