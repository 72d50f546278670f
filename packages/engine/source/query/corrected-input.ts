/** An input with other words in the place of some. */
import type { Word } from '../text/words.ts';

/** A word of an input, what it is compared as in place of that, and how it is to be written. */
export interface Correction {
  word: Word;
  text: string;
  spelling: string;
}

/** Words are replaced at their places in the input. */
export function withCorrections(input: string, corrections: Pick<Correction, 'word' | 'text'>[]): string {
  let corrected = input;
  // From the end, so that places before keep their meaning.
  for (const { word, text } of corrections.toReversed())
    corrected = corrected.slice(0, word.begin) + text + corrected.slice(word.end);
  return corrected;
}
