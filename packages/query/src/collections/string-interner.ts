/** Append-only string interner: a hash table over one UTF-8 buffer, without an object per string. */
import { longer } from './growable-array.ts';
import { type PackedTexts, rowOf, sharedUint8, sharedUint32 } from './shared-arrays.ts';

/** Number of short strings for which an empty interner has room. */
const MIN_CAPACITY = 64;
const BYTES_PER_STRING = 8;
const KEY_BYTES = 6;
/** Maximum number of UTF-8 bytes of a UTF-16 unit. */
export const MAX_UNIT_BYTES = 3;

export class StringInterner {
  #bytes: Buffer;
  #starts: Uint32Array;
  #hashes: Uint32Array;
  /** Open addressing: string number + 1 by hash, 0 if free. */
  #slots: Uint32Array;
  #size = 0;

  constructor(packed?: PackedTexts) {
    const size = packed ? packed.starts.length - 1 : 0;
    this.#bytes = packed ? Buffer.from(packed.bytes) : Buffer.allocUnsafe(MIN_CAPACITY * BYTES_PER_STRING);
    this.#starts = new Uint32Array(Math.max(MIN_CAPACITY, size + 1));
    if (packed) this.#starts.set(packed.starts);
    this.#hashes = new Uint32Array(Math.max(MIN_CAPACITY, size));
    for (let i = 0; i < size; i++)
      this.#hashes[i] = hashOf(this.#bytes, this.#starts[i]!, this.#starts[i + 1]!);
    this.#size = size;
    this.#slots = new Uint32Array(0);
    this.#rehash();
  }

  get size(): number {
    return this.#size;
  }

  /** The number of the string, or -1. The buffer holds the text until the next call, so that bytes are compared. */
  find(text: string, begin = 0, end = text.length): number {
    return this.#numberOf(this.#starts[this.#size]!, this.#write(text, begin, end));
  }

  /** Returns the number of the string and adds the string if it is new. */
  add(text: string): number {
    const begin = this.#starts[this.#size]!;
    const end = this.#write(text, 0, text.length);
    const existingNumber = this.#numberOf(begin, end);
    if (existingNumber >= 0) return existingNumber;
    const number = this.#size++;
    if (number + 2 > this.#starts.length) this.#starts = longer(this.#starts, number + 2);
    if (number + 1 > this.#hashes.length) this.#hashes = longer(this.#hashes, number + 1);
    this.#starts[number + 1] = end;
    this.#hashes[number] = hashOf(this.#bytes, begin, end);
    if (this.#size * 2 > this.#slots.length) this.#rehash();
    else this.#occupy(number);
    return number;
  }

  at(number: number): string {
    return this.#bytes.toString('utf8', this.#starts[number]!, this.#starts[number + 1]!);
  }

  /** Compares by UTF-8 bytes, which is the order of code points. */
  compare(a: number, b: number): number {
    const [begin, end] = [this.#starts[a]!, this.#starts[a + 1]!];
    return this.#bytes.compare(this.#bytes, this.#starts[b]!, this.#starts[b + 1]!, begin, end);
  }

  /** Sort key: the first bytes as a number, which is exact up to 53 bits. */
  leadingBytes(number: number): number {
    const [begin, length] = [this.#starts[number]!, this.length(number)];
    let key = 0;
    for (let i = 0; i < KEY_BYTES; i++) key = key * 256 + (i < length ? this.#bytes[begin + i]! : 0);
    return key;
  }

  /** Negative if the string sorts before all strings with this prefix, 0 if it has the prefix, else positive. */
  comparePrefix(number: number, prefix: Uint8Array): number {
    const [begin, length] = [this.#starts[number]!, this.length(number)];
    for (let i = 0; i < prefix.length; i++) {
      if (i >= length) return -1;
      const difference = this.#bytes[begin + i]! - prefix[i]!;
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /** Length in bytes. */
  length(number: number): number {
    return this.#starts[number + 1]! - this.#starts[number]!;
  }

  /** Returns a view that is valid until the next `add` or `find`. */
  bytesOf(number: number): Uint8Array {
    return this.#bytes.subarray(this.#starts[number]!, this.#starts[number + 1]!);
  }

  /** Numbers of the strings that contain `part`, ascending. */
  *containing(part: string): Generator<number> {
    const end = this.#starts[this.#size]!;
    const target = Buffer.from(part);
    for (let from = 0; ; ) {
      const position = this.#bytes.indexOf(target, from);
      if (position < 0 || position + target.length > end) return;
      const number = rowOf(this.#starts, position, this.#size);
      from = this.#starts[number + 1]!;
      if (position + target.length <= from) yield number;
      // A match across two strings does not count; the next one may start one byte later.
      else from = position + 1;
    }
  }

  pack(): PackedTexts {
    return {
      bytes: sharedUint8(this.#bytes.subarray(0, this.#starts[this.#size])),
      starts: sharedUint32(this.#starts.subarray(0, this.#size + 1)),
    };
  }

  /** Writes a range of the text after the last string without adding it. Returns its end. */
  #write(text: string, from: number, to: number): number {
    const begin = this.#starts[this.#size]!;
    const maxEnd = begin + (to - from) * MAX_UNIT_BYTES;
    if (maxEnd > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, maxEnd));
      this.#bytes.copy(larger, 0, 0, begin);
      this.#bytes = larger;
    }
    for (let i = from; i < to; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 0x7f) return begin + this.#bytes.write(text.slice(from, to), begin);
      this.#bytes[begin + i - from] = unit;
    }
    return begin + to - from;
  }

  #numberOf(begin: number, end: number): number {
    const hash = hashOf(this.#bytes, begin, end);
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const number = this.#slots[slot]! - 1;
      if (this.#hashes[number] === hash && this.#hasBytes(number, begin, end)) return number;
    }
    return -1;
  }

  /** Whether the string is the text between these offsets. */
  #hasBytes(number: number, begin: number, end: number): boolean {
    const other = this.#starts[number]!;
    if (this.#starts[number + 1]! - other !== end - begin) return false;
    for (let i = 0; i < end - begin; i++) if (this.#bytes[begin + i] !== this.#bytes[other + i]) return false;
    return true;
  }

  #occupy(number: number): void {
    const mask = this.#slots.length - 1;
    let slot = this.#hashes[number]! & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = number + 1;
  }

  /** Makes a table that is at most a quarter full; `add` makes the next one when half of it is full. */
  #rehash(): void {
    let length = MIN_CAPACITY * 2;
    while (length < this.#size * 4) length *= 2;
    this.#slots = new Uint32Array(length);
    for (let number = 0; number < this.#size; number++) this.#occupy(number);
  }
}

/** FNV-1a with a final mix, so that the low bits depend on all input bits. */
function hashOf(bytes: Uint8Array, begin: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = begin; i < end; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> 0;
}
