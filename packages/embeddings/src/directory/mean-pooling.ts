/** Mean pooling: the vector of a text is the average of its tokens' vectors, scaled to unit length. */

/**
 * Vectors of the texts. `tokenVectors` has a vector for each token of each text, one after another; `mask` has a number for
 * each token, 0 for padding.
 */
export function meanPool(
  tokenVectors: Float32Array,
  mask: BigInt64Array,
  textCount: number,
  dimensions: number,
): Float32Array[] {
  const tokensPerText = mask.length / textCount;
  return Array.from({ length: textCount }, (_, text) => {
    const sum = new Float32Array(dimensions);
    const firstToken = text * tokensPerText;
    for (let token = firstToken; token < firstToken + tokensPerText; token++) {
      if (mask[token] === 0n) continue;
      for (let i = 0; i < dimensions; i++) sum[i]! += tokenVectors[token * dimensions + i]!;
    }
    // The division by the number of tokens would cancel out.
    const length = Math.hypot(...sum) || 1;
    return sum.map((value) => value / length);
  });
}
