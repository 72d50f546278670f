/** Mean pooling: the vector of a text is the average of its tokens' vectors, scaled to unit length. */

/** `hidden` is texts × tokens × dimensions; `mask` is texts × tokens, 0 for padding. */
export function meanPool(
  hidden: Float32Array,
  mask: BigInt64Array,
  texts: number,
  dimensions: number,
): Float32Array[] {
  const tokens = mask.length / texts;
  return Array.from({ length: texts }, (_, text) => {
    const sum = new Float32Array(dimensions);
    for (let token = text * tokens; token < (text + 1) * tokens; token++) {
      if (mask[token] === 0n) continue;
      for (let i = 0; i < dimensions; i++) sum[i]! += hidden[token * dimensions + i]!;
    }
    // The division by the number of tokens would cancel out.
    const length = Math.hypot(...sum) || 1;
    return sum.map((value) => value / length);
  });
}
