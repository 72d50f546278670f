/** Mean of a measure over queries, with its confidence interval. */

/**
 * The mean, and the bounds of its 95 % confidence interval: 1.96 standard errors below and above it. All numbers are NaN
 * without values.
 */
export function estimateMean(values: readonly number[]): { mean: number; low: number; high: number } {
  const mean = average(values);
  const variance = average(values.map((value) => (value - mean) ** 2));
  const margin = 1.96 * Math.sqrt(variance / Math.max(1, values.length - 1));
  return { mean, low: mean - margin, high: mean + margin };
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
