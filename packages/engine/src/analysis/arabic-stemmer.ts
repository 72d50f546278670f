/**
 * A light stemmer for Arabic nouns and adjectives, after light10 of L. Larkey, L. Ballesteros and M. Connell (2002). The
 * article, with what is written together with it, and endings go one after the other until none is left, so that a word
 * has the same stem with the article and without, and a plural with its endings the same as the singular.
 */
import { normalize } from './normalizer.ts';

/** و and ف before it, ب and ك; ل and the article are written لل. */
const article = /^(?:[وف][بك]?ال(?=...)|[وف]لل(?=...)|[بك]ال(?=...)|(?:ال|لل)(?=..))/;
/** Words that begin with ل lose one where three would meet: للغة is `for the language`. */
const articleBeforeLam = /^[وف]?ل(?=ل.[هة]$)/;
const endings = /(?:(?<=....)ان|(?<=...)(?:ها|ات|ون|ين|ي|ه)|(?<=..)ة)$/;
/** The name of God is no noun with an article. */
const whole = new Set(['الله', 'لله', 'والله', 'بالله']);

/** Takes a word in lower case, with its marks or without. */
export function arabicStem(word: string): string {
  const folded = normalize(word)
    .replace(/\u0640/g, '')
    .replace(/ى$/, 'ي');
  if (whole.has(folded)) return 'الله';
  const bare = untilNoMore(folded.replace(articleBeforeLam, ''), article);
  return untilNoMore(bare, endings);
}

function untilNoMore(word: string, affix: RegExp): string {
  const rest = word.replace(affix, '');
  return rest === word ? word : untilNoMore(rest, affix);
}
