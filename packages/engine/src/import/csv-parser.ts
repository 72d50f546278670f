/** Streaming CSV rows (RFC 4180) by csv-parse: skips blank rows, buffers at most one row. */
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { decodeText, MAX_LINE_LENGTH } from './line-reader.ts';

/** Bounds the memory of a row: a row of commas would have millions of cells. */
export const MAX_CELLS = 10_000;
const SLICE_BYTES = 65_536;
/** Characters that are read a second time after faulty rows. */
const MAX_REPEATED = 8 * MAX_LINE_LENGTH;

/** `line` is the first line of the row, from 1. */
export type CsvRow = { line: number; cells: string[] } | { line: number; message: string };

export interface CsvTable {
  delimiter: string;
  rows: AsyncGenerator<CsvRow>;
}

/**
 * Detects the delimiter (comma, semicolon, tab or vertical bar) from the first row, or from the line `sep=;` before it, and
 * the line end. Line ends within cells become LF. Spaces around a quoted cell are ignored. A quotation mark that does not enclose
 * a complete cell is an ordinary character. After a row with a fault, reading continues with the next line.
 */
export async function openTable(content: AsyncIterable<string | Uint8Array>): Promise<CsvTable> {
  const texts = normalizeLineEnds(decodeText(content, 'windows-1252'));
  const { delimiter, line, begin } = await peekHeader(texts);
  return { delimiter, rows: readRows(begin, texts, { delimiter, line }) };
}

async function* readRows(
  begin: string,
  texts: AsyncGenerator<string>,
  { delimiter, line }: { delimiter: string; line: number },
): AsyncGenerator<CsvRow> {
  try {
    let start: Start | undefined = { text: begin, line };
    for (let repeated = 0; start; ) {
      const fault: Fault | undefined = yield* rowsFrom(start, texts, delimiter);
      if (!fault) return;
      repeated += fault.text.length;
      if (fault.isText && repeated <= MAX_REPEATED) {
        start = { text: fault.text, line: fault.line, isRelaxed: true };
        continue;
      }
      const next: Start | undefined = repeated > MAX_REPEATED ? undefined : await nextLine(fault, texts);
      const end = next ? 'The row is skipped.' : 'The rest of the file is skipped.';
      yield { line: fault.line, message: `${fault.message} ${end}` };
      start = next;
    }
  } finally {
    // Also closes the source if only the beginning was consumed.
    await texts.return(undefined);
  }
}

interface Start {
  text: string;
  line: number;
  /** Whether a quotation mark and a space may be followed by text, as in `"a" and "b"`. Then they do not end a cell. */
  isRelaxed?: boolean;
}

/** `text` is what was read from the beginning of the row. */
interface Fault extends Start {
  message: string;
  /** Whether the row can be read if quotation marks are text. */
  isText: boolean;
}

/** Rows up to the end, or to the first fault. */
async function* rowsFrom(
  start: Start,
  texts: AsyncGenerator<string>,
  delimiter: string,
): AsyncGenerator<CsvRow, Fault | undefined> {
  const rows: CsvRow[] = [];
  let [line, blankLines, bytes] = [start.line, 0, 0];
  const parser = parse({
    delimiter,
    ltrim: true,
    rtrim: !start.isRelaxed,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_LENGTH,
    cast(cell, { index }) {
      if (index >= MAX_CELLS) throw new TooManyCells();
      return cell;
    },
    // Collected here, because the stream drops buffered records after an error.
    on_record(cells: string[], info) {
      rows.push({ line: line + info.empty_lines - blankLines, cells });
      [line, blankLines, bytes] = [start.line + info.lines, info.empty_lines, info.bytes];
      return null;
    },
  });
  parser.on('error', () => {});
  const attempt = (run: (done: (error?: Error | null) => void) => void) =>
    new Promise<Error | undefined>((resolve) => {
      run((error) => resolve(error ?? undefined));
    });
  /** Since the last complete row, and the offset of its first byte. */
  const held: Buffer[] = [];
  let heldFrom = 0;
  for (let text: string | undefined = start.text; ; ) {
    const piece: Buffer = text === undefined ? Buffer.alloc(0) : Buffer.from(text);
    held.push(piece);
    const ends = text === undefined;
    let error = ends ? await attempt((done) => parser.end(done)) : undefined;
    for (let begin = 0; begin < piece.length && !error; begin += SLICE_BYTES) {
      // The text after a fault may be the whole upload, and the thread also serves requests.
      if (begin > 0) await setImmediate();
      error = await attempt((done) => parser.write(piece.subarray(begin, begin + SLICE_BYTES), done));
      yield* rows.splice(0);
    }
    yield* rows.splice(0);
    if (error) return { ...faultOf(error), ...rowAt(Buffer.concat(held).subarray(bytes - heldFrom), line) };
    for (let first = held[0]; first && heldFrom + first.length <= bytes; first = held[0]) {
      heldFrom += first.length;
      held.shift();
    }
    if (ends) return undefined;
    const { done, value } = await texts.next();
    text = done ? undefined : value;
  }
}

