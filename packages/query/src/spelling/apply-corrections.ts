/** Applies spelling corrections to an input. */

import type { Correction } from '../query-plan.ts';

/** Replaces the tokens at their offsets and keeps them separate from adjacent words: `C++b` becomes `C b`. */
export function applyCorrections(input: string, corrections: Pick<Correction, 'word' | 'text'>[]): string {
  let corrected = input;
  // From the end, so that earlier offsets stay valid.
  for (const { word, text } of corrections.toReversed()) {
    const [before, after] = [corrected.slice(0, word.begin), corrected.slice(word.end)];
    const typed = input.slice(word.begin, word.end);
    // Insert a space if only a special character of the original word separated two words.
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
