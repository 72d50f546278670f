/** Tokenizer: runs of letters and digits, with special characters as in `C++` and `.net`. */
import type { Span } from '../api.ts';
import { endOfShape, isDot, isJoiner, isLeadingDot } from './word-shapes.ts';

/** Scripts without spaces. The prolonged sound mark and half-width marks belong to several scripts. */
export const UNSPACED_SCRIPT =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

export interface Token extends Span {
  text: string;
}

const otherKind = 0;
const letterKind = 1;
/** A combining mark: belongs to the word before it. */
const markKind = 2;
/** A letter of a script without spaces. */
const unspacedKind = 3;
/** Half of a surrogate pair, whose whole character determines the kind. */
const surrogateKind = 4;
/** A character such as `&` that may belong to the word before it and join the letters after it. */
const joinerKind = 5;
/** A dot, which may belong to the word after it: `.NET`. */
const dotKind = 6;

/** May begin the ending of `BürgerInnen` and `LeserIn`. */
const capitalI = 0x49;

/** Hangul fillers are letters without a glyph. */
const letter = /(?!\p{DI})[\p{L}\p{N}]/u;
/** Includes invisible characters: soft hyphens, joiners and fillers. */
const mark = /[\p{M}\p{DI}\u05f3\u05f4]/u;
/** Separates words in Arabic script, except before Persian endings, which the stemmer removes; ignored in other scripts. */
const nonJoiner = 0x200c;
const persianEnding = /\u200c+(?:ها(?:[یي]{1,2})?|تر(?:[یي]ن)?)(?![\p{L}\p{N}\u200c])/uy;
/** Separates words in scripts without spaces; ignored in other scripts. */
const zeroWidthSpace = 0x200b;
/** Quotation marks within Hebrew and Cyrillic words: `צה"ל`, `комп'ютер`. */
const innerQuote =
  /(?<=\p{Script=Hebrew})["'’](?=\p{Script=Hebrew})|(?<=\p{Script=Cyrillic})['’](?=\p{Script=Cyrillic})/uy;
const kinds = kindsOfUnits();

function kindsOfUnits(): Uint8Array {
  const kindByUnit = new Uint8Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit++) kindByUnit[unit] = kindOf(String.fromCharCode(unit));
  return kindByUnit.fill(surrogateKind, 0xd800, 0xe000);
}

function kindOf(character: string): number {
  if (letter.test(character)) return UNSPACED_SCRIPT.test(character) ? unspacedKind : letterKind;
  if (isJoiner(character)) return joinerKind;
  if (isDot(character)) return dotKind;
  // Marks never start a word.
  return mark.test(character) ? markKind : otherKind;
}

/** Calls `visit` with the offsets of each token, in linear time. */
export function forEachToken(text: string, visit: (begin: number, end: number) => void): void {
  const reader = new TokenReader(text);
  while (reader.next()) visit(reader.begin, reader.end);
}

/** Reads the tokens of a text one by one, so that callers can stop early. */
export class TokenReader {
  readonly #text: string;
  /** End of the current run. */
  #end = 0;
  /** Tokens of the current run without spaces. */
  #segments: Iterator<Span> | undefined;
  begin = 0;
  end = 0;
  /** True if the current token may have subwords. */
  hasSpecialCharacters = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** Advances to the next token; returns false at the end. */
  next(): boolean {
    while (!this.#readSegment()) {
      const text = this.#text;
      const begin = beginOfRun(text, this.#end);
      if (begin === text.length) return false;
      const kind = kindAt(text, begin);
      this.#end = endOfRun(text, begin, kind);
      if (kind !== unspacedKind) {
        this.#readWord(begin, this.#end);
        return true;
      }
      this.#segments = segmentsOf(text, begin, this.#end);
    }
    return true;
  }

  /** Advances within a run without spaces; false at its end. */
  #readSegment(): boolean {
    const segment = this.#segments?.next();
    if (!segment || segment.done) {
      this.#segments = undefined;
      return false;
    }
    [this.begin, this.end, this.hasSpecialCharacters] = [segment.value.begin, segment.value.end, false];
    return true;
  }

  /** Extends a run of letters to a word with its special characters. */
  #readWord(begin: number, end: number): void {
    const text = this.#text;
    const hasDot = kinds[text.charCodeAt(begin - 1)] === dotKind && isLeadingDot(text, begin - 1);
    this.begin = hasDot ? begin - 1 : begin;
    this.end = kinds[text.charCodeAt(end)] === joinerKind ? endOfShape(text, begin, end) : end;
    this.#end = this.end;
    const hasCapitalAt = (position: number) => text.charCodeAt(position) === capitalI;
    const mayHaveGender =
      end - begin >= 'Innen'.length &&
      (hasCapitalAt(end - 'Innen'.length) || hasCapitalAt(end - 'In'.length));
    this.hasSpecialCharacters = hasDot || this.end > end || mayHaveGender;
  }
}

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  forEachToken(text, (begin, end) => tokens.push({ text: text.slice(begin, end), begin, end }));
  return tokens;
}

function kindAt(text: string, position: number): number {
  const kind = kinds[text.charCodeAt(position)]!;
  return kind === surrogateKind ? kindOf(String.fromCodePoint(text.codePointAt(position)!)) : kind;
}

/** The first letter from an offset; the length of the text if there is none. */
function beginOfRun(text: string, from: number): number {
  let position = from;
  for (; position < text.length; position++) {
    const kind = kindAt(text, position);
    if (kind === letterKind || kind === unspacedKind) break;
  }
  return position;
}

/** The end of a run; its first character is known to have this kind. */
function endOfRun(text: string, begin: number, kind: number): number {
  let position = begin;
  let unitKind = kinds[text.charCodeAt(begin)]!;
  do {
    position += unitKind === surrogateKind ? 2 : 1;
    unitKind = kinds[text.charCodeAt(position)]!;
  } while (position < text.length && (unitKind === kind || belongsToRun(text, position, kind)));
  return position;
}

function belongsToRun(text: string, position: number, kind: number): boolean {
  const characterKind = kindAt(text, position);
  if (characterKind === kind) return true;
  return characterKind === markKind ? !separatesWords(text, position, kind) : isInnerQuote(text, position);
}

/** Whether a quotation mark (U+0022) or apostrophe (U+0027, U+2019) belongs to the word around it. */
function isInnerQuote(text: string, position: number): boolean {
  const unit = text.charCodeAt(position);
  if (unit !== 0x22 && unit !== 0x27 && unit !== 0x2019) return false;
  innerQuote.lastIndex = position;
  return innerQuote.test(text);
}

const isArabic = (unit: number) => unit >= 0x600 && unit < 0x700;

/** Whether the mark at this offset separates words in a run of this kind. */
function separatesWords(text: string, position: number, kind: number): boolean {
  const unit = text.charCodeAt(position);
  if (unit === zeroWidthSpace) return kind === unspacedKind;
  if (unit !== nonJoiner || !isArabic(text.charCodeAt(position - 1))) return false;
  persianEnding.lastIndex = position;
  return !persianEnding.test(text);
}

/** Splits scripts without spaces by its dictionary. */
let segmenter: Intl.Segmenter | undefined;

function* segmentsOf(text: string, begin: number, end: number): Generator<Span> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  for (const { segment, index, isWordLike } of segmenter.segment(text.slice(begin, end)))
    if (isWordLike) yield { begin: begin + index, end: begin + index + segment.length };
}
