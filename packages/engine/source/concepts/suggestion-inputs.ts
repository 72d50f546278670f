/** What is typed of a name, and what else it may be typed for: without the article before it. */
import { type Language, languageOf } from '../text/languages.ts';
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
