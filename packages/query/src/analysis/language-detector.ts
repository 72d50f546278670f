/** Language detection for texts without a language tag. */

import { baseLanguage } from './language-tags.ts';

/**
 * Returns ISO 639-1, or undefined. Short texts are too ambiguous for detection among all languages: the best of the
 * `likely` ones (BCP 47 tags) is returned, if there are any.
 */
export type DetectLanguage = (text: string, likely?: readonly string[]) => string | undefined;

let loading: Promise<DetectLanguage> | undefined;

/** In characters; more text costs time and hardly changes the result. */
const MAX_TEXT_LENGTH = 200;
/** In UTF-16 units. For names of two words, every second detection is wrong. */
const MIN_TEXT_LENGTH = 25;

/** Lazy: the language profiles take about 90 MB and 0.2 s. A failed load is retried on the next use. */
export function languageDetector(): Promise<DetectLanguage> {
  loading ??= load().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<DetectLanguage> {
  const { eld } = await import('eld/extrasmall');
  return (text, likely = []) => {
    const guess = eld.detect(text.slice(0, MAX_TEXT_LENGTH));
    if (text.trim().length >= MIN_TEXT_LENGTH && guess.isReliable()) return guess.language;
    const codes = languageCodes(likely);
    const [best] = Object.entries(guess.getScores())
      .filter(([code]) => codes.includes(code))
      .sort(([, one], [, other]) => Number(other) - Number(one));
    return best?.[0];
  };
}

/** Distinct language codes in alphabetical order. */
export function languageCodes(likely: readonly string[]): string[] {
  return [...new Set(likely.map((tag) => baseLanguage(tag.toLowerCase())))].sort();
}
