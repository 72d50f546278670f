/** Typed arrays in shared memory, with packed strings and adjacency lists (CSR). */
import { lowerBound } from './binary-search.ts';

/** `n` strings as UTF-8; string `i` is `bytes[starts[i]..starts[i + 1])`. */
export interface PackedTexts {
  bytes: Uint8Array;
  starts: Uint32Array;
}

/** For each of `n` rows a list of numbers; row `i` is `targets[starts[i]..starts[i + 1])`. */
export interface PackedLists {
  starts: Uint32Array;
  targets: Uint32Array;
}

/** The number of zeros, or numbers to copy. */
type Content = number | ArrayLike<number>;

export const sharedInt8 = (content: Content): Int8Array => shared(Int8Array, content);
export const sharedUint8 = (content: Content): Uint8Array => shared(Uint8Array, content);
export const sharedUint16 = (content: Content): Uint16Array => shared(Uint16Array, content);
export const sharedUint32 = (content: Content): Uint32Array => shared(Uint32Array, content);
export const sharedFloat32 = (content: Content): Float32Array => shared(Float32Array, content);
export const sharedFloat64 = (content: Content): Float64Array => shared(Float64Array, content);

interface Kind<Numbers> {
  readonly BYTES_PER_ELEMENT: number;
  new (memory: SharedArrayBuffer): Numbers;
}

function shared<Numbers extends { set(values: ArrayLike<number>): void }>(
  kind: Kind<Numbers>,
  content: Content,
): Numbers {
  const isLength = typeof content === 'number';
  const length = isLength ? content : content.length;
  const numbers = new kind(new SharedArrayBuffer(length * kind.BYTES_PER_ELEMENT));
  if (!isLength) numbers.set(content);
  return numbers;
}

export function textAt({ bytes, starts }: PackedTexts, index: number): string {
  const begin = starts[index]!;
  return Buffer.from(bytes.buffer, bytes.byteOffset + begin, starts[index + 1]! - begin).toString();
}

export function listAt({ starts, targets }: PackedLists, row: number): Uint32Array {
  return targets.subarray(starts[row]!, starts[row + 1]!);
}

/** Returns the row that contains `position`: the last one that starts at or before it. */
export function rowOf(starts: Uint32Array, position: number, rows = starts.length - 1): number {
  // Empty rows share their start with the next one, so the last row with this start contains the position.
  return lowerBound(1, rows, (row) => starts[row]! <= position) - 1;
}

/** Start of each row, and the end of the last one, by the lengths of the rows. */
export function startsOf(lengths: ArrayLike<number>): Uint32Array {
  const starts = sharedUint32(lengths.length + 1);
  for (let i = 0; i < lengths.length; i++) starts[i + 1] = starts[i]! + lengths[i]!;
  return starts;
}

export function packLists(rows: ArrayLike<number>[]): PackedLists {
  const starts = startsOf(rows.map(({ length }) => length));
  const targets = sharedUint32(starts[rows.length]!);
  for (const [index, row] of rows.entries()) targets.set(row, starts[index]!);
  return { starts, targets };
}

/** Packs strings in their order. */
export function packTexts(texts: readonly string[]): PackedTexts {
  const starts = startsOf(texts.map((text) => Buffer.byteLength(text)));
  const bytes = sharedUint8(starts[texts.length]!);
  const buffer = Buffer.from(bytes.buffer);
  for (const [i, text] of texts.entries()) buffer.write(text, starts[i]!);
  return { bytes, starts };
}
