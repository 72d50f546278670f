/** Input variants of autocomplete: other special characters, no article, words joined or split. */
import { analyzerFor } from '../analysis/analyzers.ts';
import { MAX_SPLIT_LENGTH, twoWaySplits } from '../analysis/decompounder.ts';
import { tokenize } from '../analysis/tokenizer.ts';
import { hasSpecialCharacters, isAmpersandPart, splitAtSpecialCharacters } from '../analysis/word-shapes.ts';

/** The Arabic article, with the particles that may precede it; it is written as one word with its noun. */
const arabicArticle = /^\s*(?:[وف]?[بك]?ال|[وف]?لل)(?=\p{Script=Arabic}{2})/u;

/** The text without an Arabic article; undefined if there is none. */
export function withoutArticle(text: string): string | undefined {
  return arabicArticle.test(text) ? text.replace(arabicArticle, '') : undefined;
}

/** The text without leading stop words; undefined if there are none, or no other words. */
export function withoutStopWords(text: string, tag: string | undefined): string | undefined {
  const { isStopWord } = analyzerFor(tag);
  const contentWord = tokenize(text).find((word) => !isStopWord(word.text));
  return !contentWord || contentWord.begin === 0 ? undefined : text.slice(contentWord.begin);
}

/** Splits the words at all special characters; undefined if there are none. */
export function withoutSpecialCharacters(typed: string[]): string | undefined {
  return typed.some(hasSpecialCharacters) ? typed.flatMap(splitAtSpecialCharacters).join(' ') : undefined;
}

/** Maximum number of words that are joined, split, or tried with special characters, because each has many variants. */
const MAX_VARIED_WORDS = 8;
/** A single letter is hardly a word of a label. */
const MIN_SPLIT_PART_LENGTH = 2;

/** Variants with two words joined or one word split: `fleder maus`, `bluewhale`. The words are normalized. */
export function joinedAndSplit(typed: string[]): string[][] {
  return typed.slice(0, MAX_VARIED_WORDS).flatMap((word, i) => {
    const next = typed[i + 1];
    const joined = next === undefined ? [] : [typed.toSpliced(i, 2, word + next)];
    const splits = word.length > MAX_SPLIT_LENGTH ? [] : twoWaySplits(word, MIN_SPLIT_PART_LENGTH);
    return [...joined, ...splits.map((parts) => typed.toSpliced(i, 1, ...parts))];
  });
}

/** Variants with special characters: `net` as `.NET`, `r d` as `R&D`. The words are normalized. */
export function withSpecialCharacters(typed: string[]): string[][] {
  const isBare = (word: string | undefined) => word !== undefined && !hasSpecialCharacters(word);
  const isJoinable = (word: string | undefined) => isBare(word) && isAmpersandPart(word!);
  return typed.slice(0, MAX_VARIED_WORDS).flatMap((word, i) => {
    const next = typed[i + 1];
    const dotted = isBare(word) ? [typed.with(i, `.${word}`)] : [];
    return isJoinable(word) && isJoinable(next)
      ? [...dotted, typed.toSpliced(i, 2, `${word}&${next}`)]
      : dotted;
  });
}
