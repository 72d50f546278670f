/** Caching model: hit rates for queries that follow Zipf's law. */

export interface QueryDistribution {
  /** Number of distinct queries. */
  questions: number;
  /** Exponent of Zipf's law: the frequency of the query of rank r is proportional to 1 / r^exponent. */
  exponent: number;
}

/**
 * Hit rate of a cache with a time to live of `validity` seconds at `perSecond` searches per second. With Poisson arrivals, a
 * query with `rate` requests per second causes one miss per 1 + rate × validity requests.
 */
export function hitRate(asking: QueryDistribution, perSecond: number, validity: number): number {
  return shareOf(asking, (share) => {
    const asked = perSecond * share * validity;
    return share * (asked / (1 + asked));
  });
}

/** Share of searches that repeat an earlier one among the given number of searches, with an unlimited cache. */
export function repeatedShare(asking: QueryDistribution, searches: number): number {
  return 1 - shareOf(asking, (share) => -Math.expm1(searches * Math.log1p(-share))) / searches;
}

/** Share of searches for the `kept` most frequent queries: the hit rate of a cache of this size. */
export function topQueriesShare(asking: QueryDistribution, kept: number): number {
  let [sum, first] = [0, 0];
  forRanks(asking.questions, (rank, count) => {
    const part = count * rank ** -asking.exponent;
    sum += part;
    if (rank <= kept) first += part;
  });
  return first / sum;
}

/** Sum over all queries of a function of their share of the searches. */
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

/** Visits small ranks individually and larger ones in groups of 1 %, represented by their middle. */
function forRanks(last: number, visit: (rank: number, count: number) => void): void {
  for (let first = 1; first <= last; ) {
    const count = Math.min(Math.max(1, Math.floor(first / 100)), last - first + 1);
    visit(first + (count - 1) / 2, count);
    first += count;
  }
}
