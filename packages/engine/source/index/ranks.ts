/** The order in which documents of equal relevance stand: by date, newest first, then by id. */
import { type PackedTexts, sharedUint16, type Uint16 } from '../thesaurus/packed.ts';
import type { Float64 } from './segment.ts';

/** Place of each document. `dates` has NaN for none, which comes last. */
export function ranksOf(dates: Float64, ids: PackedTexts): Uint16 {
  const bytes = Buffer.from(ids.bytes.buffer, ids.bytes.byteOffset, ids.bytes.byteLength);
  const order = new Uint32Array(dates.length);
  for (let i = 0; i < order.length; i++) order[i] = i;
  const { starts } = ids;
  order.sort(
    (a, b) =>
      compareDates(dates[a]!, dates[b]!) ||
      bytes.compare(bytes, starts[b]!, starts[b + 1]!, starts[a]!, starts[a + 1]!),
  );
  const ranks = sharedUint16(new Uint16Array(order.length));
  for (let place = 0; place < order.length; place++) ranks[order[place]!] = place;
  return ranks;
}

/** Newest first, none last. */
export function compareDates(a: number, b: number): number {
  if (a === b) return 0;
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  if (Number.isNaN(b)) return -1;
  return b - a;
}
