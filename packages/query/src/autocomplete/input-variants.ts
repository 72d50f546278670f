/** Input variants for autocomplete: without articles or special characters, joined or split. */

import { isAmpersandJoinable, joinWithAmpersand, splitAtAmpersand } from '../analysis/ampersands.ts';
import { type Analyzer, analyzerFor } from '../analysis/analyzers.ts';
import { twoWaySplits } from '../analysis/decompounder.ts';
import { hasSpecialCharacters, isDot, splitAtSpecialCharacters } from '../analysis/special-characters.ts';
import { tokenize } from '../analysis/tokenizer.ts';
import type { SpecialCharacterWords } from './special-character-words.ts';

/** Elided articles and prepositions of Romance languages. */
const elided = /^\s*(?:l|d|qu|gl|un|[dns]?[aeou]ll|quell|[dns]?[aeou]gl)['’ʼ](?=\p{L})/iu;
/** The Arabic article, with the particles that may precede it. */
const arabic = /^\s*(?:[وف]?[بك]?ال|[وف]?لل)(?=\p{Script=Arabic}{2})/u;

/** The text without an attached article; undefined if there is none. */
export function withoutArticle(text: string): string | undefined {
  const bare = text.replace(elided, '').replace(arabic, '');
  return bare === text ? undefined : bare;
}

/** The text without leading stop words; undefined if there are none, or no other words. */
export function withoutStopWords(text: string, tag: string | undefined): string | undefined {
  const language: Analyzer = analyzerFor(tag);
  const contentWord = tokenize(text).find((word) => !language.isStopWord(word.text.toLowerCase()));
  return !contentWord || contentWord.begin === 0 ? undefined : text.slice(contentWord.begin);
}

/** Maximum words for which special characters are tried. */
const MAX_SPECIAL_CHARACTER_WORDS = 8;

/** Variants with special characters of the labels: `net` as `.NET`, `r d` as `R&D`. The words are normalized. */
export function withSpecialCharacters(
  typed: string[],
  { hasDottedWords: dotted, ampersandWords: joined }: SpecialCharacterWords,
): string[][] {
  const found: string[][] = [];
  const isBare = (word: string | undefined) => word !== undefined && !hasSpecialCharacters(word);
  const mayBe = (word: string | undefined) => isBare(word) && isAmpersandJoinable(word!);
  if (dotted || joined.size > 0)
    typed.slice(0, MAX_SPECIAL_CHARACTER_WORDS).forEach((word, i) => {
      const next = typed[i + 1];
      if (dotted && isBare(word)) found.push(typed.with(i, `.${word}`));
      if (joined.size > 0 && mayBe(word) && mayBe(next))
        found.push(typed.toSpliced(i, 2, joinWithAmpersand(word, next!)));
    });
  return found;
}

/** Normalized words without a leading dot and split at `&`; undefined if there is nothing to change. */
export function withoutSomeSpecialCharacters(typed: string[]): string[] | undefined {
  if (!typed.some(hasSpecialCharacters)) return undefined;
  const parts = typed.flatMap((word) => splitAtAmpersand(isDot(word[0]!) ? word.slice(1) : word));
  return parts.join() === typed.join() ? undefined : parts;
}

/** Splits the words at all special characters; undefined if there are none. */
export function withoutSpecialCharacters(typed: string[]): string | undefined {
  return typed.some(hasSpecialCharacters) ? typed.flatMap(splitAtSpecialCharacters).join(' ') : undefined;
}

/** Maximum words to join and to split. */
const MAX_JOINED_WORDS = 8;
const MAX_SPLIT_LENGTH = 20;
const MIN_SPLIT_PART_LENGTH = 2;

/** Variants with two words joined or one word split: `fleder maus`, `bluewhale`. The words are normalized. */
export function joinedAndSplit(typed: string[]): string[][] {
  return typed.slice(0, MAX_JOINED_WORDS).flatMap((word, i) => {
    const next = typed[i + 1];
    const joined = next === undefined ? [] : [typed.toSpliced(i, 2, word + next)];
    const parted = word.length > MAX_SPLIT_LENGTH ? [] : twoWaySplits(word, MIN_SPLIT_PART_LENGTH);
    return [...joined, ...parted.map((parts) => typed.toSpliced(i, 1, ...parts))];
  });
}
