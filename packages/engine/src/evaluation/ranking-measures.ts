/** Measures of a ranking against relevance judgments, and their confidence intervals. */

/** Grades by document; documents without a grade, or with a grade of zero or less, are not relevant. */
export type Grades = ReadonlyMap<string, number>;

/**
 * nDCG with the grade as gain and a logarithmic discount (Järvelin and Kekäläinen, 2002), as in trec_eval; NaN
 * without a relevant document.
 */
export function ndcg(ranked: readonly string[], grades: Grades, depth = 10): number {
  const ideal = [...grades.values()].filter((grade) => grade > 0).sort((a, b) => b - a);
  const gains = ranked.map((id) => Math.max(0, grades.get(id) ?? 0));
  return discountedGain(gains, depth) / discountedGain(ideal, depth);
}

function discountedGain(gains: readonly number[], depth: number): number {
  return gains.slice(0, depth).reduce((sum, gain, i) => sum + gain / Math.log2(i + 2), 0);
}

/** 1 divided by the rank of the first relevant document; 0 if there is none. */
export function reciprocalRank(ranked: readonly string[], grades: Grades): number {
  const first = ranked.findIndex((id) => (grades.get(id) ?? 0) > 0);
  return first < 0 ? 0 : 1 / (first + 1);
}

/** Share of the relevant documents among the first `depth`; NaN without a relevant document. */
export function recall(ranked: readonly string[], grades: Grades, depth = 100): number {
  const relevant = new Set([...grades].filter(([, grade]) => grade > 0).map(([id]) => id));
  const retrieved = new Set(ranked.slice(0, depth).filter((id) => relevant.has(id)));
  return retrieved.size / relevant.size;
}

export interface MeanEstimate {
  mean: number;
  /** Bounds of the 95 % confidence interval. */
  low: number;
  high: number;
}

/** Mean with its 95 % confidence interval: 1.96 standard errors on both sides. */
export function estimateMean(values: readonly number[]): MeanEstimate {
  const average = (numbers: readonly number[]) =>
    numbers.reduce((sum, each) => sum + each, 0) / values.length;
  const mean = average(values);
  const variance = average(values.map((value) => (value - mean) ** 2));
  const margin = 1.96 * Math.sqrt(variance / Math.max(1, values.length - 1));
  return { mean, low: mean - margin, high: mean + margin };
}
