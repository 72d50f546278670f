/** Mean of a measure over queries, with its confidence interval. */

export interface MeanEstimate {
  mean: number;
  /** Bounds of the 95 % confidence interval. */
  low: number;
  high: number;
}

/** Mean with its 95 % confidence interval: 1.96 standard errors on both sides. */
export function estimateMean(values: readonly number[]): MeanEstimate {
  const average = (numbers: readonly number[]) =>
    numbers.reduce((sum, number) => sum + number, 0) / values.length;
  const mean = average(values);
  const variance = average(values.map((value) => (value - mean) ** 2));
  const margin = 1.96 * Math.sqrt(variance / Math.max(1, values.length - 1));
  return { mean, low: mean - margin, high: mean + margin };
}
