/** Words that some join by `&` and others part by the same sign between blanks: `R&D` and `R & D`. All that is known of it. */
import { tokenize } from './tokenizer.ts';

const joint = /[&＆]/;
const everyJoint = /[&＆]/g;
/** `&` between words, as in `R & D`. */
const gap = /^\s?[&＆]\s?$/;
/** What may stand between, in UTF-16 units. */
export const MAX_AMPERSAND_GAP = 3;
/** In UTF-16 units. */
const longestJoined = 2;

/** Longer words are not joined. */
export function isAmpersandJoinable(word: string): boolean {
  return word.length <= longestJoined;
}

export function joinWithAmpersand(one: string, other: string): string {
  return `${one}&${other}`;
}

/** The words that are joined in a folded one, or the word; behind `h&` an empty one. */
export function splitAtAmpersand(folded: string): string[] {
  return folded.split('&');
}

/** The text, and the same with each such word written the other way; in linear time. */
export function ampersandVariants(text: string): string[] {
  if (!joint.test(text)) return [text];
  return [...new Set([text, joinedWords(text), partedWords(text)])];
}

/** True where words of a text are joined so. */
export function hasAmpersandWord(text: string): boolean {
  return joint.test(text) && tokenize(text).some((word) => joint.test(word.text));
}

/** True where a text has the sign anywhere. */
export function hasAmpersand(text: string): boolean {
  return joint.test(text);
}

function joinedWords(text: string): string {
  let whole = '';
  let end = 0;
  let wasShort = false;
  for (const word of tokenize(text)) {
    const between = text.slice(end, word.begin);
    const isShort = isAmpersandJoinable(word.text);
    const joins = wasShort && isShort && between.length <= MAX_AMPERSAND_GAP && gap.test(between);
    whole += (joins ? '&' : between) + word.text;
    end = word.end;
    wasShort = isShort;
  }
  return whole + text.slice(end);
}

function partedWords(text: string): string {
  let whole = '';
  let end = 0;
  for (const word of tokenize(text)) {
    whole += text.slice(end, word.begin) + word.text.replace(everyJoint, ' & ');
    end = word.end;
  }
  return whole + text.slice(end);
}
