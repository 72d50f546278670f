/** How many searches need not be asked because the same was asked before, when few questions are asked often and many seldom. */

export interface QueryDistribution {
  /** Different questions that people have. */
  questions: number;
  /** Of Zipf's law: the question of rank r is asked in proportion to 1 / r^exponent. */
  exponent: number;
}

/**
 * The share of searches that find an answer not older than `validity` seconds, of `perSecond`: a question asked `rate`
 * times a second is asked of the cluster once for every 1 + rate × validity times (what comes meanwhile waits along or
 * is answered from memory; arrivals by chance, renewed at the first question after the end).
 */
export function hitRate(asking: QueryDistribution, perSecond: number, validity: number): number {
  return shareOf(asking, (share) => {
    const asked = perSecond * share * validity;
    return share * (asked / (1 + asked));
  });
}

/** The share of so many searches whose question came before among them: what is kept until everything is forgotten. */
export function repeatedShare(asking: QueryDistribution, searches: number): number {
  return 1 - shareOf(asking, (share) => -Math.expm1(searches * Math.log1p(-share))) / searches;
}

/** The share of searches for the questions asked most, so many of them: more than that finds no place. */
export function topQueriesShare(asking: QueryDistribution, kept: number): number {
  let [sum, first] = [0, 0];
  forRanks(asking.questions, (rank, count) => {
    const part = count * rank ** -asking.exponent;
    sum += part;
    if (rank <= kept) first += part;
  });
  return first / sum;
}

/** Of all questions, by the share of the searches that are for each. */
function shareOf({ questions, exponent }: QueryDistribution, of: (share: number) => number): number {
  let [weights, sum] = [0, 0];
  forRanks(questions, (rank, count) => {
    weights += count * rank ** -exponent;
  });
  forRanks(questions, (rank, count) => {
    sum += count * of(rank ** -exponent / weights);
  });
  return sum;
}

/** Ranks one by one at first, then in groups of a hundredth, each by its middle. */
function forRanks(last: number, visit: (rank: number, count: number) => void): void {
  for (let first = 1; first <= last; ) {
    const count = Math.min(Math.max(1, Math.floor(first / 100)), last - first + 1);
    visit(first + (count - 1) / 2, count);
    first += count;
  }
}
