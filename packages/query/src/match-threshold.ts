/** Match threshold: a weighted *minimum should match* for the requirements of a relaxed query. */
import { lowestBit } from './collections/bits.ts';
import { frequencyOf, type IndexStatistics } from './index-statistics.ts';
import { MASK_BITS, type MatchThreshold, type QueryPlan, type ThresholdShares } from './query-plan.ts';
import { MIN_HITS } from './relaxation.ts';

/** Weight of the rarest requirement. Weights are whole numbers, so that sums are equal in all backends. */
const LARGEST_WEIGHT = 100;

type Requirements = Pick<QueryPlan, 'alternatives' | 'requiredMask'>;
type Frequencies = Pick<IndexStatistics, 'documents' | 'documentFrequency' | 'matchFrequency'>;

/** What a hit of a relaxed query must match: some of the requirements, which weigh more the rarer they are. */
export function matchThreshold(
  plan: Requirements,
  statistics: Frequencies,
  { ofTotal, ofLargest }: ThresholdShares,
): MatchThreshold {
  const weights = weightsOf(frequenciesOf(plan, statistics), statistics.documents);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const minimum = Math.min(ofTotal * total, ofLargest * LARGEST_WEIGHT);
  return { weights, minimum: Math.max(1, Math.round(minimum)) };
}

/** For each requirement, by bit, the number of documents with its most frequent alternative. */
function frequenciesOf({ alternatives, requiredMask }: Requirements, statistics: Frequencies): number[] {
  return Array.from({ length: MASK_BITS }, (_, bit) => {
    const ofBit = alternatives.filter(({ requirementMask }) => requiredMask & requirementMask & (1 << bit));
    return Math.max(0, ...ofBit.map(({ matcher }) => frequencyOf(matcher, statistics)));
  });
}

function weightsOf(frequencies: number[], documents: number): number[] {
  const rarities = frequencies.map((frequency) => rarityOf(frequency, documents));
  const largest = Math.max(...rarities);
  if (largest > 0) return rarities.map((rarity) => Math.round((LARGEST_WEIGHT * rarity) / largest));
  // Each of the words is in most documents, so all words weigh the same.
  return frequencies.map((frequency) => (frequency > 0 ? LARGEST_WEIGHT : 0));
}

/** Exponent of the factor for a requirement that a hit does not meet (packages/engine/docs/search.md). */
const MISSING_EXPONENT = 0.35;

/** Factors on the score of a hit for each requirement that it does not meet, by bit of the mask. */
export function missingFactors({ weights }: MatchThreshold): number[] {
  return factorsOfMissing(weights, MISSING_EXPONENT);
}

/** By bit of a requirement: `(1 - s) ** exponent`, where `s` is the requirement's share of the total weight. */
export function factorsOfMissing(weights: readonly number[], exponent: number): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (total > 0 ? (1 - weight / total) ** exponent : 1));
}

/** Product of the factors of the bits that are set. Visits only these bits, because it runs for each hit. */
export function productOf(factors: readonly number[], mask: number): number {
  let product = 1;
  for (let bits = mask; bits !== 0; bits &= bits - 1) product *= factors[lowestBit(bits)]!;
  return product;
}

/**
 * Weight of Robertson and Spärck Jones (Relevance weighting of search terms, 1976); 0 for none and for half of the documents
 * or more. In a small space, a word in fewer than `MIN_HITS` documents has the weight of a larger space: it is rare, but its share is large.
 */
function rarityOf(frequency: number, documents: number): number {
  if (frequency === 0) return 0;
  const total = frequency < MIN_HITS ? Math.max(documents, 2 * MIN_HITS) : documents;
  return Math.max(0, Math.log((total - frequency + 0.5) / (frequency + 0.5)));
}
