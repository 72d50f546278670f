/** Sorts the suffixes of labels by their words (radix sort, because there are millions). */
import {
  type PackedLists,
  type SharedUint8Array,
  type SharedUint32Array,
  sharedUint8,
  sharedUint32,
} from '../collections/shared-arrays.ts';

/** Number of words sorted by counting; few labels are longer. */
const COUNTED_WORDS = 3;

export interface SortedKeys {
  keyLabels: SharedUint32Array;
  keyWords: SharedUint8Array;
  keyStarts: SharedUint32Array;
}

/** Sorts by words, shorter before longer, then by label. Words are below `vocabularySize`. */
export function sortedKeys(labelWords: PackedLists, vocabularySize: number): SortedKeys {
  const { starts, targets } = labelWords;
  const total = targets.length;
  // A key is a position in the concatenated words of all labels.
  const labels = new Uint32Array(total);
  const rests = new Uint8Array(total);
  for (let label = 0; label < starts.length - 1; label++) {
    for (let key = starts[label]!; key < starts[label + 1]!; key++) {
      labels[key] = label;
      rests[key] = starts[label + 1]! - key;
    }
  }
  const order = sortedByWords(targets, rests, vocabularySize);
  const keyStarts = sharedUint32(vocabularySize + 1);
  for (const word of targets) keyStarts[word + 1]!++;
  for (let word = 0; word < vocabularySize; word++) keyStarts[word + 1]! += keyStarts[word]!;
  const keyLabels = sharedUint32(total);
  const keyWords = sharedUint8(total);
  for (let i = 0; i < total; i++) {
    const key = order[i]!;
    keyLabels[i] = labels[key]!;
    keyWords[i] = key - starts[labels[key]!]!;
  }
  return { keyLabels, keyWords, keyStarts };
}

/** `rests` contains the number of words from each key to the end of its label. */
function sortedByWords(words: SharedUint32Array, rests: Uint8Array, vocabularySize: number): Uint32Array {
  let order: Uint32Array = Uint32Array.from({ length: words.length }, (_, key) => key);
  // Least significant word first: each pass is stable.
  for (let i = COUNTED_WORDS - 1; i >= 0; i--) {
    const bucketOf = (key: number) => (i < rests[key]! ? words[key + i]! + 1 : 0);
    const ends = new Uint32Array(vocabularySize + 2);
    for (let key = 0; key < words.length; key++) ends[bucketOf(key) + 1]!++;
    for (let bucket = 0; bucket <= vocabularySize; bucket++) ends[bucket + 1]! += ends[bucket]!;
    const next = new Uint32Array(order.length);
    for (const key of order) next[ends[bucketOf(key)]!++] = key;
    order = next;
  }
  sortRemaining(order, words, rests);
  return order;
}

/** Sorts the keys that are equal in the first words. */
function sortRemaining(order: Uint32Array, words: SharedUint32Array, rests: Uint8Array): void {
  const hasEqualPrefix = (one: number, other: number) => {
    if (rests[one]! < COUNTED_WORDS || rests[other]! < COUNTED_WORDS) return false;
    for (let i = 0; i < COUNTED_WORDS; i++) if (words[one + i] !== words[other + i]) return false;
    return true;
  };
  const compare = (one: number, other: number) => {
    const shorter = Math.min(rests[one]!, rests[other]!);
    for (let i = COUNTED_WORDS; i < shorter; i++) {
      const difference = words[one + i]! - words[other + i]!;
      if (difference !== 0) return difference;
    }
    return rests[one]! - rests[other]! || one - other;
  };
  for (let begin = 0, end = 0; begin < order.length; begin = end) {
    for (end = begin + 1; end < order.length && hasEqualPrefix(order[begin]!, order[end]!); ) end++;
    if (end - begin > 1) order.subarray(begin, end).sort(compare);
  }
}
