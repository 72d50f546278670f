/** Term hash table keyed by a range of a text; lookups allocate no strings. */
import { longer } from './growable-array.ts';

export class TermHashTable {
  #letters = new Uint16Array(1 << 12);
  #starts = new Uint32Array(1 << 9);
  #values = new Uint32Array(1 << 9);
  /** Number of the word + 1 by hash, 0 where free. */
  #slots = new Uint32Array(1 << 10);
  size = 0;

  /** The value kept for the word between `begin` and `end`, or -1. */
  find(text: string, begin: number, end: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(text, begin, end) & mask; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const word = this.#slots[slot]! - 1;
      if (this.#isWord(word, text, begin, end)) return this.#values[word]!;
    }
    return -1;
  }

  /** The word must not be there yet. */
  add(text: string, begin: number, end: number, value: number): void {
    const word = this.size++;
    const start = this.#starts[word]!;
    if (start + end - begin > this.#letters.length)
      this.#letters = longer(this.#letters, start + end - begin);
    for (let i = begin; i < end; i++) this.#letters[start + i - begin] = text.charCodeAt(i);
    if (word + 2 > this.#starts.length) {
      this.#starts = longer(this.#starts, word + 2);
      this.#values = longer(this.#values, word + 2);
    }
    this.#starts[word + 1] = start + end - begin;
    this.#values[word] = value;
    if (this.size * 2 > this.#slots.length) this.#rehash();
    else this.#occupy(word, hashOf(text, begin, end));
  }

  #isWord(word: number, text: string, begin: number, end: number): boolean {
    const start = this.#starts[word]!;
    if (this.#starts[word + 1]! - start !== end - begin) return false;
    for (let i = begin; i < end; i++)
      if (this.#letters[start + i - begin] !== text.charCodeAt(i)) return false;
    return true;
  }

  #occupy(word: number, hash: number): void {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = word + 1;
  }

  #rehash(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let word = 0; word < this.size; word++) {
      const stretch = this.#letters.subarray(this.#starts[word]!, this.#starts[word + 1]!);
      this.#occupy(word, hashOfLetters(stretch));
    }
  }
}

/** FNV-1a over UTF-16 units. */
function hashOf(text: string, begin: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = begin; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash ^ (hash >>> 15);
}

function hashOfLetters(units: Uint16Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < units.length; i++) hash = Math.imul(hash ^ units[i]!, 0x01000193);
  return hash ^ (hash >>> 15);
}
