/** Mean of a measure over queries, with its confidence interval. */

export interface MeanEstimate {
  mean: number;
  /** Bounds of the 95 % confidence interval: 1.96 standard errors below and above the mean. */
  low: number;
  high: number;
}

/** All numbers are NaN without values. */
export function estimateMean(values: readonly number[]): MeanEstimate {
  const mean = average(values);
  const variance = average(values.map((value) => (value - mean) ** 2));
  const margin = 1.96 * Math.sqrt(variance / Math.max(1, values.length - 1));
  return { mean, low: mean - margin, high: mean + margin };
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
