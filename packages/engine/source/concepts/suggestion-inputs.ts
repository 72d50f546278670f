/** What is typed of a name, and what else it may be typed for: without the article before it. */
import { type Language, languageOf } from '../text/languages.ts';
import { hasSigns } from '../text/signs.ts';
import { words } from '../text/words.ts';

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
  const language: Language = languageOf(tag);
  const telling = words(text).find((word) => !language.isStopWord(word.text.toLowerCase()));
  return !telling || telling.begin === 0 ? undefined : text.slice(telling.begin);
}

/** Of so many words the signs are tried that they may have in labels. */
const mostSigned = 8;
const longestJoined = 2;

/** What may be meant by folded words that are typed without the signs of a label: `net` by `.NET`, `r d` by `R&D`. */
export function withSigns(typed: string[]): string[][] {
  const found: string[][] = [];
  const isBare = (word: string | undefined) => word !== undefined && !hasSigns(word);
  const isShort = (word: string | undefined) => isBare(word) && word!.length <= longestJoined;
  typed.slice(0, mostSigned).forEach((word, i) => {
    if (isBare(word)) found.push(typed.with(i, `.${word}`));
    if (isShort(word) && isShort(typed[i + 1])) found.push(typed.toSpliced(i, 2, `${word}&${typed[i + 1]}`));
  });
  return found;
}

/** Folded words without the `&` that joins them; undefined where none does. Behind `h&`, anything may follow. */
export function withoutJoints(typed: string[]): string[] | undefined {
  const parts = typed.flatMap((word) => word.split('&'));
  return parts.length > typed.length ? parts : undefined;
}
