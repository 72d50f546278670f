/**
 * The compound words of a vocabulary that have a word as one of their parts: `Energiesteuer` for `Steuer`. Worked out
 * when asked, as the forms of a word are, so that words which came later count for those that came before.
 */
import { compoundingOf, compoundParts } from '../text/compounds.ts';
import { fold } from '../text/fold.ts';
import type { Language } from '../text/languages.ts';
import { GrowingUint32 } from './growing.ts';
import type { Vocabulary } from './vocabulary.ts';

const remembered = 500;
/** Words are looked up by so many bytes at their end. */
const endingBytes = 3;

export class CompoundWords {
  #vocabulary: Vocabulary;
  /** Word + 1 that was met last with each ending, and for each word the one before it; 0 for none. */
  #last = new Map<number, number>();
  #before = new GrowingUint32();
  #known = new Map<string, number[]>();
  #parts = new Map<string, boolean>();
  #knownFor = 0;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Numbers of words, ascending; none in languages that write the parts of compounds apart. */
  with(word: string, language: Language): number[] {
    if (!compoundingOf(language.code)) return [];
    const { terms } = this.#vocabulary;
    if (this.#knownFor !== terms.size || this.#known.size > remembered) {
      this.#known.clear();
      this.#parts.clear();
    }
    this.#knownFor = terms.size;
    const key = `${language.code} ${word}`;
    let found = this.#known.get(key);
    if (!found) {
      found = this.#find(word, language);
      this.#known.set(key, found);
    }
    return found;
  }

  #find(word: string, language: Language): number[] {
    const vocabulary = this.#vocabulary;
    const { links, shortest } = compoundingOf(language.code)!;
    const own = vocabulary.forms(word, language);
    const parts = new Set([fold(word), ...own.map((term) => vocabulary.terms.at(term))]);
    for (const part of parts) if (part.length < shortest) parts.delete(part);
    const isWord = (text: string) => this.#isPart(text, language);
    const isMade = (text: string) => isWord(text) || compoundParts(text, language.code, isWord) !== undefined;
    /** What stands before the last part, with the letters that link it or without. */
    const isFirst = (text: string) =>
      links.some((link) => text.endsWith(link) && isMade(text.slice(0, text.length - link.length)));
    const isRest = (text: string) =>
      links.some((link) => text.startsWith(link) && isMade(text.slice(link.length)));
    const found = new Set<number>();
    for (const part of parts) {
      for (const [term, text] of this.#endingWith(part))
        if (isFirst(text.slice(0, -part.length))) found.add(term);
    }
    // What goes on from a part, or from a compound that ends in one.
    const beginnings = [...parts, ...[...found].map((term) => vocabulary.terms.at(term))];
    for (const [term, beginning] of vocabulary.goingOn(beginnings)) {
      if (!found.has(term) && isRest(vocabulary.terms.at(term).slice(beginning.length))) found.add(term);
    }
    for (const term of own) found.delete(term);
    const written = (term: number) => vocabulary.forms(vocabulary.terms.at(term), language).includes(term);
    return [...found].filter(written).sort((a, b) => a - b);
  }

  /** True for words that can stand in a compound. */
  #isPart(text: string, language: Language): boolean {
    const { shortest, endings } = compoundingOf(language.code)!;
    if (text.length < shortest) return false;
    const key = `${language.code} ${text}`;
    let answer = this.#parts.get(key);
    if (answer === undefined) {
      answer = !endings?.test(text) && this.#vocabulary.isWord(text, language);
      this.#parts.set(key, answer);
    }
    return answer;
  }

  *#endingWith(ending: string): Generator<[term: number, text: string]> {
    const { terms } = this.#vocabulary;
    for (let term = this.#before.length; term < terms.size; term++) {
      const key = keyOf(terms.bytesOf(term));
      this.#before.push(this.#last.get(key) ?? 0);
      this.#last.set(key, term + 1);
    }
    const bytes = Buffer.from(ending);
    for (let next = this.#last.get(keyOf(bytes)) ?? 0; next > 0; next = this.#before.values[next - 1]!) {
      if (terms.length(next - 1) <= bytes.length) continue;
      const text = terms.at(next - 1);
      if (text.endsWith(ending)) yield [next - 1, text];
    }
  }
}

function keyOf(bytes: Uint8Array): number {
  let key = 0;
  for (let i = Math.max(0, bytes.length - endingBytes); i < bytes.length; i++) key = key * 256 + bytes[i]!;
  return key;
}
