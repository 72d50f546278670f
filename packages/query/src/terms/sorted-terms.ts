/** Terms in byte order, for prefix lookups. */
import type { StringInterner } from '../collections/string-interner.ts';

/** Sorts lazily; the newest terms stay unsorted until there are enough of them. */
export class SortedTerms {
  #sorted: Uint32Array = new Uint32Array(0);

  /** Returns the numbers 0 … n − 1 in byte order. Terms from n on are unsorted and need a linear scan. */
  upTo(table: StringInterner): Uint32Array {
    const unsorted = table.size - this.#sorted.length;
    if (unsorted > Math.max(4096, this.#sorted.length / 8)) this.#sorted = sortedByBytes(table, this.#sorted);
    return this.#sorted;
  }
}

/** Extends `sorted`, the numbers 0 … n − 1 in order, by all later terms. */
function sortedByBytes(table: StringInterner, sorted: Uint32Array): Uint32Array {
  const compare = (a: number, b: number) =>
    keys[a - sorted.length]! - keys[b - sorted.length]! || table.compare(a, b);
  const keys = new Float64Array(table.size - sorted.length);
  const later = new Uint32Array(keys.length);
  for (let i = 0; i < later.length; i++) {
    later[i] = sorted.length + i;
    keys[i] = table.leadingBytes(later[i]!);
  }
  later.sort(compare);
  const merged = new Uint32Array(table.size);
  let [left, right] = [0, 0];
  for (let i = 0; i < merged.length; i++) {
    const takeLeft =
      right === later.length || (left < sorted.length && table.compare(sorted[left]!, later[right]!) <= 0);
    merged[i] = takeLeft ? sorted[left++]! : later[right++]!;
  }
  return merged;
}
