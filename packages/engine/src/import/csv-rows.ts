/** Streaming CSV rows (RFC 4180) by csv-parse: skips blank rows, buffers at most one row. */
import { CsvError, parse } from 'csv-parse';
import { MAX_LINE_LENGTH } from './line-reader.ts';
import { decodeText } from './text-decoder.ts';

/** Bounds the memory of a row: a row of commas would have millions of cells. */
export const MAX_CELLS = 10_000;

/** `line` is the first line of the row, from 1. A message ends the table. */
type CsvRow = { line: number; cells: string[] } | { line: number; message: string };

/**
 * Detects the delimiter (comma, semicolon, tab or vertical bar) from the first row, or from the line `sep=;` before it, and
 * the line end. Line ends within cells become LF. A quotation mark that does not enclose a complete cell is an ordinary character.
 */
export async function openTable(content: AsyncIterable<string | Uint8Array>) {
  const texts = normalizeLineEnds(decodeText(content, 'windows-1252'));
  const start = await readStart(texts);
  const delimiter = start.declared ?? detectDelimiter(start.header.trimStart());
  return { delimiter, rows: readRows(start, texts, delimiter) };
}

async function* readRows(
  { header, line }: TableStart,
  texts: AsyncGenerator<string>,
  delimiter: string,
): AsyncGenerator<CsvRow> {
  const rows: CsvRow[] = [];
  let nextLine = line;
  /** Number of blank lines before the next row, in all. */
  let blankLines = 0;
  const parser = parse({
    delimiter,
    ltrim: true,
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
      rows.push({ line: nextLine + info.empty_lines - blankLines, cells });
      nextLine = line + info.lines;
      blankLines = info.empty_lines;
      return null;
    },
  });
  parser.on('error', () => {});
  try {
    let error: Error | undefined;
    for await (const text of chain(header, texts)) {
      error = await errorOf((done) => parser.write(text, done));
      yield* rows.splice(0);
      if (error) break;
    }
    error ??= await errorOf((done) => parser.end(done));
    yield* rows.splice(0);
    const faultyLine = nextLine + parser.info.empty_lines - blankLines;
    if (error) yield { line: faultyLine, message: `${messageOf(error)} The rest of the file is skipped.` };
  } finally {
    // Also closes the source if only the beginning was consumed.
    await texts.return(undefined);
  }
}

async function* chain(begin: string, texts: AsyncGenerator<string>): AsyncGenerator<string> {
  yield begin;
  yield* texts;
}

/** Resolves to the error of a stream operation, undefined without an error. */
function errorOf(start: (done: (error?: Error | null) => void) => void): Promise<Error | undefined> {
  return new Promise((resolve) => {
    start((error) => resolve(error ?? undefined));
  });
}

class TooManyCells extends Error {}

function messageOf(error: Error): string {
  if (error instanceof TooManyCells) return `The record has more than ${MAX_CELLS} cells.`;
  if (!(error instanceof CsvError)) throw error;
  return error.code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'A quotation mark is not closed.'
    : `The record has more than ${MAX_LINE_LENGTH} characters; a quotation mark may be missing.`;
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
/** In UTF-16 code units; bounds the memory of a file without line ends. */
const MAX_HEADER_LENGTH = 65_536;

type TableStart = ReturnType<typeof splitDeclaration>;

/** Reads at least to the end of the first line that is neither blank nor `sep=;`. */
async function readStart(texts: AsyncGenerator<string>): Promise<TableStart> {
  let text = '';
  for (;;) {
    const start = splitDeclaration(text);
    const isComplete = /[\r\n]/u.test(start.header.trimStart()) || text.length >= MAX_HEADER_LENGTH;
    const next = isComplete ? undefined : await texts.next();
    if (!next || next.done) return start;
    text += next.value;
  }
}

/** A delimiter that separates a key from the other names is right, even if names have more commas. */
function detectDelimiter(text: string): string {
  const [line = ''] = text.split(/[\r\n]/u, 1);
  const isKey = (cell: string) => /^[\s"]*(?:id|link)[\s"]*$/i.test(cell);
  const separatesKey = (delimiter: string) => line.includes(delimiter) && line.split(delimiter).some(isKey);
  const separating = DELIMITERS.filter(separatesKey);
  const candidates = separating.length > 0 ? separating : DELIMITERS;
  // Delimiters in quotation marks are text.
  const unquoted = line.replaceAll(/"[^"]*"/g, '');
  const cellCount = (delimiter: string) => unquoted.split(delimiter).length;
  return candidates.reduce((best, next) => (cellCount(next) > cellCount(best) ? next : best));
}

/** Spreadsheets declare the delimiter in a line of its own. */
function splitDeclaration(text: string): { declared: string | undefined; header: string; line: number } {
  const [declaration = '', declared] = /^"?sep=([^"\r\n])"?[,;\t]*(?:\n|\r)/i.exec(text) ?? [];
  return { declared, header: text.slice(declaration.length), line: declaration === '' ? 1 : 2 };
}
