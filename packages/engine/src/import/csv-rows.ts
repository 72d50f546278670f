/** Streaming CSV rows (RFC 4180) by csv-parse: skips blank rows, buffers at most one row. */
import { setImmediate } from 'node:timers/promises';
import { CsvError, type Parser, parse } from 'csv-parse';
import { MAX_LINE_LENGTH } from './line-reader.ts';
import { decodeText } from './text-decoder.ts';

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
    let start: Start | undefined = { text: begin, line, isRelaxed: false };
    for (let repeated = 0; start; ) {
      const fault: Fault | undefined = yield* new RowReader(start, delimiter).read(texts);
      if (!fault) return;
      repeated += fault.text.length;
      if (fault.isReadableRelaxed && repeated <= MAX_REPEATED) {
        start = { text: fault.text, line: fault.line, isRelaxed: true };
        continue;
      }
      const next: Start | undefined = repeated > MAX_REPEATED ? undefined : await nextLine(fault, texts);
      const consequence = next ? 'The row is skipped.' : 'The rest of the file is skipped.';
      yield { line: fault.line, message: `${fault.message} ${consequence}` };
      start = next;
    }
  } finally {
    // Also closes the source if only the beginning was consumed.
    await texts.return(undefined);
  }
}

/** A place in the text where reading begins. */
interface Start {
  text: string;
  line: number;
  /** Whether a quotation mark and a space may be followed by text, as in `"a" and "b"`. Then they do not end a cell. */
  isRelaxed: boolean;
}

/** A row that cannot be read, with the text that was read from its beginning. */
interface Fault {
  text: string;
  line: number;
  message: string;
  isReadableRelaxed: boolean;
}

/** Reads rows from one place up to the end, or to the first fault. */
class RowReader {
  readonly #start: Start;
  readonly #parser: Parser;
  readonly #rows: CsvRow[] = [];
  /** Line of the next row, number of blank lines before it, and offset of its first byte. */
  #line: number;
  #blankLines = 0;
  #offset = 0;
  /** Bytes from the next row on, and the offset of the first of them. */
  readonly #pending: Buffer[] = [];
  #pendingOffset = 0;

  constructor(start: Start, delimiter: string) {
    this.#start = start;
    this.#line = start.line;
    this.#parser = parse({
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
      on_record: (cells: string[], info) => {
        this.#rows.push({ line: this.#line + info.empty_lines - this.#blankLines, cells });
        this.#line = start.line + info.lines;
        this.#blankLines = info.empty_lines;
        this.#offset = info.bytes;
        return null;
      },
    });
    this.#parser.on('error', () => {});
  }

  async *read(texts: AsyncGenerator<string>): AsyncGenerator<CsvRow, Fault | undefined> {
    for (let text: string | undefined = this.#start.text; text !== undefined; ) {
      const error = yield* this.#parse(Buffer.from(text));
      if (error) return this.#faultOf(error);
      this.#dropReadRows();
      const { done, value } = await texts.next();
      text = done ? undefined : value;
    }
    const error = await attempt((done) => this.#parser.end(done));
    yield* this.#rows.splice(0);
    return error && this.#faultOf(error);
  }

  async *#parse(bytes: Buffer): AsyncGenerator<CsvRow, Error | undefined> {
    this.#pending.push(bytes);
    let error: Error | undefined;
    for (let begin = 0; begin < bytes.length && !error; begin += SLICE_BYTES) {
      // The text after a fault may be the whole upload, and the thread also serves requests.
      if (begin > 0) await setImmediate();
      error = await attempt((done) => this.#parser.write(bytes.subarray(begin, begin + SLICE_BYTES), done));
      yield* this.#rows.splice(0);
    }
    return error;
  }

  #dropReadRows(): void {
    for (let first = this.#pending[0]; first; first = this.#pending[0]) {
      if (this.#pendingOffset + first.length > this.#offset) return;
      this.#pendingOffset += first.length;
      this.#pending.shift();
    }
  }

  /** The fault of the next row, without the blank lines before it. */
  #faultOf(error: Error): Fault {
    const text = Buffer.concat(this.#pending)
      .subarray(this.#offset - this.#pendingOffset)
      .toString();
    const blankLines = /^\n*/.exec(text)![0].length;
    return { ...explain(error), text: text.slice(blankLines), line: this.#line + blankLines };
  }
}

/** Resolves to the error of a stream operation. */
function attempt(run: (done: (error?: Error | null) => void) => void): Promise<Error | undefined> {
  return new Promise((resolve) => {
    run((error) => resolve(error ?? undefined));
  });
}

/** The text after the line of the fault. Undefined if the line has no end. */
async function nextLine({ text, line }: Fault, texts: AsyncGenerator<string>): Promise<Start | undefined> {
  let [piece, skipped] = [text, 0];
  for (let end = piece.search(/[\r\n]/); ; end = piece.search(/[\r\n]/)) {
    if (end >= 0) return { text: piece.slice(end + 1), line: line + 1, isRelaxed: false };
    skipped += piece.length;
    const { done, value } = skipped > 2 * MAX_LINE_LENGTH ? { done: true, value: '' } : await texts.next();
    if (done) return undefined;
    piece = value;
  }
}

class TooManyCells extends Error {}

function explain(error: Error): Pick<Fault, 'message' | 'isReadableRelaxed'> {
  if (error instanceof TooManyCells)
    return { message: `The record has more than ${MAX_CELLS} cells.`, isReadableRelaxed: false };
  if (!(error instanceof CsvError)) throw error;
  if (error.code === 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE')
    return { message: 'A quotation mark does not enclose a complete cell.', isReadableRelaxed: true };
  const message =
    error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'A quotation mark is not closed.'
      : `The record has more than ${MAX_LINE_LENGTH} characters; a quotation mark may be missing.`;
  return { message, isReadableRelaxed: false };
}

/** Replaces CRLF by LF; keeps single CRs. Never splits a surrogate pair, which the parser encodes as UTF-8. */
async function* normalizeLineEnds(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let undecided = '';
  for await (const text of texts) {
    const joined = undecided + text;
    undecided = /[\r\uD800-\uDBFF]$/.exec(joined)?.[0] ?? '';
    yield joined.slice(0, joined.length - undecided.length).replaceAll('\r\n', '\n');
  }
  yield undecided;
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
  const unquoted = first.replaceAll(/"[^"]*"/g, '');
  const cellCount = (delimiter: string) => unquoted.split(delimiter).length;
  const isKey = (cell: string) => /^[\s"]*(?:id|link)[\s"]*$/i.test(cell);
  // A delimiter that separates a key from the other names is right, even if names have more commas.
  const separating = DELIMITERS.filter((delimiter) => {
    const cells = first.split(delimiter);
    return cells.length > 1 && cells.some(isKey);
  });
  const candidates = separating.length > 0 ? separating : DELIMITERS;
  const detected = candidates.reduce((best, other) => (cellCount(other) > cellCount(best) ? other : best));
  return { delimiter: declared ?? detected, begin: header, line };
}

/** Spreadsheets declare the delimiter in a line of its own. */
function splitDeclaration(text: string): { declared: string | undefined; header: string; line: number } {
  const [declaration = '', declared] = /^"?sep=([^"\r\n])"?[,;\t]*(?:\n|\r)/i.exec(text) ?? [];
  return { declared, header: text.slice(declaration.length), line: declaration === '' ? 1 : 2 };
}
