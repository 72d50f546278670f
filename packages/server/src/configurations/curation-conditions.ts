/** Conditions of curation rules: when they hold for a language, an input and a time. Pure functions. */
import type { CurationCondition } from '@semantic-search/contract';
import { normalize, UNSPACED_SCRIPT } from '@semantic-search/query/analysis';
import { readIsoDate } from '@semantic-search/query/dates';

/** Whether a condition on the language holds: `de` includes `de-AT`, but not `den` (RFC 4647, basic filtering). */
export function matchesLanguage({ language }: CurationCondition, requested = ''): boolean {
  return language === undefined || `${requested}-`.toLowerCase().startsWith(`${language}-`.toLowerCase());
}

/** `words` are the words of the input in the form of `comparable`. */
export function matchesQuery({ match, query = '' }: CurationCondition, words: string): boolean {
  if (match === undefined) return true;
  if (match === 'empty') return words === '';
  const ruleWords = comparable(query);
  if (ruleWords === '') return false;
  if (match === 'equals') return words === ruleWords;
  if (match === 'startsWith') return words.startsWith(ruleWords);
  // Chinese, Japanese and Thai have no spaces between words.
  if (UNSPACED_SCRIPT.test(ruleWords)) return words.includes(ruleWords);
  const separate = (text: string) => ` ${text.replace(joiners, ' ')} `;
  return separate(words).includes(separate(ruleWords));
}

/** Between words, as in `red/shoe`; a search ignores them, too. */
const joiners = /(?<=[\p{L}\p{N}])[\p{Pd}/_,:;|@](?=[\p{L}\p{N}])/gu;

/** Milliseconds since 1970, in UTC for a text without a zone; `open` without a text. */
export const timeOf = (text: string | undefined, open: number) => readIsoDate(text ?? '')?.start ?? open;

/** What a search ignores before and after words; but a minus excludes a word, and a query may be a pictograph. */
const separators =
  /(?:["“”„«»‹›'‘’‚\s]|(?![+#&\p{Extended_Pictographic}])[\p{P}\p{S}](?![\p{L}\p{N}])|(?<![\p{L}\p{N}+#&])(?![-.\p{Extended_Pictographic}])[\p{P}\p{S}])+/u;

/** Normal form for comparison: ignores case, accents, and what separates words. */
export const comparable = (text: string): string =>
  normalize(text).split(separators).filter(Boolean).join(' ');
