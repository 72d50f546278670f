/** Matching strategies of autocomplete: prefix, exact, inflected and infix matches of labels. */
import { lowerBound } from '../collections/binary-search.ts';
import { listAt } from '../collections/shared-arrays.ts';
import { keyRange, type LabelIndex, wordsOfKey } from './label-index.ts';
import type { MatchedPart, TopCandidates } from './top-candidates.ts';

/** Minimum length of an infix: three characters are in too many words. */
const MIN_INFIX_LENGTH = 4;

/** Labels that contain the input from the start of one of their words; its last word may be a prefix. */
export function offerPrefixes(typed: string[], best: TopCandidates): void {
  const { index, keyScores } = best.labels;
  const [begin, end] = keysWith(index, typed);
  for (let key = begin; key < end; key++)
    if (keyScores[key]! > best.minScore)
      best.offer(index.keyLabels[key]!, keyScores[key]!, () => phraseParts(typed, index.keyWords[key]!));
}

/** Labels equal to the input. */
export function offerExact(typed: string[], best: TopCandidates): void {
  const { index, score } = best.labels;
  const words = typed.map((word) => index.words.find(word));
  if (words.includes(-1)) return;
  const [, end] = keyRange(index, words[0]!);
  // Shorter keys sort before longer ones.
  for (let key = firstKey(index, words); key < end; key++) {
    const keyWords = wordsOfKey(index, key);
    if (keyWords.length !== words.length || !words.every((word, i) => keyWords[i] === word)) return;
    const label = index.keyLabels[key]!;
    if (index.keyWords[key] === 0)
      best.offer(label, score(label, 'exact label'), () => phraseParts(typed, 0));
  }
}

/** Labels whose first `count` words are an inflection of the input: `lions` for `lion`. */
export function offerInflections(labels: Iterable<number>, count: number, best: TopCandidates): void {
  const { index, score } = best.labels;
  for (const label of labels)
    best.offer(label, score(label, 'label start'), () => {
      const words = Array.from(listAt(index.labelWords, label), (word) => index.words.strings[word]!);
      return phraseParts(words.slice(0, count), 0);
    });
}

/** Labels in which the input starts inside a word; its further words follow this word. */
export function offerInfixes(typed: string[], best: TopCandidates): void {
  const { index, score } = best.labels;
  const [head, ...tail] = typed as [string, ...string[]];
  if (head.length < MIN_INFIX_LENGTH) return;
  const nextWords = tail.map((word, i) => wordTest(index, word, i < tail.length - 1 ? 'whole' : 'prefix'));
  for (const [word, offset] of index.words.containing(head, { isSuffix: tail.length > 0 })) {
    const [begin, end] = keyRange(index, word);
    for (let key = begin; key < end; key++) {
      const label = index.keyLabels[key]!;
      const labelScore = score(label, 'inside word');
      if (labelScore <= best.minScore || !nextWordsMatch(index, key, nextWords)) continue;
      best.offer(label, labelScore, () =>
        phraseParts(typed, index.keyWords[key]!).map((part, i) => (i === 0 ? { ...part, offset } : part)),
      );
    }
  }
}

/** Whether the words after the first one of a key match. */
function nextWordsMatch(index: LabelIndex, key: number, tests: WordTest[]): boolean {
  if (tests.length === 0) return true;
  const words = wordsOfKey(index, key);
  return tests.every((matches, i) => matches(words[i + 1]));
}

function phraseParts(typed: string[], first: number): MatchedPart[] {
  return typed.map((word, i) => ({ word: first + i, offset: 0, length: word.length }));
}

/** The range of keys [begin, end) that start with the input; its last word may be a prefix. */
function keysWith(index: LabelIndex, typed: string[]): [number, number] {
  const wholeWords = typed.slice(0, -1).map((word) => index.words.find(word));
  if (wholeWords.includes(-1)) return [0, 0];
  const [from, to] = index.words.prefixRange(typed.at(-1)!);
  if (wholeWords.length === 0) return keyRange(index, from, to);
  return [firstKey(index, [...wholeWords, from]), firstKey(index, [...wholeWords, to])];
}

/** The first key that does not sort before these words. All compared keys begin with the first word. */
function firstKey(index: LabelIndex, words: number[]): number {
  const isBefore = (key: number) => {
    const keyWords = wordsOfKey(index, key);
    for (let i = 1; i < words.length; i++) {
      if (keyWords[i] === undefined) return true;
      if (keyWords[i] !== words[i]) return keyWords[i]! < words[i]!;
    }
    return false;
  };
  return lowerBound(...keyRange(index, words[0]!), isBefore);
}

type WordTest = (word: number | undefined) => boolean;

/** Returns a test whether a word of a label is the typed word, or starts with it. */
function wordTest({ words }: LabelIndex, typed: string, kind: 'whole' | 'prefix'): WordTest {
  const number = words.find(typed);
  if (kind === 'whole') return (word) => word === number;
  const [from, to] = words.prefixRange(typed);
  return (word) => word !== undefined && word >= from && word < to;
}
