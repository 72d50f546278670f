/** An input with other words in the place of some. */
import type { Token } from '../analysis/tokenizer.ts';

/** A word of an input, what it is compared as in place of that, and how it is to be written. */
export interface Correction {
  word: Token;
  text: string;
  spelling: string;
}

/** Words are replaced at their places in the input, and stay apart from what stands beside them: of `C++b`, `C b` is left. */
export function applyCorrections(input: string, corrections: Pick<Correction, 'word' | 'text'>[]): string {
  let corrected = input;
  // From the end, so that places before keep their meaning.
  for (const { word, text } of corrections.toReversed()) {
    const [before, after] = [corrected.slice(0, word.begin), corrected.slice(word.end)];
    const typed = input.slice(word.begin, word.end);
    // Where nothing but a sign of what was typed kept two words apart.
    const left = letterFirst.test(typed) ? '' : blankBetween(before, text);
    const right = letterLast.test(typed) ? '' : blankBetween(text, after);
    corrected = before + left + text + right + after;
  }
  return corrected;
}

const letterFirst = /^[\p{L}\p{M}\p{N}]/u;
const letterLast = /[\p{L}\p{M}\p{N}]$/u;

function blankBetween(left: string, right: string): string {
  return letterLast.test(left) && letterFirst.test(right) ? ' ' : '';
}
