/** Logistic regression over binned features, trained by AdaGrad. */

export interface RankerData {
  features: number;
  /** Ascending bin boundaries of each feature. */
  limits: number[][];
  /** Learned weight of each stratum, feature and bin. */
  weights: Float32Array;
  bias: number;
}

export interface RankerRow {
  stratum: number;
  /** Added to the log odds. */
  offset: number;
  /** May be shorter than the number of features; missing features contribute nothing. */
  features: number[];
}

/** Weights stored for each feature: at least one more than the boundaries in `BIN_QUANTILES`. */
const BIN_COUNT = 24;
/** Number of passes over the rows. */
const EPOCHS = 4;
const LEARNING_RATE = 0.1;
/** Smaller than `LEARNING_RATE`, because each row changes the bias, but only a few weights. */
const BIAS_LEARNING_RATE = 0.001;
/** Maximum number of rows whose values decide the bins of a feature. */
const MAX_BINNED_ROWS = 50_000;
/** Quantiles that bound the bins; finer at the upper end, which discriminates most. */
const UPPER_QUANTILES = [0.965, 0.98, 0.99, 0.995, 0.998];
const BIN_QUANTILES = [...Array.from({ length: 15 }, (_, i) => (i + 1) / 16), ...UPPER_QUANTILES];

/** Returns the probability that the label of a row is 1. */
export function rankerScore({ features, limits, weights, bias }: RankerData, row: RankerRow): number {
  let sum = bias + row.offset;
  for (let i = 0; i < row.features.length; i++)
    sum += weights[(row.stratum * features + i) * BIN_COUNT + binOf(limits[i]!, row.features[i]!)]!;
  return sigmoid(sum);
}

export const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));

/** `labels` has 1 for each row whose concept is a tag. Deterministic: equal rows give equal weights. */
export function trainRanker(rows: RankerRow[], labels: ArrayLike<number>, features: number, strata: number) {
  const limits = Array.from({ length: features }, (_, feature) => limitsOf(rows, feature));
  const weights = new Float32Array(strata * features * BIN_COUNT);
  let bias = 0;
  const rowCells = rows.map(({ stratum, features: values }) =>
    Uint16Array.from(values, (value, i) => (stratum * features + i) * BIN_COUNT + binOf(limits[i]!, value)),
  );
  // AdaGrad: rare bins learn faster, from an initial value that keeps the first steps small.
  const squaredGradients = new Float32Array(weights.length).fill(1);
  const stride = strideFor(rows.length);
  for (let step = 0, row = 0; step < rows.length * EPOCHS; step++, row = (row + stride) % rows.length) {
    const cells = rowCells[row]!;
    let sum = bias + rows[row]!.offset;
    for (const cell of cells) sum += weights[cell]!;
    const error = labels[row]! - sigmoid(sum);
    bias += BIAS_LEARNING_RATE * error;
    for (const cell of cells) {
      squaredGradients[cell]! += error * error;
      weights[cell]! += (LEARNING_RATE * error) / Math.sqrt(squaredGradients[cell]!);
    }
  }
  return { features, limits, weights, bias };
}

/** Returns a stride coprime to the length: visits all rows in a scattered, deterministic order. */
function strideFor(length: number): number {
  const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));
  // The golden ratio scatters the rows evenly.
  let stride = Math.max(1, Math.floor(length * 0.618));
  while (commonDivisor(stride, length) !== 1) stride++;
  return stride;
}

function limitsOf(rows: RankerRow[], feature: number): number[] {
  const step = Math.ceil(rows.length / MAX_BINNED_ROWS);
  const values: number[] = [];
  for (let i = 0; i < rows.length; i += step) {
    const value = rows[i]!.features[feature];
    if (value !== undefined) values.push(value);
  }
  values.sort((a, b) => a - b);
  const limits: number[] = [];
  for (const quantile of BIN_QUANTILES) {
    const value = values[Math.floor(values.length * quantile)];
    if (value !== undefined && (limits.length === 0 || value > limits.at(-1)!)) limits.push(value);
  }
  return limits;
}

function binOf(limits: number[], value: number): number {
  let bin = 0;
  while (bin < limits.length && limits[bin]! <= value) bin++;
  return bin;
}
