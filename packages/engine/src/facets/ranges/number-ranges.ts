/** Number ranges: the union of ranges that a selection accepts. */
import { lowerBound } from '@semantic-search/query/collections';
import type { Range } from './range-buckets.ts';

/** Includes `from`, and `to` unless it is exclusive; null leaves a side open. */
type NumberRange = Pick<Range, 'from' | 'to'> & { toExclusive?: boolean };

export class NumberRanges {
  /** Ascending; no two overlap or touch. */
  readonly #ranges: { from: number; to: number; toExclusive: boolean }[] = [];

  constructor(ranges: readonly NumberRange[]) {
    const bounded = ranges.map(({ from, to, toExclusive = false }) => {
      return { from: from ?? -Infinity, to: to ?? Infinity, toExclusive };
    });
    for (const range of bounded.sort((a, b) => a.from - b.from)) {
      const previous = this.#ranges.at(-1);
      if (range.from > range.to) continue;
      if (!previous || range.from > previous.to) this.#ranges.push(range);
      else if (range.to > previous.to) [previous.to, previous.toExclusive] = [range.to, range.toExclusive];
      else if (range.to === previous.to) previous.toExclusive &&= range.toExclusive;
    }
  }

  has(value: number): boolean {
    const next = lowerBound(0, this.#ranges.length, (i) => this.#ranges[i]!.from <= value);
    const range = this.#ranges[next - 1];
    return range !== undefined && (range.toExclusive ? value < range.to : value <= range.to);
  }
}
