/** Streaming CSV rows (RFC 4180) by csv-parse: skips blank rows, buffers at most one row. */
import { CsvError, parse } from 'csv-parse';
import { decodeText, MAX_LINE_LENGTH } from './line-reader.ts';

/** Bounds the memory of a row: a row of commas would have millions of cells. */
export const MAX_CELLS = 10_000;

/** `line` is the first line of the row, from 1. A row with a `message` ends the stream. */
export type CsvRow = { line: number; cells: string[] } | { line: number; message: string };

/**
 * Detects the delimiter (comma, semicolon or tab) and the line end from the first row. Line ends within cells become LF.
 * A quotation mark that does not enclose a complete cell is an ordinary character.
 */
export async function* parseRows(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<CsvRow> {
  const { delimiter, texts } = await peekDelimiter(normalizeLineEnds(decodeText(content)));
  const rows: CsvRow[] = [];
  let [line, blankLines] = [1, 0];
  const parser = parse({
    delimiter,
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
      [line, blankLines] = [info.lines + 1, info.empty_lines];
      return null;
    },
  });
  parser.on('error', () => {});
  const settled = (start: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) => {
      start((error) => (error ? reject(error) : resolve()));
    });
  let message: string | undefined;
  let isTooLong = false;
  const parseNext = (start: (done: (error?: Error | null) => void) => void) =>
    settled(start).catch((error: unknown) => {
      message = messageOf(error);
      isTooLong = error instanceof CsvError && error.code === 'CSV_MAX_RECORD_SIZE';
      if (message === undefined) throw error;
    });
  for await (const text of texts) {
    // The input after a record that is too long is still read, because the source may reject a line without an end.
    if (!isTooLong) await parseNext((done) => parser.write(text, done));
    yield* rows.splice(0);
    if (message !== undefined && !isTooLong) break;
  }
  if (message === undefined) await parseNext((done) => parser.end(done));
  if (message !== undefined)
    rows.push({
      line: line + parser.info.empty_lines - blankLines,
      message: `${message} The rest of the file is skipped.`,
    });
  yield* rows;
}

class TooManyCells extends Error {}

function messageOf(error: unknown): string | undefined {
  if (error instanceof TooManyCells) return `The record has more than ${MAX_CELLS} cells.`;
  if (!(error instanceof CsvError)) return undefined;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'A quotation mark is not closed.';
  return `The record has more than ${MAX_LINE_LENGTH} characters; a quotation mark may be missing.`;
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
  async function* fromStart() {
    try {
      yield begin;
      yield* texts;
    } finally {
      // Also closes the source if only the beginning was consumed.
      await texts.return(undefined);
    }
  }
  return { delimiter, texts: fromStart() };
}
