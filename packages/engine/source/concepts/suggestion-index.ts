/** The labels of a thesaurus by the beginnings of their words; depends on nothing else, can be shared with workers. */
import { foldSpelling } from '../text/fold.ts';
import { eachWord } from '../text/words.ts';
import {
  type PackedLists,
  packLists,
  sharedUint8,
  sharedUint32,
  type Uint8,
  type Uint32,
} from '../thesaurus/packed.ts';
import { HIDDEN, type Thesaurus } from '../thesaurus/thesaurus.ts';
import { packVocabulary, type Vocabulary } from './vocabulary.ts';

export interface SuggestionIndex {
  vocabulary: Vocabulary;
  /** Words of each label, by their number in the vocabulary. */
  labelWords: PackedLists;
  /** The concept that a label suggests, and the kind of the label; of a replaced concept all are hidden. */
  concepts: Uint32;
  kinds: Uint8;
  /** A key is a label from one of its words on. Keys are sorted by their words. */
  keyLabels: Uint32;
  /** Which word of the label a key begins with. */
  keyWords: Uint8;
  /** The first key that begins with each word of the vocabulary, and the end of all. */
  keyStarts: Uint32;
}

/** A label's words further on are not looked at. */
const MOST_WORDS = 255;

export function suggestionIndex(thesaurus: Thesaurus): SuggestionIndex {
  const count = thesaurus.labelCount;
  const { numbers, labelWords } = wordsOfLabels(thesaurus);
  const sorted = [...numbers.keys()].sort((a, b) => (a < b ? -1 : 1));
  const rankOf = new Uint32Array(sorted.length);
  sorted.forEach((word, rank) => {
    rankOf[numbers.get(word)!] = rank;
  });
  for (const words of labelWords) for (let i = 0; i < words.length; i++) words[i] = rankOf[words[i]!]!;
  const concepts = sharedUint32(count);
  const kinds = sharedUint8(count);
  for (let label = 0; label < count; label++) {
    const own = thesaurus.labelConcept(label);
    concepts[label] = thesaurus.current(own);
    kinds[label] = concepts[label] === own ? thesaurus.labelKind(label) : HIDDEN;
  }
  const vocabulary = packVocabulary(sorted);
  return {
    vocabulary,
    labelWords: packLists(labelWords),
    concepts,
    kinds,
    ...keysOf(labelWords, sorted.length),
  };
}

function wordsOfLabels(thesaurus: Thesaurus) {
  const numbers = new Map<string, number>();
  const labelWords: number[][] = [];
  for (let label = 0; label < thesaurus.labelCount; label++) {
    const words: number[] = [];
    labelWords.push(words);
    if (thesaurus.deprecated(thesaurus.current(thesaurus.labelConcept(label)))) continue;
    for (const word of foldedWords(thesaurus.labelText(label)).slice(0, MOST_WORDS)) {
      let number = numbers.get(word);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(word, number);
      }
      words.push(number);
    }
  }
  return { numbers, labelWords };
}

/** The words of a text as suggestions compare them. */
export function foldedWords(text: string): string[] {
  const found: string[] = [];
  eachWord(text, (begin, end) => found.push(foldSpelling(text.slice(begin, end))));
  return found;
}

function keysOf(labelWords: number[][], vocabularySize: number) {
  const keyStarts = sharedUint32(vocabularySize + 1);
  for (const words of labelWords) for (const word of words) keyStarts[word + 1]!++;
  for (let word = 0; word < vocabularySize; word++) keyStarts[word + 1]! += keyStarts[word]!;
  const total = keyStarts[vocabularySize]!;
  const next = keyStarts.slice();
  const keyLabels = sharedUint32(total);
  const keyWords = sharedUint8(total);
  labelWords.forEach((words, label) => {
    words.forEach((word, position) => {
      const key = next[word]!++;
      keyLabels[key] = label;
      keyWords[key] = position;
    });
  });
  const follows = (one: number, other: number) =>
    compareWords(
      labelWords[keyLabels[one]!]!,
      keyWords[one]!,
      labelWords[keyLabels[other]!]!,
      keyWords[other]!,
    );
  for (let word = 0; word < vocabularySize; word++) {
    const [begin, end] = [keyStarts[word]!, keyStarts[word + 1]!];
    if (end - begin < 2) continue;
    const order = Array.from({ length: end - begin }, (_, i) => begin + i).sort(
      (a, b) => follows(a, b) || a - b,
    );
    const labels = order.map((key) => keyLabels[key]!);
    const positions = order.map((key) => keyWords[key]!);
    keyLabels.set(labels, begin);
    keyWords.set(positions, begin);
  }
  return { keyLabels, keyWords, keyStarts };
}

function compareWords(one: number[], from: number, other: number[], otherFrom: number): number {
  for (let i = 1; ; i++) {
    const a = one[from + i];
    const b = other[otherFrom + i];
    if (a === undefined || b === undefined) return (a === undefined ? 0 : 1) - (b === undefined ? 0 : 1);
    if (a !== b) return a - b;
  }
}
