/** Language detection for texts without a language tag. */
import { baseLanguage } from './language-tags.ts';

/** ISO 639-1 code or undefined. A short text is ambiguous, so it gets the best of the `likely` languages (BCP 47 tags). */
export type DetectLanguage = (text: string, likely?: readonly string[]) => string | undefined;

let loadedDetector: Promise<DetectLanguage> | undefined;

/** In characters; more text costs time and hardly changes the result. */
const MAX_TEXT_LENGTH = 200;
/** In UTF-16 units. For shorter texts, such as names of two words, every second detection is wrong. */
const MIN_TEXT_LENGTH = 25;

/** Lazy: the language profiles take about 90 MB and 0.2 s. A failed load is retried on the next use. */
export function languageDetector(): Promise<DetectLanguage> {
  loadedDetector ??= loadDetector().catch((error) => {
    loadedDetector = undefined;
    throw error;
  });
  return loadedDetector;
}

async function loadDetector(): Promise<DetectLanguage> {
  const { eld } = await import('eld/extrasmall');
  return (text, likely = []) => {
    const guess = eld.detect(text.slice(0, MAX_TEXT_LENGTH));
    if (text.trim().length >= MIN_TEXT_LENGTH && guess.isReliable()) return guess.language;
    const codes = languageCodes(likely);
    const [best] = Object.entries(guess.getScores())
      .filter(([code]) => codes.includes(code))
      .sort(([, a], [, b]) => Number(b) - Number(a));
    return best?.[0];
  };
}

/** Distinct language codes in alphabetical order. */
export function languageCodes(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => baseLanguage(tag.toLowerCase())))].sort();
}
