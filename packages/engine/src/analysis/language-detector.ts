/** Guesses the language of a text that does not say it. */

/**
 * ISO 639-1, or undefined where nothing can be made out. A text of a few words says too little for a guess among all
 * languages: it gets the best of the `likely` ones (BCP 47), where there are any.
 */
export type DetectLanguage = (text: string, likely?: readonly string[]) => string | undefined;

let loading: Promise<DetectLanguage> | undefined;

/** Two hundred characters decide; more cost time and change hardly a guess. */
const longestRead = 200;
/** In UTF-16 units. Names of two words are guessed wrong as often as right. */
const shortestRead = 25;

/** Loaded on first use only: the language profiles take about 90 MB and 0.2 s. Where that fails the next use tries again. */
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
    const guess = eld.detect(text.slice(0, longestRead));
    if (text.trim().length >= shortestRead && guess.isReliable()) return guess.language;
    const codes = codesOf(likely);
    const [best] = Object.entries(guess.getScores())
      .filter(([code]) => codes.includes(code))
      .sort(([, one], [, other]) => Number(other) - Number(one));
    return best?.[0];
  };
}

/** Of languages that a guess is among: each once, in alphabetical order. */
export function codesOf(likely: readonly string[]): string[] {
  return [...new Set(likely.map((tag) => tag.toLowerCase().split('-', 1)[0]!))].sort();
}
