/** Non-negative least squares of relative errors. */

export interface Sum {
  /** Regressors. */
  parts: number[];
  is: number;
}

/**
 * Fits the coefficients. Negative coefficients are set to zero, and the others are fitted again. Throws if the sums do not
 * determine the coefficients.
 */
export function fitCoefficients(sums: readonly Sum[]): number[] {
  const parts: number[] = sums[0]!.parts.map(() => 0);
  let free = parts.map((_, i) => i);
  for (;;) {
    // Division by the measured value weights relative errors equally.
    const found = leastSquares(sums.map(({ parts: all, is }) => free.map((i) => all[i]! / is)));
    const least = found.indexOf(Math.min(...found));
    if (found[least]! >= 0) {
      free.forEach((i, place) => {
        parts[i] = found[place]!;
      });
      return parts;
    }
    free = free.filter((_, place) => place !== least);
  }
}

/** Solves rows · x = 1 by the normal equations, with Gaussian elimination and partial pivoting. */
function leastSquares(rows: number[][]): number[] {
  const size = rows[0]!.length;
  const sum = (of: (row: number[]) => number) => rows.reduce((total, row) => total + of(row), 0);
  const matrix = Array.from({ length: size }, (_, i) => [
    ...Array.from({ length: size }, (_, j) => sum((row) => row[i]! * row[j]!)),
    sum((row) => row[i]!),
  ]);
  for (let column = 0; column < size; column += 1) {
    const below = matrix.slice(column).map((row) => Math.abs(row[column]!));
    const pivot = column + below.indexOf(Math.max(...below));
    [matrix[column], matrix[pivot]] = [matrix[pivot]!, matrix[column]!];
    const [row] = matrix.slice(column);
    if (Math.abs(row![column]!) < 1e-30)
      throw new Error('The measurements do not determine the coefficients.');
    matrix.forEach((other, i) => {
      if (i === column) return;
      const factor = other[column]! / row![column]!;
      other.forEach((_, j) => {
        other[j]! -= factor * row![j]!;
      });
    });
  }
  return matrix.map((row, i) => row[size]! / row[i]!);
}
