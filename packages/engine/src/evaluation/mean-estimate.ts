/** Mean of a measure over queries, with its confidence interval. */

/** The mean, and its 95 % confidence interval: 1.96 standard errors on each side. Without values, all numbers are NaN. */
export function estimateMean(values: readonly number[]): { mean: number; low: number; high: number } {
  const mean = average(values);
  const variance = average(values.map((value) => (value - mean) ** 2));
  const margin = 1.96 * Math.sqrt(variance / Math.max(1, values.length - 1));
  return { mean, low: mean - margin, high: mean + margin };
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
