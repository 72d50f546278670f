/** String index: sorted distinct strings, found whole, by prefix, by infix or with typing errors. */
import { nearestBeginning } from '../analysis/edit-distance.ts';
import { lowerBound } from '../collections/binary-search.ts';
import { startsOf } from '../collections/shared-arrays.ts';

/** A string with a prefix that is similar to the input. */
export interface FuzzyMatch {
  /** Number of the string. */
  word: number;
  /** Edit distance between the input and the prefix (optimal string alignment). */
  edits: number;
  /** Length of the prefix, in UTF-16 units. */
  length: number;
}

export class StringIndex {
  /** By number, sorted by UTF-16 units. */
  readonly strings: readonly string[];
  /** All strings, each followed by a line feed. */
  readonly #text: string;
  /** Start of each string in the text; computed for the first infix. */
  #starts: Uint32Array | undefined;

  /** `text` has one string per line, sorted, without line feeds within strings. */
  constructor(text: string) {
    this.#text = text;
    this.strings = text.split('\n').slice(0, -1);
  }

  get size(): number {
    return this.strings.length;
  }

  /** The number of a string, −1 if it is absent. */
  find(text: string): number {
    const number = this.#firstFrom(text);
    return this.strings[number] === text ? number : -1;
  }

  /** The range [begin, end) of the strings with a prefix. */
  prefixRange(prefix: string): [number, number] {
    const begin = this.#firstFrom(prefix);
    const hasPrefix = (number: number) => this.strings[number]!.startsWith(prefix);
    return [begin, lowerBound(begin, this.size, hasPrefix)];
  }

  /** Strings with an infix after their first character, and its offset; with `atEnd` only as a suffix. */
  *containing(infix: string, { atEnd }: { atEnd: boolean }): Generator<[number: number, offset: number]> {
    const sought = atEnd ? `${infix}\n` : infix;
    this.#starts ??= startsOf(this.strings.map(({ length }) => length + 1));
    for (let at = this.#text.indexOf(sought); at >= 0; ) {
      const number = lowerBound(0, this.size, (other) => this.#starts![other]! <= at) - 1;
      const offset = at - this.#starts[number]!;
      if (offset > 0) yield [number, offset];
      at = this.#text.indexOf(sought, offset > 0 ? this.#starts[number + 1]! : at + 1);
    }
  }

  /** Strings with a prefix at most `maxEdits` edits from the input, ascending. */
  fuzzyPrefixes(input: string, maxEdits: number): FuzzyMatch[] {
    const matches: FuzzyMatch[] = [];
    for (let word = 0; word < this.size; ) {
      const text = this.strings[word]!;
      const { edits, length, decidedAt } = nearestBeginning(text, input, maxEdits);
      const isAlike = (number: number) => this.strings[number]!.startsWith(text.slice(0, decidedAt));
      const end = decidedAt === undefined ? word + 1 : lowerBound(word + 1, this.size, isAlike);
      for (; word < end; word++) if (edits <= maxEdits) matches.push({ word, edits, length });
    }
    return matches;
  }

  #firstFrom(text: string): number {
    return lowerBound(0, this.size, (number) => this.strings[number]! < text);
  }
}
