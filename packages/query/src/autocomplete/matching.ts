/** Matching strategies of autocomplete: prefix, exact, inflected and infix matches of labels. */

import { lowerBound } from '../collections/binary-search.ts';
import { listAt } from '../collections/shared-arrays.ts';
import { eachWordContaining, findWord, prefixRange, wordText } from './label-dictionary.ts';
import type { MatchedPart } from './match-spans.ts';
import type { SuggestionIndex } from './prefix-index.ts';
import type { RangeMaximum } from './range-maximum.ts';
import type { TopCandidates } from './top-candidates.ts';

export const LABEL_START = 0;
export const WORD_START = 1;
export const INSIDE_WORD = 2;
/** The whole label matches. Ranks like a label start, but higher in other languages than the requested one. */
export const WHOLE_LABEL = 3;
/** The whole label, as typed; `WHOLE_LABEL` includes inflections. */
export const EXACT_LABEL = 4;
export type MatchPosition =
  | typeof LABEL_START
  | typeof WORD_START
  | typeof INSIDE_WORD
  | typeof WHOLE_LABEL
  | typeof EXACT_LABEL;

/** Minimum length of an infix: three characters match too many words. */
const MIN_INFIX_MATCH_LENGTH = 4;

/** After this many matches outside the facet, all keys are scanned instead of using the range maximum. */
const MAX_REJECTED_KEYS = 300;

export interface MatchContext {
  index: SuggestionIndex;
  /** The score of each key, and the range maximum over them. */
  keyScores: Float64Array;
  maximum: RangeMaximum;
  /** Score of a label for a match position and the number of guesses; higher is better. */
  score: (label: number, place: MatchPosition, guess?: number) => number;
}

function phraseParts(typed: string[], first: number): MatchedPart[] {
  return typed.map((word, i) => ({ word: first + i, offset: 0, length: word.length }));
}

/** Labels that contain the input from the start of one of their words; its last word may be a prefix. */
export function offerPrefixes(context: MatchContext, typed: string[], best: TopCandidates): void {
  const { index, maximum, keyScores } = context;
  const [begin, end] = keysWith(index, typed);
  const offer = (key: number) => {
    const label = index.keyLabels[key]!;
    const parts = () => phraseParts(typed, index.keyWords[key]!);
    best.offer(index.concepts[label]!, label, keyScores[key]!, parts);
  };
  let rejected = 0;
  // Counts this input only, because other variants may have found candidates of lower score.
  const found = new Set<number>();
  for (const key of maximum.descending(begin, end)) {
    if (found.size >= best.count) return;
    const concept = index.concepts[index.keyLabels[key]!]!;
    if (best.accepts(concept)) found.add(concept);
    else if (++rejected > MAX_REJECTED_KEYS) break;
    offer(key);
  }
  if (rejected > MAX_REJECTED_KEYS)
    for (let key = begin; key < end; key++) if (keyScores[key]! > best.least()) offer(key);
}

/** Labels equal to the input. */
export function offerExact(context: MatchContext, typed: string[], best: TopCandidates): void {
  const { index, score } = context;
  const { vocabulary, labelWords, keyStarts, keyLabels, keyWords, concepts } = index;
  const sought = typed.map((word) => findWord(vocabulary, word));
  if (sought.includes(-1)) return;
  const end = keyStarts[sought[0]! + 1]!;
  // Shorter keys sort before longer ones.
  for (let key = firstKey(index, sought); key < end; key++) {
    const label = keyLabels[key]!;
    const rest = listAt(labelWords, label).subarray(keyWords[key]!);
    if (rest.length !== sought.length || !sought.every((word, i) => rest[i] === word)) return;
    if (keyWords[key] === 0)
      best.offer(concepts[label]!, label, score(label, EXACT_LABEL), () => phraseParts(typed, 0));
  }
}

/** Labels that are an inflection of the input: `lions` for `lion`. All words count as matched. */
export function offerInflections(
  context: MatchContext,
  labels: Iterable<number>,
  count: number,
  best: TopCandidates,
) {
  const { index, score } = context;
  for (const label of labels) {
    best.offer(index.concepts[label]!, label, score(label, WHOLE_LABEL), () => {
      const own = listAt(index.labelWords, label).subarray(0, count);
      return Array.from(own, (word, i) => ({
        word: i,
        offset: 0,
        length: wordText(index.vocabulary, word).length,
      }));
    });
  }
}

/** The range of keys [begin, end) that start with the input; its last word may be a prefix. */
function keysWith(index: SuggestionIndex, typed: string[]): [number, number] {
  const whole = typed.slice(0, -1).map((word) => findWord(index.vocabulary, word));
  if (whole.includes(-1)) return [0, 0];
  const [from, to] = prefixRange(index.vocabulary, typed.at(-1)!);
  if (whole.length === 0) return [index.keyStarts[from]!, index.keyStarts[to]!];
  return [firstKey(index, [...whole, from]), firstKey(index, [...whole, to])];
}

/** The first key that does not sort before these words. */
function firstKey(index: SuggestionIndex, words: number[]): number {
  const isBefore = (key: number) => {
    const label = listAt(index.labelWords, index.keyLabels[key]!);
    const from = index.keyWords[key]!;
    for (let i = 1; i < words.length; i++) {
      const word = label[from + i];
      if (word === undefined) return true;
      if (word !== words[i]) return word < words[i]!;
    }
    return false;
  };
  return lowerBound(index.keyStarts[words[0]!]!, index.keyStarts[words[0]! + 1]!, isBefore);
}

/** Labels with the input as an infix of a word, or starting there. */
export function offerInfixes(context: MatchContext, typed: string[], best: TopCandidates): void {
  const { index, score } = context;
  const [head, ...tail] = typed as [string, ...string[]];
  if (head.length < MIN_INFIX_MATCH_LENGTH) return;
  const rest = tail.length > 0 ? wordTests(index, tail) : [];
  eachWordContaining(index.vocabulary, head, tail.length > 0, (word, offset) => {
    for (let key = index.keyStarts[word]!; key < index.keyStarts[word + 1]!; key++) {
      const label = index.keyLabels[key]!;
      const value = score(label, INSIDE_WORD);
      if (value <= best.least()) continue;
      const first = index.keyWords[key]!;
      if (rest.length > 0) {
        const words = listAt(index.labelWords, label);
        if (!rest.every((test, i) => test(words[first + 1 + i]))) continue;
      }
      best.offer(index.concepts[label]!, label, value, () => {
        const parts = phraseParts(typed, first);
        parts[0]!.offset = offset;
        return parts;
      });
    }
  });
}

/** For each typed word, a test whether a label word matches; the last may be a prefix. */
function wordTests(index: SuggestionIndex, typed: string[]) {
  return typed.map((word, i) => {
    const [from, to] = prefixRange(index.vocabulary, word);
    const whole = i < typed.length - 1 ? findWord(index.vocabulary, word) : undefined;
    return (found: number | undefined) =>
      found !== undefined && (whole === undefined ? found >= from && found < to : found === whole);
  });
}
