/** Streaming CSV parser (RFC 4180): skips blank rows, buffers at most one row. */
import { decodeText, MAX_LINE_LENGTH } from './line-reader.ts';

/** Bounds the memory of a row: a row of commas would have millions of cells. */
const MAX_CELLS = 10_000;

/** `line` is the first line of the row, from 1. A row with a `message` ends the stream. */
export type CsvRow = { line: number; cells: string[] } | { line: number; message: string };

/**
 * Detects the delimiter (comma, semicolon or tab) and the line end from the first row. Line ends within cells become LF.
 * A quotation mark that does not enclose a whole cell is an ordinary character.
 */
export async function* parseRows(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<CsvRow> {
  const { delimiter, texts } = await peekDelimiter(normalizeLineEnds(decodeText(content)));
  const { parse, end } = createRowParser(delimiter);
  for await (const text of texts) {
    for (const row of parse(text)) {
      yield row;
      if ('message' in row) return;
    }
  }
  const last = end();
  if (last) yield last;
}

type State = 'cell start' | 'unquoted' | 'quoted' | 'after quote';

function createRowParser(delimiter: string) {
  let state: State = 'cell start';
  let lineEnd: string | undefined;
  let [line, rowLine] = [1, 1];
  let cells: string[] = [];
  /** Parts of the cell from previous chunks. */
  let parts: string[] = [];
  /** Length of the row in previous chunks. */
  let length = 0;

  const isBlank = () => state === 'cell start' && cells.length === 0;
  const fatal = (message: string): CsvRow => ({
    line: rowLine,
    message: `${message} The rest of the file is skipped.`,
  });

  const tooLong = () =>
    fatal(`The record has more than ${MAX_LINE_LENGTH} characters; a quotation mark may be missing.`);

  function endCell(end: string): void {
    const cell = parts.join('') + end;
    cells.push(state === 'after quote' ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    parts = [];
    state = 'cell start';
  }

  function* parse(text: string): Generator<CsvRow> {
    let [rowBegin, cellBegin] = [0, 0];
    for (let at = 0; at < text.length; at += 1) {
      const character = text[at]!;
      if (state !== 'quoted' && (character === '\n' || character === '\r')) lineEnd ??= character;
      if (character === (lineEnd ?? '\n')) line += 1;
      if (state === 'quoted') {
        if (character === '"') state = 'after quote';
      } else if (character === delimiter) {
        endCell(text.slice(cellBegin, at));
        cellBegin = at + 1;
        if (cells.length === MAX_CELLS) yield fatal(`The record has more than ${MAX_CELLS} cells.`);
      } else if (character === lineEnd) {
        const blank = isBlank();
        endCell(text.slice(cellBegin, at));
        if (length > MAX_LINE_LENGTH) yield tooLong();
        else if (!blank) yield { line: rowLine, cells };
        cells = [];
        [rowLine, length, rowBegin, cellBegin] = [line, 0, at + 1, at + 1];
      } else {
        state = character === '"' && state !== 'unquoted' ? 'quoted' : 'unquoted';
      }
    }
    length += text.length - rowBegin;
    if (length <= MAX_LINE_LENGTH) parts.push(text.slice(cellBegin));
    else {
      // Drops the text. Reports the error at the next line end; `end` reports it for rows without one.
      parts = [];
      if (text.includes(lineEnd ?? '\n', rowBegin)) yield tooLong();
    }
  }

  function end(): CsvRow | undefined {
    if (length > MAX_LINE_LENGTH) return tooLong();
    if (state === 'quoted') return fatal('A quotation mark is not closed.');
    if (isBlank()) return undefined;
    endCell('');
    return { line: rowLine, cells };
  }

  return { parse, end };
}

/** Replaces CRLF by LF; keeps single CRs. */
async function* normalizeLineEnds(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const text of texts) {
    const whole = held + text;
    held = whole.endsWith('\r') ? '\r' : '';
    yield whole.slice(0, whole.length - held.length).replaceAll('\r\n', '\n');
  }
  yield held;
}

const DELIMITERS = [',', ';', '\t'];
const MAX_HEADER_LENGTH = 65_536;

/** Returns the most frequent delimiter of the first line, and the stream including the text already read. */
async function peekDelimiter(texts: AsyncGenerator<string>) {
  let [begin, header] = ['', ''];
  for (let ends = false; !ends && begin.length < MAX_HEADER_LENGTH; ) {
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
      // Also closes the source if only the beginning was consumed.
      await texts.return(undefined);
    }
  }
  return { delimiter, texts: whole() };
}
