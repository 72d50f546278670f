/** Reads CSV (RFC 4180) with a header line; fields are separated by comma, semicolon or tab, as the header has them. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CsvError, type Info, parse } from 'csv-parse';
import { LONGEST_LINE } from './lines.ts';

/** No document has as many members. Each cell takes memory, and a record of commas only would have millions. */
const MOST_CELLS = 10_000;

export type CsvRecord =
  | { line: number; cells: [name: string, cell: string][] }
  | { line: number; message: string };

interface Skipped {
  line: number;
  message: string;
  /** Where the next record begins cannot be told. */
  final: boolean;
}

export async function* csvRecords(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<CsvRecord> {
  const { delimiter, whole } = await peekDelimiter(withPlainLineEnds(content));
  const skipped: Skipped[] = [];
  let crowded = false;
  async function* untilCrowded() {
    for await (const piece of whole) {
      if (crowded) return;
      yield piece;
    }
  }
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: LONGEST_LINE,
    // The parser bounds what stands in cells, not how many there are.
    cast: (cell, { index }) => {
      crowded ||= index >= MOST_CELLS;
      return cell;
    },
    on_skip: (error) => {
      // After the last the parser goes on with what it takes for records: none of them is one.
      if (!skipped.at(-1)?.final) skipped.push(skippedFor(error));
      return undefined;
    },
  });
  // Whoever reads from the parser gets the error of the source too, or has turned away.
  pipeline(Readable.from(untilCrowded(), { highWaterMark: 1 }), parser).catch(() => undefined);
  let names: string[] | undefined;
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
    // What was skipped on the way comes in its place.
    while (skipped.length > 0 && skipped[0]!.line < info.lines) {
      const { line, message, final } = skipped.shift()!;
      yield { line, message };
      if (final) return;
    }
    if (names) {
      const cells = names.map((name, i): [string, string] => [name, record[i]!.trim()]);
      yield { line: firstLine(record, info), cells };
    } else {
      if (record.length > MOST_CELLS) {
        yield { line: firstLine(record, info), message: tooManyCells };
        return;
      }
      names = record.map((name) => name.trim());
      if (!names.includes('id')) {
        yield { line: firstLine(record, info), message: 'The first row names the members; it has no "id".' };
        return;
      }
    }
  }
  for (const { line, message } of skipped) yield { line, message };
}

/** The parser tells the last line of a record; its quoted fields may have line breaks. */
function firstLine(record: string[], { lines }: Pick<Info, 'lines'>): number {
  return lines - record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
}

function skippedFor(error: CsvError | undefined): Skipped {
  const record = Array.isArray(error?.record) ? (error.record as string[]) : [];
  const line = firstLine(record, { lines: Number(error?.lines ?? 0) });
  if (record.length > MOST_CELLS) return { line, message: tooManyCells, final: true };
  const final = error?.code === 'CSV_MAX_RECORD_SIZE' || error?.code === 'CSV_QUOTE_NOT_CLOSED';
  const reason = error?.message ?? 'The record cannot be read.';
  const message = final ? `${reason}. Nothing after it was read; a quotation mark may be missing.` : reason;
  return { line, message, final };
}

const tooManyCells = `A record has at most ${MOST_CELLS} cells. Nothing after it was read.`;

const CR = 13;
const LF = 10;

/** Line ends of CR and LF become LF: the parser counts those in quoted fields twice. A CR alone stays. */
async function* withPlainLineEnds(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  let pending = false;
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk as Uint8Array);
    const plain = Buffer.allocUnsafe(bytes.length + 1);
    let length = 0;
    for (const byte of bytes) {
      if (pending && byte !== LF) plain[length++] = CR;
      pending = byte === CR;
      if (!pending) plain[length++] = byte;
    }
    yield plain.subarray(0, length);
  }
  if (pending) yield Uint8Array.of(CR);
}

const DELIMITERS = [',', ';', '\t'];
const LONGEST_HEADER = 65_536;

/** The delimiter that the first line has most of, and the content with what was read of it put back. */
async function peekDelimiter(content: AsyncIterable<string | Uint8Array>) {
  const iterator = content[Symbol.asyncIterator]();
  const read: (string | Uint8Array)[] = [];
  let header = '';
  while (!/[\r\n]/.test(header) && header.length < LONGEST_HEADER) {
    const { done, value } = await iterator.next();
    if (done) break;
    read.push(value);
    header += typeof value === 'string' ? value : Buffer.from(value).toString('latin1');
  }
  const line = header.replace(/^\s+/, '').split(/[\r\n]/, 1)[0]!;
  const amount = (delimiter: string) => line.split(delimiter).length;
  const delimiter = DELIMITERS.reduce((most, each) => (amount(each) > amount(most) ? each : most));
  async function* whole() {
    yield* read;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { delimiter, whole: whole() };
}
