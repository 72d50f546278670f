/** Ampersand handling: `R&D` and `R & D` are variants of each other. */
import { tokenize } from './tokenizer.ts';

const ampersand = /[&＆]/;
const everyAmpersand = /[&＆]/g;
/** `&` between words, as in `R & D`. */
const gap = /^\s?[&＆]\s?$/;
/** In UTF-16 units. */
export const MAX_AMPERSAND_GAP = 3;
/** In UTF-16 units. */
const MAX_JOINED_WORD_LENGTH = 2;

/** Longer words are not joined by `&`. */
export function isAmpersandJoinable(word: string): boolean {
  return word.length <= MAX_JOINED_WORD_LENGTH;
}

export function joinWithAmpersand(one: string, other: string): string {
  return `${one}&${other}`;
}

/** Splits a normalized word at `&`; the last part of `h&` is empty. */
export function splitAtAmpersand(normalized: string): string[] {
  return normalized.split('&');
}

/** The text and its variants with all ampersands joined or separated, in linear time. */
export function ampersandVariants(text: string): string[] {
  if (!ampersand.test(text)) return [text];
  return [...new Set([text, joinAtAmpersands(text), separateAtAmpersands(text)])];
}

/** True if the text contains a word with `&`. */
export function hasAmpersandWord(text: string): boolean {
  return ampersand.test(text) && tokenize(text).some((word) => ampersand.test(word.text));
}

/** True if the text contains `&` anywhere. */
export function hasAmpersand(text: string): boolean {
  return ampersand.test(text);
}

function joinAtAmpersands(text: string): string {
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

function separateAtAmpersands(text: string): string {
  let whole = '';
  let end = 0;
  for (const word of tokenize(text)) {
    whole += text.slice(end, word.begin) + word.text.replace(everyAmpersand, ' & ');
    end = word.end;
  }
  return whole + text.slice(end);
}
