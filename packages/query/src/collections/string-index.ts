/** String index: sorted distinct strings, found whole, by prefix, by infix or with typing errors. */
import { lowerBound } from './binary-search.ts';
import { rowOf, startsOf } from './shared-arrays.ts';

/** A string with a prefix that is similar to the input. */
export interface FuzzyMatch {
  /** Number of the string. */
  word: number;
  /** Edit distance between the input and the prefix (optimal string alignment). */
  edits: number;
  /** Length of the prefix, in UTF-16 units. */
  length: number;
}

/** Longer inputs have no fuzzy matches, because the distance table grows quadratically. */
const MAX_FUZZY_LENGTH = 64;

export class StringIndex {
  /** By number, sorted by UTF-16 units. */
  readonly strings: readonly string[];
  /** All strings, each followed by a line feed. */
  readonly #text: string;
  /** Start of each string in the text; computed for the first search by infix. */
  #starts: Uint32Array | undefined;
  /** Length of the prefix that each string shares with the one before; computed for the first fuzzy search. */
  #sharedLengths: Uint32Array | undefined;

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

  /** Strings that contain an infix after their first character, and its offset; with `isSuffix`, only if they end with it. */
  *containing(
    infix: string,
    { isSuffix }: { isSuffix: boolean },
  ): Generator<[number: number, offset: number]> {
    const sought = isSuffix ? `${infix}\n` : infix;
    this.#starts ??= startsOf(this.strings.map(({ length }) => length + 1));
    for (let at = this.#text.indexOf(sought); at >= 0; ) {
      const number = rowOf(this.#starts, at);
      const offset = at - this.#starts[number]!;
      if (offset > 0) yield [number, offset];
      at = this.#text.indexOf(sought, offset > 0 ? this.#starts[number + 1]! : at + 1);
    }
  }

  /** Strings with a prefix at most `maxEdits` edits away, ascending. Equal prefixes of neighbors share rows of the distance table. */
  fuzzyPrefixes(input: string, maxEdits: number): FuzzyMatch[] {
    if (input.length > MAX_FUZZY_LENGTH) return [];
    const rows = distanceRows(input, maxEdits);
    const matches: FuzzyMatch[] = [];
    this.#sharedLengths ??= sharedPrefixLengths(this.strings);
    const sharedLengths = this.#sharedLengths;
    const { edits, lengths } = rows;
    let [depth, isDecided] = [0, false];
    for (let word = 0; word < sharedLengths.length; word++) {
      // A string that shares the decided prefix with the one before has the same edits.
      if (!isDecided || sharedLengths[word]! < depth) {
        const text = this.strings[word]!;
        depth = Math.min(depth, sharedLengths[word]!);
        isDecided = false;
        while (!isDecided && depth < text.length) isDecided = rows.append(text, ++depth);
      }
      if (edits[depth]! <= maxEdits) matches.push({ word, edits: edits[depth]!, length: lengths[depth]! });
    }
    return matches;
  }

  #firstFrom(text: string): number {
    return lowerBound(0, this.size, (number) => this.strings[number]! < text);
  }
}

function sharedPrefixLengths(strings: readonly string[]): Uint32Array {
  return Uint32Array.from(strings, (text, number) => {
    const previous = strings[number - 1] ?? '';
    let length = 0;
    while (length < previous.length && text[length] === previous[length]) length++;
    return length;
  });
}

/** Rows of the edit distance table (optimal string alignment). Sorted strings share the rows of a common prefix. */
function distanceRows(input: string, maxEdits: number) {
  const width = input.length + 1;
  const deepest = input.length + maxEdits;
  const table = new Uint8Array((deepest + 1) * width);
  for (let i = 0; i < width; i++) table[i] = i;
  /** Fewest edits of any prefix so far, and the length of that prefix. */
  const edits = new Uint8Array(deepest + 1).fill(input.length);
  const lengths = new Uint8Array(deepest + 1);
  return {
    edits,
    lengths,
    /** Computes a row. Returns true if no longer prefix can have fewer edits. */
    append(text: string, depth: number): boolean {
      const row = depth * width;
      const above = row - width;
      const [unit, unitBefore] = [text.charCodeAt(depth - 1), text.charCodeAt(depth - 2)];
      // Cells further from the diagonal have more than `maxEdits` edits.
      const from = Math.max(1, depth - maxEdits);
      const to = Math.min(input.length, depth + maxEdits);
      table[row] = depth;
      if (from > 1) table[row + from - 1] = maxEdits + 1;
      let least = depth;
      for (let i = from; i <= to; i++) {
        const letter = input.charCodeAt(i - 1);
        let cost = table[above + i - 1]! + (letter === unit ? 0 : 1);
        cost = Math.min(cost, table[above + i]! + 1, table[row + i - 1]! + 1);
        const isTransposed = i > 1 && letter === unitBefore && input.charCodeAt(i - 2) === unit;
        if (isTransposed) cost = Math.min(cost, table[above - width + i - 2]! + 1);
        table[row + i] = cost;
        least = Math.min(least, cost);
      }
      if (to < input.length) table[row + to + 1] = maxEdits + 1;
      const editsOfInput = to === input.length ? table[row + to]! : maxEdits + 1;
      const isBetter = editsOfInput < edits[depth - 1]!;
      edits[depth] = isBetter ? editsOfInput : edits[depth - 1]!;
      lengths[depth] = isBetter ? depth : lengths[depth - 1]!;
      return least > maxEdits || edits[depth]! <= least || depth === deepest;
    },
  };
}
