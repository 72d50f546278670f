/** Logistic regression over features in steps: additive, so that it can be trained in a second and explained. */
import type { SharedFloat32Array } from '../shared-arrays.ts';

export interface RankerData {
  features: number;
  segments: number;
  /** Ascending limits of each feature's steps. */
  limits: number[][];
  /** By segment, feature and step. */
  weights: SharedFloat32Array;
  bias: number;
}

export interface RankerRow {
  segment: number;
  /** The first so many features; those that are left out count nothing. */
  features: number[];
}

const stepCount = 24;
const passCount = 4;
/** Finer at the upper end, where what matters is. */
const stepQuantiles = [
  ...Array.from({ length: 15 }, (_, i) => (i + 1) / 16),
  0.965,
  0.98,
  0.99,
  0.995,
  0.998,
];

/** The probability that a row is right. */
export function rankerScore({ features, limits, weights, bias }: RankerData, row: RankerRow): number {
  let sum = bias;
  for (let i = 0; i < row.features.length; i++) {
    sum += weights[(row.segment * features + i) * stepCount + stepOf(limits[i]!, row.features[i]!)]!;
  }
  return 1 / (1 + Math.exp(-sum));
}

export function trainRanker(
  rows: RankerRow[],
  right: ArrayLike<number>,
  features: number,
  segments: number,
): RankerData {
  const limits = Array.from({ length: features }, (_, feature) => limitsOf(rows, feature));
  const data: RankerData = {
    features,
    segments,
    limits,
    weights: new Float32Array(segments * features * stepCount),
    bias: -3,
  };
  const cells = rows.map(({ segment, features: values }) =>
    Uint16Array.from(values, (value, i) => (segment * features + i) * stepCount + stepOf(limits[i]!, value)),
  );
  // AdaGrad: steps that are seldom seen learn faster.
  const squares = new Float32Array(data.weights.length).fill(1e-8);
  const stride = strideFor(rows.length);
  for (let i = 0, at = 0; i < rows.length * passCount; i++, at = (at + stride) % rows.length) {
    const row = cells[at]!;
    let sum = data.bias;
    for (const cell of row) sum += data.weights[cell]!;
    const error = right[at]! - 1 / (1 + Math.exp(-sum));
    data.bias += 0.001 * error;
    for (const cell of row) {
      squares[cell]! += error * error;
      data.weights[cell]! += (0.1 * error) / Math.sqrt(squares[cell]!);
    }
  }
  return data;
}

/** Steps through all rows in a scattered order, the same every time. */
function strideFor(length: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let stride = Math.max(1, Math.floor(length * 0.618));
  while (divisor(stride, length) !== 1) stride++;
  return stride;
}

function limitsOf(rows: RankerRow[], feature: number): number[] {
  const every = Math.ceil(rows.length / 50_000);
  const values: number[] = [];
  for (let i = 0; i < rows.length; i += every) {
    const value = rows[i]!.features[feature];
    if (value !== undefined) values.push(value);
  }
  values.sort((a, b) => a - b);
  const limits: number[] = [];
  for (const quantile of stepQuantiles) {
    const value = values[Math.floor(values.length * quantile)];
    if (value !== undefined && (limits.length === 0 || value > limits.at(-1)!)) limits.push(value);
  }
  return limits;
}

function stepOf(limits: number[], value: number): number {
  let step = 0;
  while (step < limits.length && limits[step]! <= value) step++;
  return step;
}
