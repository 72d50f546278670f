/** Label index of autocomplete: labels by each of their words; depends on the thesaurus only. */
import { normalize } from '../analysis/normalizer.ts';
import { tokenize } from '../analysis/tokenizer.ts';
import {
  listAt,
  type PackedLists,
  packLists,
  sharedUint8,
  sharedUint32,
  startsOf,
} from '../collections/shared-arrays.ts';
import { StringIndex } from '../collections/string-index.ts';
import { HIDDEN, type Thesaurus } from '../thesaurus/thesaurus.ts';

/**
 * The label index as it is stored.
 *
 * A key is the suffix of a label from one of its words, such as `blue whale` and `whale`. Keys are sorted by their words.
 */
export interface LabelIndexData {
  /** The distinct normalized words of all labels in UTF-8, as the text of a `StringIndex`. */
  words: Uint8Array;
  /** Words of each label, by number. */
  labelWords: PackedLists;
  /** The concept suggested by each label, and the kind of the label; labels of replaced concepts count as hidden. */
  concepts: Uint32Array;
  kinds: Uint8Array;
  /** The label of each key, and the position of the word at which the key starts. */
  keyLabels: Uint32Array;
  keyWords: Uint8Array;
  /** The first key of each word, then the number of keys. */
  keyStarts: Uint32Array;
}

export interface LabelIndex extends Omit<LabelIndexData, 'words'> {
  words: StringIndex;
}

/** Further words of a label are ignored, because `keyWords` has bytes. */
const MAX_LABEL_WORDS = 255;

export function openLabelIndex({ words, ...data }: LabelIndexData): LabelIndex {
  return { ...data, words: new StringIndex(Buffer.from(words).toString()) };
}

/** The range of keys [begin, end) that start with one of the words from `from` to `to` (exclusive). */
export function keyRange({ keyStarts }: LabelIndex, from: number, to = from + 1): [number, number] {
  return [keyStarts[from]!, keyStarts[to]!];
}

/** The words of a key: the words of its label from the word at which the key starts. */
export function wordsOfKey({ labelWords, keyLabels, keyWords }: LabelIndex, key: number): Uint32Array {
  return listAt(labelWords, keyLabels[key]!).subarray(keyWords[key]!);
}

/** A spelling of an indexed word in a label, in lower case. */
export function labelSpelling(
  { keyStarts, keyLabels, keyWords }: LabelIndex,
  thesaurus: Thesaurus,
  word: number,
): string {
  const key = keyStarts[word]!;
  return tokenize(thesaurus.labelText(keyLabels[key]!))[keyWords[key]!]!.text.toLowerCase();
}

/** The words of a text, normalized as in the index. */
export function normalizedWords(text: string): string[] {
  return tokenize(text).map((word) => normalize(word.text));
}

/** Leaves out the labels of concepts that are deprecated or only expand queries. */
export function buildLabelIndex(thesaurus: Thesaurus): LabelIndexData {
  const labels = Array.from({ length: thesaurus.labelCount }, (_, label) => suggestedWords(thesaurus, label));
  const sortedWords = [...new Set(labels.flat())].sort((a, b) => (a < b ? -1 : 1));
  const numbers = new Map(sortedWords.map((word, number) => [word, number]));
  const labelWords = packLists(labels.map((words) => words.map((word) => numbers.get(word)!)));
  const concepts = sharedUint32(labels.map((_, label) => thesaurus.current(thesaurus.labelConcept(label))));
  const isCurrent = (label: number) => concepts[label] === thesaurus.labelConcept(label);
  return {
    words: sharedUint8(Buffer.from(sortedWords.map((word) => `${word}\n`).join(''))),
    labelWords,
    concepts,
    kinds: sharedUint8(labels.map((_, label) => (isCurrent(label) ? thesaurus.labelKind(label) : HIDDEN))),
    ...sortedKeys(labelWords, sortedWords.length),
  };
}

/** The normalized words of a label; empty if its concept is not suggested. */
function suggestedWords(thesaurus: Thesaurus, label: number): string[] {
  const concept = thesaurus.current(thesaurus.labelConcept(label));
  if (thesaurus.deprecated(concept) || thesaurus.isQueryOnly(concept)) return [];
  return normalizedWords(thesaurus.labelText(label)).slice(0, MAX_LABEL_WORDS);
}

/** Keys sorted by their words, shorter before longer, then by label. All word numbers are below `wordCount`. */
export function sortedKeys({ starts, targets }: PackedLists, wordCount: number) {
  // A key is a position in `targets`, the concatenated words of all labels.
  const labels = new Uint32Array(targets.length);
  for (let label = 0; label < starts.length - 1; label++)
    labels.fill(label, starts[label], starts[label + 1]);
  const compare = (a: number, b: number) => {
    const [length, otherLength] = [starts[labels[a]! + 1]! - a, starts[labels[b]! + 1]! - b];
    for (let i = 0; i < Math.min(length, otherLength); i++)
      if (targets[a + i] !== targets[b + i]) return targets[a + i]! - targets[b + i]!;
    return length - otherLength || a - b;
  };
  const keys = Uint32Array.from(targets.keys()).sort(compare);
  const keyCounts = new Uint32Array(wordCount);
  for (const word of targets) keyCounts[word]!++;
  return {
    keyLabels: sharedUint32(keys.map((key) => labels[key]!)),
    keyWords: sharedUint8(keys.map((key) => key - starts[labels[key]!]!)),
    keyStarts: startsOf(keyCounts),
  };
}
