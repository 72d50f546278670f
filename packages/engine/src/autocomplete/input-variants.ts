/** What is typed of a name, and what else it may be typed for: without the article before it. */

import { isAmpersandJoinable, joinWithAmpersand, splitAtAmpersand } from '../analysis/ampersands.ts';
import { type Analyzer, analyzerFor } from '../analysis/analyzers.ts';
import { twoWaySplits } from '../analysis/decompounder.ts';
import { hasSpecialCharacters, isDot, splitAtSpecialCharacters } from '../analysis/special-characters.ts';
import { tokenize } from '../analysis/tokenizer.ts';
import type { SpecialCharacterWords } from './special-characters.ts';

/** Romance articles and prepositions that lose their vowel, with what stands between them and the word. */
const elided = /^\s*(?:l|d|qu|gl|un|[dns]?[aeou]ll|quell|[dns]?[aeou]gl)['’ʼ](?=\p{L})/iu;
/** Written together with the word, as with و, ف, ب, ك and ل before it. */
const arabic = /^\s*(?:[وف]?[بك]?ال|[وف]?لل)(?=\p{Script=Arabic}{2})/u;

/** The same without an article that is written together with the word; undefined where there is none. */
export function withoutArticle(text: string): string | undefined {
  const bare = text.replace(elided, '').replace(arabic, '');
  return bare === text ? undefined : bare;
}

/** The same without words at its beginning that say nothing; undefined where there are none, or no others. */
export function withoutStopWords(text: string, tag: string | undefined): string | undefined {
  const language: Analyzer = analyzerFor(tag);
  const telling = tokenize(text).find((word) => !language.isStopWord(word.text.toLowerCase()));
  return !telling || telling.begin === 0 ? undefined : text.slice(telling.begin);
}

/** Of so many words the signs are tried that they may have in labels. */
const mostSigned = 8;

/** What may be meant by folded words that are typed without the signs of labels: `net` by `.NET`, `r d` by `R&D`. */
export function withSpecialCharacters(
  typed: string[],
  { dotted, joined }: SpecialCharacterWords,
): string[][] {
  const found: string[][] = [];
  const isBare = (word: string | undefined) => word !== undefined && !hasSpecialCharacters(word);
  const mayBe = (word: string | undefined) => isBare(word) && isAmpersandJoinable(word!);
  if (dotted || joined.size > 0)
    typed.slice(0, mostSigned).forEach((word, i) => {
      const next = typed[i + 1];
      if (dotted && isBare(word)) found.push(typed.with(i, `.${word}`));
      if (joined.size > 0 && mayBe(word) && mayBe(next))
        found.push(typed.toSpliced(i, 2, joinWithAmpersand(word, next!)));
    });
  return found;
}

/** Folded words without the dot before them and the `&` that joins them, of which labels may have other ones; undefined where there are none. */
export function withoutSomeSpecialCharacters(typed: string[]): string[] | undefined {
  if (!typed.some(hasSpecialCharacters)) return undefined;
  const parts = typed.flatMap((word) => splitAtAmpersand(isDot(word[0]!) ? word.slice(1) : word));
  return parts.join() === typed.join() ? undefined : parts;
}

/** As if all signs parted words; undefined where there are none. */
export function withoutSpecialCharacters(typed: string[]): string | undefined {
  return typed.some(hasSpecialCharacters) ? typed.flatMap(splitAtSpecialCharacters).join(' ') : undefined;
}

/** Of so many words each is joined to the next, and parted. */
const mostJoined = 8;
const longestParted = 20;
const shortestOfTwo = 2;

/** What may be meant by folded words of which two are written as one, or one as two: `fleder maus`, `bluewhale`. */
export function joinedAndSplit(typed: string[]): string[][] {
  return typed.slice(0, mostJoined).flatMap((word, i) => {
    const next = typed[i + 1];
    const joined = next === undefined ? [] : [typed.toSpliced(i, 2, word + next)];
    const parted = word.length > longestParted ? [] : twoWaySplits(word, shortestOfTwo);
    return [...joined, ...parted.map((parts) => typed.toSpliced(i, 1, ...parts))];
  });
}
