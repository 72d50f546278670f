/** How many searches need not be asked because the same was asked a moment ago, when few questions are asked often and many seldom. */

export interface Asking {
  /** Different questions that people have. */
  questions: number;
  /** Of Zipf's law: the question of rank r is asked in proportion to 1 / r^exponent. */
  exponent: number;
  /** Searches a second. */
  perSecond: number;
}

/**
 * The share of searches that find an answer not older than `validity` seconds: a question asked `rate` times a second is
 * asked of the cluster once for every 1 + rate × validity times (what comes meanwhile waits along or is answered from
 * memory; arrivals by chance, renewed at the first question after the end).
 */
export function hitRate({ questions, exponent, perSecond }: Asking, validity: number): number {
  let [weights, hits] = [0, 0];
  forRanks(questions, (rank, count) => {
    weights += count * rank ** -exponent;
  });
  forRanks(questions, (rank, count) => {
    const share = rank ** -exponent / weights;
    const asked = perSecond * share * validity;
    hits += count * share * (asked / (1 + asked));
  });
  return hits;
}

/** Ranks one by one at first, then in groups of a hundredth, each by its middle. */
function forRanks(last: number, visit: (rank: number, count: number) => void): void {
  for (let first = 1; first <= last; ) {
    const count = Math.min(Math.max(1, Math.floor(first / 100)), last - first + 1);
    visit(first + (count - 1) / 2, count);
    first += count;
  }
}
