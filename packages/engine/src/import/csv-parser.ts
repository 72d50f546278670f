/** Cuts CSV (RFC 4180) into rows of cells without the blank ones, holding no more than one of them. */
import { decodeText, MAX_LINE_LENGTH } from './line-reader.ts';

/** No document has as many members. Each cell takes memory, and a row of commas only would have millions. */
const MAX_CELLS = 10_000;

/** `line` is the one on which it begins, from 1. With a `message` it is the last. */
export type CsvRow = { line: number; cells: string[] } | { line: number; message: string };

/**
 * Cells are separated by comma, semicolon or tab, as the first line has them; rows end as the first one does. Lines
 * within cells end with LF. A quotation mark that does not enclose a whole cell is a character like others.
 */
export async function* parseRows(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<CsvRow> {
  const { delimiter, texts } = await peekDelimiter(withPlainLineEnds(decodeText(content)));
  const { cut, end } = rowCutter(delimiter);
  for await (const text of texts) {
    for (const row of cut(text)) {
      yield row;
      if ('message' in row) return;
    }
  }
  const last = end();
  if (last) yield last;
}

type Place = 'cell begins' | 'bare' | 'quoted' | 'after quotation mark';

function rowCutter(delimiter: string) {
  let place: Place = 'cell begins';
  let lineEnd: string | undefined;
  let [line, begun] = [1, 1];
  let cells: string[] = [];
  /** Of the cell, from the texts before. */
  let parts: string[] = [];
  /** Of the row, in the texts before. */
  let length = 0;

  const isBlank = () => place === 'cell begins' && cells.length === 0;
  const unreadable = (message: string): CsvRow => ({
    line: begun,
    message: `${message} Nothing after it was read.`,
  });

  const tooLong = () =>
    unreadable(`A record has at most ${MAX_LINE_LENGTH} characters; a quotation mark may be missing.`);

  function takeCell(end: string): void {
    const cell = parts.join('') + end;
    cells.push(place === 'after quotation mark' ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    parts = [];
    place = 'cell begins';
  }

  function* cut(text: string): Generator<CsvRow> {
    let [rowBegin, cellBegin] = [0, 0];
    for (let at = 0; at < text.length; at += 1) {
      const letter = text[at]!;
      if (place !== 'quoted' && (letter === '\n' || letter === '\r')) lineEnd ??= letter;
      if (letter === (lineEnd ?? '\n')) line += 1;
      if (place === 'quoted') {
        if (letter === '"') place = 'after quotation mark';
      } else if (letter === delimiter) {
        takeCell(text.slice(cellBegin, at));
        cellBegin = at + 1;
        if (cells.length === MAX_CELLS) yield unreadable(`A record has at most ${MAX_CELLS} cells.`);
      } else if (letter === lineEnd) {
        const blank = isBlank();
        takeCell(text.slice(cellBegin, at));
        if (length > MAX_LINE_LENGTH) yield tooLong();
        else if (!blank) yield { line: begun, cells };
        cells = [];
        [begun, length, rowBegin, cellBegin] = [line, 0, at + 1, at + 1];
      } else {
        place = letter === '"' && place !== 'bare' ? 'quoted' : 'bare';
      }
    }
    length += text.length - rowBegin;
    if (length <= MAX_LINE_LENGTH) parts.push(text.slice(cellBegin));
    else {
      // It is not kept, and told at the end of a line: whoever sends one without end is told otherwise.
      parts = [];
      if (text.includes(lineEnd ?? '\n', rowBegin)) yield tooLong();
    }
  }

  function end(): CsvRow | undefined {
    if (length > MAX_LINE_LENGTH) return tooLong();
    if (place === 'quoted') return unreadable('A quotation mark is not closed.');
    if (isBlank()) return undefined;
    takeCell('');
    return { line: begun, cells };
  }

  return { cut, end };
}

/** Line ends of CR and LF become LF. A CR alone stays. */
async function* withPlainLineEnds(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const text of texts) {
    const whole = held + text;
    held = whole.endsWith('\r') ? '\r' : '';
    yield whole.slice(0, whole.length - held.length).replaceAll('\r\n', '\n');
  }
  yield held;
}

const DELIMITERS = [',', ';', '\t'];
const LONGEST_HEADER = 65_536;

/** The delimiter that the first line has most of, and the texts with what was read of them put back. */
async function peekDelimiter(texts: AsyncGenerator<string>) {
  let [begin, header] = ['', ''];
  for (let ends = false; !ends && begin.length < LONGEST_HEADER; ) {
    const { done, value } = await texts.next();
    if (done) break;
    begin += value;
    const more = header === '' ? value.trimStart() : value;
    header += more;
    ends = /[\r\n]/u.test(more);
  }
  const line = header.split(/[\r\n]/u, 1)[0]!;
  const amount = (delimiter: string) => line.split(delimiter).length;
  const delimiter = DELIMITERS.reduce((most, each) => (amount(each) > amount(most) ? each : most));
  async function* whole() {
    try {
      yield begin;
      yield* texts;
    } finally {
      // Also where nothing but the beginning was wanted.
      await texts.return(undefined);
    }
  }
  return { delimiter, texts: whole() };
}
