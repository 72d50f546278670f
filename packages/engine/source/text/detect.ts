/** Guesses the language of a text that does not say it. */

/** ISO 639-1, or undefined where nothing can be made out. */
export type DetectLanguage = (text: string) => string | undefined;

let loading: Promise<DetectLanguage> | undefined;

/** Loaded on first use only: the language profiles take about 90 MB and 0.2 s. */
export function languageDetector(): Promise<DetectLanguage> {
  loading ??= import('eld/extrasmall').then(({ eld }) => (text) => {
    // Two hundred characters decide; more cost time and change hardly a guess.
    return eld.detect(text.slice(0, 200)).language || undefined;
  });
  return loading;
}
