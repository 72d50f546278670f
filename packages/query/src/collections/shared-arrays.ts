/** Typed arrays in shared memory, with packed strings and adjacency lists (CSR). */

export type SharedInt8Array = Int8Array<ArrayBufferLike>;
export type SharedUint8Array = Uint8Array<ArrayBufferLike>;
export type SharedUint16Array = Uint16Array<ArrayBufferLike>;
export type SharedUint32Array = Uint32Array<ArrayBufferLike>;
export type SharedFloat32Array = Float32Array<ArrayBufferLike>;
export type SharedFloat64Array = Float64Array<ArrayBufferLike>;

/** `n` strings as UTF-8; string `i` is `bytes[starts[i]..starts[i + 1])`. */
export interface PackedTexts {
  bytes: SharedUint8Array;
  starts: SharedUint32Array;
}

/** For each of `n` rows a list of numbers; row `i` is `targets[starts[i]..starts[i + 1])`. */
export interface PackedLists {
  starts: SharedUint32Array;
  targets: SharedUint32Array;
}

/** A number of zeros, or numbers to copy. */
type Content = number | ArrayLike<number>;

export const sharedInt8 = (content: Content): SharedInt8Array => shared(Int8Array, content);
export const sharedUint8 = (content: Content): SharedUint8Array => shared(Uint8Array, content);
export const sharedUint16 = (content: Content): SharedUint16Array => shared(Uint16Array, content);
export const sharedUint32 = (content: Content): SharedUint32Array => shared(Uint32Array, content);
export const sharedFloat32 = (content: Content): SharedFloat32Array => shared(Float32Array, content);
export const sharedFloat64 = (content: Content): SharedFloat64Array => shared(Float64Array, content);

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

export function listAt({ starts, targets }: PackedLists, row: number): SharedUint32Array {
  return targets.subarray(starts[row]!, starts[row + 1]!);
}

/** Returns the row that contains `position`: the last one that starts at or before it. */
export function rowOf(starts: SharedUint32Array, position: number, rows = starts.length - 1): number {
  let [low, high] = [0, rows];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (starts[middle]! <= position) low = middle;
    else high = middle;
  }
  // Empty rows share their start with the next one, so the last row with this start contains the position.
  return low;
}

export function packLists(rows: ArrayLike<number>[]): PackedLists {
  const starts = sharedUint32(rows.length + 1);
  rows.forEach((row, index) => {
    starts[index + 1] = starts[index]! + row.length;
  });
  const targets = sharedUint32(starts[rows.length]!);
  rows.forEach((row, index) => {
    targets.set(row, starts[index]!);
  });
  return { starts, targets };
}

/** Collects strings as UTF-8. Slices of a parsed chunk would keep the whole chunk in memory. */
export function textPacker() {
  let bytes = Buffer.allocUnsafe(1 << 16);
  let end = 0;
  const starts = [0];
  return {
    /** Returns the number of the string. */
    add(text: string): number {
      const maxBytes = text.length * 3;
      if (end + maxBytes > bytes.length) {
        const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, end + maxBytes));
        bytes.copy(larger, 0, 0, end);
        bytes = larger;
      }
      end += bytes.write(text, end);
      starts.push(end);
      return starts.length - 2;
    },
    at(index: number): string {
      return bytes.toString('utf8', starts[index]!, starts[index + 1]!);
    },
    /** Packs the strings with these numbers, in this order. */
    pack(order: ArrayLike<number>): PackedTexts {
      const packedStarts = sharedUint32(order.length + 1);
      for (let i = 0; i < order.length; i++) {
        packedStarts[i + 1] = packedStarts[i]! + starts[order[i]! + 1]! - starts[order[i]!]!;
      }
      const packed = sharedUint8(packedStarts[order.length]!);
      for (let i = 0; i < order.length; i++) {
        packed.set(bytes.subarray(starts[order[i]!]!, starts[order[i]! + 1]!), packedStarts[i]!);
      }
      return { bytes: packed, starts: packedStarts };
    },
  };
}
