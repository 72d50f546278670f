/** Union of numeric ranges with a binary search over sorted bounds. */

/** Includes `from`. Both bounds may be infinite. */
export interface NumberRange {
  from: number;
  to: number;
  toExclusive: boolean;
}

export class NumberRanges {
  /** Ascending; no two overlap or touch. */
  readonly #ranges: NumberRange[] = [];

  constructor(ranges: readonly NumberRange[]) {
    for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
      const last = this.#ranges.at(-1);
      if (range.from > range.to) continue;
      if (!last || range.from > last.to) this.#ranges.push({ ...range });
      else if (range.to > last.to) [last.to, last.toExclusive] = [range.to, range.toExclusive];
      else if (range.to === last.to) last.toExclusive &&= range.toExclusive;
    }
  }

  has(value: number): boolean {
    let [low, high] = [0, this.#ranges.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#ranges[middle]!.from <= value) low = middle + 1;
      else high = middle;
    }
    const range = this.#ranges[low - 1];
    return range !== undefined && (range.toExclusive ? value < range.to : value <= range.to);
  }
}
