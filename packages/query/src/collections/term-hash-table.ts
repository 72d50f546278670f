/** Term hash table keyed by a range of a text; lookups allocate no strings. */
import { longer } from './growable-array.ts';

export class TermHashTable {
  #codeUnits = new Uint16Array(1 << 12);
  #starts = new Uint32Array(1 << 9);
  #values = new Uint32Array(1 << 9);
  /** Open addressing: term number + 1 by hash, 0 if free. */
  #slots = new Uint32Array(1 << 10);
  size = 0;

  /** Returns the value of the term between `begin` and `end`, or -1. */
  find(text: string, begin: number, end: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(text, begin, end) & mask; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const term = this.#slots[slot]! - 1;
      if (this.#equals(term, text, begin, end)) return this.#values[term]!;
    }
    return -1;
  }

  /** Adds a term, which must be new. */
  add(text: string, begin: number, end: number, value: number): void {
    const term = this.size++;
    const start = this.#starts[term]!;
    if (start + end - begin > this.#codeUnits.length)
      this.#codeUnits = longer(this.#codeUnits, start + end - begin);
    for (let i = begin; i < end; i++) this.#codeUnits[start + i - begin] = text.charCodeAt(i);
    if (term + 2 > this.#starts.length) {
      this.#starts = longer(this.#starts, term + 2);
      this.#values = longer(this.#values, term + 2);
    }
    this.#starts[term + 1] = start + end - begin;
    this.#values[term] = value;
    if (this.size * 2 > this.#slots.length) this.#rehash();
    else this.#occupy(term, hashOf(text, begin, end));
  }

  #equals(term: number, text: string, begin: number, end: number): boolean {
    const start = this.#starts[term]!;
    if (this.#starts[term + 1]! - start !== end - begin) return false;
    for (let i = begin; i < end; i++)
      if (this.#codeUnits[start + i - begin] !== text.charCodeAt(i)) return false;
    return true;
  }

  #occupy(term: number, hash: number): void {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = term + 1;
  }

  #rehash(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let term = 0; term < this.size; term++) {
      const range = this.#codeUnits.subarray(this.#starts[term]!, this.#starts[term + 1]!);
      this.#occupy(term, hashOfCodeUnits(range));
    }
  }
}

/** FNV-1a over UTF-16 code units. */
function hashOf(text: string, begin: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = begin; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash ^ (hash >>> 15);
}

function hashOfCodeUnits(units: Uint16Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < units.length; i++) hash = Math.imul(hash ^ units[i]!, 0x01000193);
  return hash ^ (hash >>> 15);
}
