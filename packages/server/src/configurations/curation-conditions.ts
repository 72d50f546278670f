/** Conditions of curation rules: when they hold for a language, an input and a time. Pure functions. */
import type { CurationCondition } from '@semantic-search/contract';
import { normalize, UNSPACED_SCRIPT } from '@semantic-search/query/analysis';
import { readIsoDate } from '@semantic-search/query/dates';

/** Whether a condition on the language holds: `de` includes `de-AT`, but not `den` (RFC 4647, basic filtering). */
export function matchesLanguage({ language }: CurationCondition, requested = ''): boolean {
  return language === undefined || `${requested}-`.toLowerCase().startsWith(`${language}-`.toLowerCase());
}

/** `words` are those of the input in the form of `comparable`. */
export function matchesQuery({ match, query = '' }: CurationCondition, words: string): boolean {
  if (match === undefined) return true;
  if (match === 'empty') return words === '';
  const ruleWords = comparable(query);
  if (ruleWords === '') return false;
  if (match === 'equals') return words === ruleWords;
  if (match === 'startsWith') return words.startsWith(ruleWords);
  // Chinese, Japanese and Thai have no spaces between words.
  if (UNSPACED_SCRIPT.test(ruleWords)) return words.includes(ruleWords);
  return ` ${words} `.includes(` ${ruleWords} `);
}

/** Milliseconds since 1970, in UTC for a text without a zone; `open` without a text. */
export const timeOf = (text: string | undefined, open: number) => readIsoDate(text ?? '')?.start ?? open;

/** Characters between words: quotation marks, spaces, and punctuation before or after a word, but not in `node.js`. */
const separators = /(?:["“”„«»‹›'‘’‚\s]|[.,:;!?…،؛؟。、)\]](?![\p{L}\p{N}])|(?<![\p{L}\p{N}])[¿¡([])+/u;

/** Normal form for comparison: ignores case, accents, and what separates words. */
export const comparable = (text: string): string =>
  normalize(text).split(separators).filter(Boolean).join(' ');
