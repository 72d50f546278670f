/** Label dictionary: sorted, normalized words with prefix search and a trigram index for infixes. */

import { lowerBound } from '../collections/binary-search.ts';
import {
  type FingerprintTable,
  findFingerprint,
  fingerprintNumbers,
} from '../collections/fingerprint-table.ts';
import {
  listAt,
  type PackedLists,
  packLists,
  type SharedUint8Array,
  type SharedUint16Array,
  type SharedUint32Array,
  sharedUint8,
  sharedUint16,
  sharedUint32,
} from '../collections/shared-arrays.ts';

export interface LabelDictionary {
  /** UTF-16 units of all words in order, each followed by a line feed. */
  units: SharedUint16Array;
  /** Start of each word, and the end of the last. */
  starts: SharedUint32Array;
  /** Length of the prefix shared with the previous word, at most 255. */
  shared: SharedUint8Array;
  trigrams: FingerprintTable;
  trigramWords: PackedLists;
}

/** `words` are distinct and sorted by UTF-16 units. */
export function buildLabelDictionary(words: string[]): LabelDictionary {
  const text = `${words.join('\n')}\n`;
  const units = sharedUint16(Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)));
  const starts = sharedUint32(words.length + 1);
  const shared = sharedUint8(words.length);
  words.forEach((word, i) => {
    starts[i + 1] = starts[i]! + word.length + 1;
    const before = words[i - 1] ?? '';
    let length = 0;
    while (length < 255 && length < before.length && word[length] === before[length]) length++;
    shared[i] = length;
  });
  return { units, starts, shared, ...trigramIndex(words) };
}

/** The range [begin, end) of words with a prefix. */
export function prefixRange(vocabulary: LabelDictionary, prefix: string): [number, number] {
  return [prefixBound(vocabulary, prefix, 0), prefixBound(vocabulary, prefix, 1)];
}

/** The number of a word, −1 if it is absent. */
export function findWord(vocabulary: LabelDictionary, word: string): number {
  const number = prefixBound(vocabulary, word, 0);
  if (number === vocabulary.shared.length) return -1;
  const length = vocabulary.starts[number + 1]! - vocabulary.starts[number]! - 1;
  return length === word.length && compare(vocabulary, number, word) === 0 ? number : -1;
}

export function wordText({ units, starts }: LabelDictionary, word: number): string {
  return String.fromCharCode(...units.subarray(starts[word]!, starts[word + 1]! - 1));
}

/** The first word that is not before the prefix; with `beyond` 1, the first after all words with it. */
function prefixBound(vocabulary: LabelDictionary, prefix: string, beyond: 0 | 1): number {
  return lowerBound(0, vocabulary.shared.length, (word) => compare(vocabulary, word, prefix) < beyond);
}

/** Negative if the word sorts before the prefix, 0 if it starts with it. */
function compare({ units, starts }: LabelDictionary, word: number, prefix: string): number {
  const begin = starts[word]!;
  // The line feed at the end of a word is less than any letter.
  for (let i = 0; i < prefix.length; i++) {
    const difference = units[begin + i]! - prefix.charCodeAt(i);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Infixes are found by trigrams. */
export const MIN_INFIX_LENGTH = 3;

/** Calls `visit` for each word with the infix after its first character; with `atEnd` only as a suffix. */
export function eachWordContaining(
  vocabulary: LabelDictionary,
  part: string,
  atEnd: boolean,
  visit: (word: number, offset: number) => void,
): void {
  const { units, starts, trigrams, trigramWords } = vocabulary;
  let rarest: SharedUint32Array | undefined;
  for (let i = 0; i + MIN_INFIX_LENGTH <= part.length; i++) {
    const number = findFingerprint(
      trigrams,
      trigramAt(part.charCodeAt(i), part.charCodeAt(i + 1), part.charCodeAt(i + 2)),
    );
    if (number < 0) return;
    const words = listAt(trigramWords, number);
    if (rarest === undefined || words.length < rarest.length) rarest = words;
  }
  for (const word of rarest ?? []) {
    const begin = starts[word]!;
    const last = starts[word + 1]! - 1 - part.length;
    for (let at = atEnd ? Math.max(begin + 1, last) : begin + 1; at <= last; at++) {
      if (!hasAt(units, at, part)) continue;
      visit(word, at - begin);
      break;
    }
  }
}

function hasAt(units: SharedUint16Array, at: number, part: string): boolean {
  for (let i = 0; i < part.length; i++) if (units[at + i] !== part.charCodeAt(i)) return false;
  return true;
}

function trigramAt(first: number, second: number, third: number): number {
  return (first * 0x10000 + second) * 0x10000 + third;
}

/** Words by trigram. */
function trigramIndex(words: string[]): { trigrams: FingerprintTable; trigramWords: PackedLists } {
  const numbers = fingerprintNumbers();
  const lists: number[][] = [];
  words.forEach((word, number) => {
    for (let i = 0; i + MIN_INFIX_LENGTH <= word.length; i++) {
      const trigram = trigramAt(word.charCodeAt(i), word.charCodeAt(i + 1), word.charCodeAt(i + 2));
      const list = numbers.numberOf(trigram);
      lists[list] ??= [];
      if (lists[list].at(-1) !== number) lists[list].push(number);
    }
  });
  return { trigrams: numbers.table(), trigramWords: packLists(lists) };
}
