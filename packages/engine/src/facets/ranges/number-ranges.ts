/** Number ranges: the union of ranges that a selection accepts. */
import { lowerBound } from '@semantic-search/query/collections';

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
      const previous = this.#ranges.at(-1);
      if (range.from > range.to) continue;
      if (!previous || range.from > previous.to) this.#ranges.push({ ...range });
      else if (range.to > previous.to)
        Object.assign(previous, { to: range.to, toExclusive: range.toExclusive });
      else if (range.to === previous.to) previous.toExclusive &&= range.toExclusive;
    }
  }

  has(value: number): boolean {
    const next = lowerBound(0, this.#ranges.length, (i) => this.#ranges[i]!.from <= value);
    const range = this.#ranges[next - 1];
    return range !== undefined && (range.toExclusive ? value < range.to : value <= range.to);
  }
}
