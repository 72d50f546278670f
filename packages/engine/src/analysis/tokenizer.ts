/**
 * Words of a text with their places: runs of letters and digits with the signs that belong to them, and words by dictionary
 * where a script has no spaces.
 */
import {
  isDot,
  isLeadingDot,
  isSuffixCharacter,
  tokenEndWithSuffix,
  UNSPACED_SCRIPT,
} from './special-characters.ts';

/** `begin` and `end` (exclusive) count UTF-16 units of the text. */
export interface Token {
  text: string;
  begin: number;
  end: number;
}

const otherKind = 0;
const letterKind = 1;
/** Belongs to the word that it follows. */
const markKind = 2;
/** A letter of a script written without spaces. */
const unspacedKind = 3;
/** Half of a character: the whole one decides. */
const halfKind = 4;
/** May belong to the word before it. */
const tailKind = 5;
/** May belong to the word behind it. */
const dotKind = 6;

const blank = 0x20;

const letter = /[\p{L}\p{N}]/u;
/** With what is not seen inside a word: soft hyphens and joiners. */
const mark = /\p{M}|\u00ad|\u200c|\u200d|\u2060|\ufeff/u;
/** Parts two words of one in Arabic script, where it joins letters in others. */
const nonJoiner = 0x200c;
/** Katakana of half width, with the voicing that is a letter of its own there. */
const halfWidth = /[\uff66-\uff9f][\uff9e\uff9f]?/g;
const kinds = kindsOfUnits();

function kindsOfUnits(): Uint8Array {
  const found = new Uint8Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit++) found[unit] = kindOf(String.fromCharCode(unit));
  return found.fill(halfKind, 0xd800, 0xe000);
}

function kindOf(character: string): number {
  if (letter.test(character)) return UNSPACED_SCRIPT.test(character) ? unspacedKind : letterKind;
  if (isSuffixCharacter(character)) return tailKind;
  if (isDot(character)) return dotKind;
  // Marks never begin a word.
  return mark.test(character) ? markKind : otherKind;
}

/** Calls `visit` with begin and end of each word in turn, in linear time. */
export function forEachToken(text: string, visit: (begin: number, end: number) => void): void {
  const reader = new TokenReader(text);
  while (reader.next()) visit(reader.begin, reader.end);
}

/** The words of a text one by one, for who does not read to the end. */
export class TokenReader {
  readonly #text: string;
  /** Where the run ends that was come to. */
  #end = 0;
  /** The words of a run without spaces. */
  #segments: Iterator<Omit<Token, 'text'>> | undefined;
  begin = 0;
  end = 0;
  /** Signs belong to the word. */
  hasSpecialCharacters = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** Goes on to the next word; false where there is none. */
  next(): boolean {
    for (;;) {
      if (this.#segments && this.#nextSegment()) return true;
      const text = this.#text;
      const begin = beginOfRun(text, this.#end);
      if (begin === text.length) return false;
      const kind = kindAt(text, begin);
      const end = endOfRun(text, begin, kind);
      this.#end = end;
      if (kind === unspacedKind) {
        this.#segments = segmentsOf(text, begin, end);
        continue;
      }
      this.begin = begin;
      this.end = end;
      this.hasSpecialCharacters = false;
      if (begin > 0 && mayBelong(text.charCodeAt(begin - 1), dotKind)) this.#takeDot();
      if (end < text.length && mayBelong(text.charCodeAt(end), tailKind)) this.#takeTail(begin);
      return true;
    }
  }

  #takeDot(): void {
    if (!isLeadingDot(this.#text, this.begin - 1)) return;
    this.begin--;
    this.hasSpecialCharacters = true;
  }

  /** Of the word that begins there without its dot. */
  #takeTail(begin: number): void {
    const end = tokenEndWithSuffix(this.#text, begin, this.end);
    if (end === this.end) return;
    this.#end = end;
    this.end = end;
    this.hasSpecialCharacters = true;
  }

  #nextSegment(): boolean {
    const { done, value } = this.#segments!.next();
    if (done) this.#segments = undefined;
    else [this.begin, this.end, this.hasSpecialCharacters] = [value.begin, value.end, false];
    return !done;
  }
}

export function tokenize(text: string): Token[] {
  const found: Token[] = [];
  forEachToken(text, (begin, end) => found.push({ text: text.slice(begin, end), begin, end }));
  return found;
}

/** Blanks are before and behind most words. */
function mayBelong(unit: number, kind: number): boolean {
  return unit > blank && kinds[unit] === kind;
}

function kindAt(text: string, position: number): number {
  const kind = kinds[text.charCodeAt(position)]!;
  return kind === halfKind ? kindOf(String.fromCodePoint(text.codePointAt(position)!)) : kind;
}

/** The first letter from a place on, the length of the text where there is none. */
function beginOfRun(text: string, from: number): number {
  let position = from;
  for (; position < text.length; position++) {
    let kind = kinds[text.charCodeAt(position)]!;
    if (kind === halfKind) kind = kindAt(text, position);
    if (kind === letterKind || kind === unspacedKind) break;
  }
  return position;
}

function endOfRun(text: string, begin: number, kind: number): number {
  // The character there has this kind.
  let position = begin + (kinds[text.charCodeAt(begin)] === halfKind ? 2 : 1);
  for (; position < text.length; position++) {
    let here = kinds[text.charCodeAt(position)]!;
    if (here === kind) continue;
    const isHalf = here === halfKind;
    if (isHalf) here = kindAt(text, position);
    if (here === markKind ? partsWords(text, position) : here !== kind) break;
    if (isHalf) position++;
  }
  return position;
}

function partsWords(text: string, position: number): boolean {
  if (text.charCodeAt(position) !== nonJoiner) return false;
  const before = text.charCodeAt(position - 1);
  return before >= 0x600 && before < 0x700;
}

let segmenter: Intl.Segmenter | undefined;

function* segmentsOf(text: string, begin: number, end: number): Generator<Token> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  const run = text.slice(begin, end);
  const { wide, lost } = widened(run);
  let narrowed = 0;
  /** Where in the text a place of the widened run is; places come in ascending order. */
  const placeOf = (at: number) => {
    while (narrowed < lost.length && lost[narrowed]! < at) narrowed++;
    return begin + at + narrowed;
  };
  for (const { segment, index, isWordLike } of segmenter.segment(wide)) {
    if (!isWordLike) continue;
    const from = placeOf(index);
    const to = placeOf(index + segment.length);
    yield { text: text.slice(from, to), begin: from, end: to };
  }
}

/** Dictionaries know no half widths. `lost` has the places in the result where two letters have become one. */
function widened(run: string): { wide: string; lost: number[] } {
  const lost: number[] = [];
  const wide = run.replace(halfWidth, (narrow, at: number) => {
    const letter = narrow.normalize('NFKC');
    if (letter.length < narrow.length) lost.push(at - lost.length);
    return letter;
  });
  return { wide, lost };
}
