/** Words that some join by `&` and others part by the same sign between blanks: `R&D` and `R & D`. */
import { words } from './words.ts';

const joint = /[&＆]/;
const everyJoint = /[&＆]/g;
/** `&` between words, as in `R & D`. */
const gap = /^\s?[&＆]\s?$/;
const longestGap = 3;
/** In UTF-16 units: longer words are not joined. */
const longestJoined = 2;

/** The text, and the same with each such word written the other way; in linear time. */
export function otherJoints(text: string): string[] {
  if (!joint.test(text)) return [text];
  return [...new Set([text, joinedWords(text), partedWords(text)])];
}

/** True where words of a text are joined so. */
export function isJoined(text: string): boolean {
  return joint.test(text) && words(text).some((word) => joint.test(word.text));
}

/** True where a text has the sign anywhere. */
export function hasJoint(text: string): boolean {
  return joint.test(text);
}

function joinedWords(text: string): string {
  let whole = '';
  let end = 0;
  let wasShort = false;
  for (const word of words(text)) {
    const between = text.slice(end, word.begin);
    const isShort = word.text.length <= longestJoined;
    const joins = wasShort && isShort && between.length <= longestGap && gap.test(between);
    whole += (joins ? '&' : between) + word.text;
    end = word.end;
    wasShort = isShort;
  }
  return whole + text.slice(end);
}

function partedWords(text: string): string {
  let whole = '';
  let end = 0;
  for (const word of words(text)) {
    whole += text.slice(end, word.begin) + word.text.replace(everyJoint, ' & ');
    end = word.end;
  }
  return whole + text.slice(end);
}
