/** Words of a text with their places: runs of letters and digits, and words by dictionary where a script has no spaces. */

/** `begin` and `end` (exclusive) count UTF-16 units of the text. */
export interface Word {
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

const letter = /[\p{L}\p{N}]/u;
/** With what is not seen inside a word: soft hyphens and joiners. */
const mark = /\p{M}|\u00ad|\u200c|\u200d|\u2060|\ufeff/u;
/** Parts two words of one in Arabic script, where it joins letters in others. */
const nonJoiner = 0x200c;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const kinds = kindsOfUnits();

function kindsOfUnits(): Uint8Array {
  const found = new Uint8Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit++) found[unit] = kindOf(String.fromCharCode(unit));
  return found;
}

function kindOf(character: string): number {
  if (letter.test(character)) return unspaced.test(character) ? unspacedKind : letterKind;
  // The Japanese prolonged sound mark and its like are letters already; marks never begin a word.
  return mark.test(character) ? markKind : otherKind;
}

/** Calls `visit` with begin and end of each word in turn, in linear time. */
export function eachWord(text: string, visit: (begin: number, end: number) => void): void {
  let end = 0;
  for (let begin = beginOfRun(text, 0); begin < text.length; begin = beginOfRun(text, end)) {
    const kind = kindAt(text, begin);
    end = endOfRun(text, begin, kind);
    if (kind !== unspacedKind) visit(begin, end);
    else for (const segment of segmentsOf(text, begin, end)) visit(segment.begin, segment.end);
  }
}

/** The same one by one, for who does not read to the end. */
export function* eachWordOf(text: string): Generator<Word> {
  let end = 0;
  for (let begin = beginOfRun(text, 0); begin < text.length; begin = beginOfRun(text, end)) {
    const kind = kindAt(text, begin);
    end = endOfRun(text, begin, kind);
    if (kind !== unspacedKind) yield { text: text.slice(begin, end), begin, end };
    else yield* segmentsOf(text, begin, end);
  }
}

export function words(text: string): Word[] {
  const found: Word[] = [];
  eachWord(text, (begin, end) => found.push({ text: text.slice(begin, end), begin, end }));
  return found;
}

function kindAt(text: string, position: number): number {
  const unit = text.charCodeAt(position);
  if (unit < 0xd800 || unit > 0xdfff) return kinds[unit]!;
  return kindOf(String.fromCodePoint(text.codePointAt(position)!));
}

function widthAt(text: string, position: number): number {
  return text.codePointAt(position)! > 0xffff ? 2 : 1;
}

/** The first letter from a place on, the length of the text where there is none. */
function beginOfRun(text: string, from: number): number {
  let position = from;
  while (position < text.length) {
    const kind = kindAt(text, position);
    if (kind !== otherKind && kind !== markKind) break;
    position += widthAt(text, position);
  }
  return position;
}

function endOfRun(text: string, begin: number, kind: number): number {
  let position = begin;
  while (position < text.length) {
    const here = kindAt(text, position);
    if (here === markKind ? partsWords(text, position) : here !== kind) break;
    position += widthAt(text, position);
  }
  return position;
}

function partsWords(text: string, position: number): boolean {
  if (text.charCodeAt(position) !== nonJoiner) return false;
  const before = text.charCodeAt(position - 1);
  return before >= 0x600 && before < 0x700;
}

let segmenter: Intl.Segmenter | undefined;

function* segmentsOf(text: string, begin: number, end: number): Generator<Word> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  for (const { segment, index, isWordLike } of segmenter.segment(text.slice(begin, end))) {
    if (isWordLike) yield { text: segment, begin: begin + index, end: begin + index + segment.length };
  }
}
