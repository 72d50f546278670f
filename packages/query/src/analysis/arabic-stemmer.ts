/**
 * Light stemmer for Arabic nouns and adjectives, after light10 (Larkey, Ballesteros and Connell 2002).
 *
 * It removes the article with attached particles, then suffixes, repeatedly. A word has the same stem with and
 * without the article, and a regular plural the same as its singular.
 */
import { normalize } from './normalizer.ts';

/** The article after و, ف, ب and ك; with ل it is written لل. */
const article = /^(?:[وف][بك]?ال(?=...)|[وف]لل(?=...)|[بك]ال(?=...)|(?:ال|لل)(?=..))/;
/** Words that start with ل drop one where three would meet: للغة is `for the language`. */
const articleBeforeLam = /^[وف]?ل(?=ل.ه$)/;
const endings = /(?:(?<=....)ان|(?<=...)(?:ها|ات|ون|ين|ي)|(?<=..)ه)$/;
/** The name of God has no article to remove. */
const whole = new Set(['الله', 'لله', 'والله', 'بالله']);

/** Takes a word in lower case, with or without diacritics. */
export function arabicStem(word: string): string {
  const normalized = normalize(word);
  if (whole.has(normalized)) return 'الله';
  const bare = untilNoMore(normalized.replace(articleBeforeLam, ''), article);
  return untilNoMore(bare, endings);
}

function untilNoMore(word: string, affix: RegExp): string {
  const rest = word.replace(affix, '');
  return rest === word ? word : untilNoMore(rest, affix);
}