/** Without the blank lines before the row. */
function rowAt(held: Buffer, line: number): Start {
  const text = held.toString();
  const blank = /^\n*/.exec(text)![0].length;
  return { text: text.slice(blank), line: line + blank };
}

/** The text after the line of the fault. Undefined if the line has no end. */
async function nextLine({ text, line }: Fault, texts: AsyncGenerator<string>): Promise<Start | undefined> {
  let [rest, skipped] = [text, 0];
  for (let end = rest.search(/[\r\n]/); ; end = rest.search(/[\r\n]/)) {
    if (end >= 0) return { text: rest.slice(end + 1), line: line + 1 };
    skipped += rest.length;
    const { done, value } = skipped > 2 * MAX_LINE_LENGTH ? { done: true, value: '' } : await texts.next();
    if (done) return undefined;
    rest = value;
  }
}

class TooManyCells extends Error {}

function faultOf(error: Error): Pick<Fault, 'message' | 'isText'> {
  if (error instanceof TooManyCells)
    return { message: `The record has more than ${MAX_CELLS} cells.`, isText: false };
  if (!(error instanceof CsvError)) throw error;
  const isText = error.code === 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE';
  if (isText) return { message: 'A quotation mark does not enclose a complete cell.', isText };
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return { message: 'A quotation mark is not closed.', isText };
  return {
    message: `The record has more than ${MAX_LINE_LENGTH} characters; a quotation mark may be missing.`,
    isText,
  };
}

/** Replaces CRLF by LF; keeps single CRs. Never splits a surrogate pair, which the parser encodes as UTF-8. */
async function* normalizeLineEnds(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const text of texts) {
    const joined = held + text;
    held = /[\r\uD800-\uDBFF]$/.exec(joined)?.[0] ?? '';
    yield joined.slice(0, joined.length - held.length).replaceAll('\r\n', '\n');
  }
  yield held;
}

const DELIMITERS = [',', ';', '\t', '|'];
const MAX_HEADER_LENGTH = 65_536;

/** Reads until the first line that is neither blank nor `sep=;`. */
async function peekHeader(texts: AsyncGenerator<string>) {
  let begin = '';
  for (let ends = false; !ends && begin.length < MAX_HEADER_LENGTH; ) {
    const { done, value } = await texts.next();
    if (done) break;
    begin += value;
    const { header } = splitDeclaration(begin);
    ends = /[\r\n]/u.test(header.trimStart());
  }
  const { declared, header, line } = splitDeclaration(begin);
  const [first = ''] = header.trimStart().split(/[\r\n]/u, 1);
  // Delimiters in quotation marks are text.
  const outside = first.replaceAll(/"[^"]*"/g, '');
  const amount = (delimiter: string) => outside.split(delimiter).length;
  const detected = DELIMITERS.reduce((most, each) => (amount(each) > amount(most) ? each : most));
  return { delimiter: declared ?? detected, begin: header, line };
}

/** Spreadsheets declare the delimiter in a line of its own. */
function splitDeclaration(text: string): { declared: string | undefined; header: string; line: number } {
  const [all = '', declared] = /^"?sep=([^"\r\n])"?[,;\t]*(?:\n|\r)/i.exec(text) ?? [];
  return { declared, header: text.slice(all.length), line: all === '' ? 1 : 2 };
}
