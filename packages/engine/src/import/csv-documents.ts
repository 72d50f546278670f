/** CSV records: rows with the member names of the header. */
import { readInSlices } from '@semantic-search/query/scheduling';
import { TEXT_MEMBERS } from '../index-writing/document-validation.ts';
import { openTable } from './csv-rows.ts';
import { COMPRESSED, INVALID_BYTES } from './text-decoder.ts';

export type CsvRecord =
  | { line: number; cells: [name: string, cell: string][]; delimiter: string }
  | { line: number; message: string };

/** Members whose names may be written in any case. */
const CSV_MEMBERS: ReadonlySet<string> = new Set(['id', 'date', 'subjects', ...TEXT_MEMBERS]);

export async function* csvRecords(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<CsvRecord> {
  const { delimiter, rows } = await openTable(content);
  let names: string[] | undefined;
  for await (const row of readInSlices(rows)) {
    if ('message' in row) {
      yield row;
      if (!names) return;
    } else if (names) {
      if (row.cells.some((cell) => cell.trim() !== '')) yield toRecord(names, row, delimiter);
    } else {
      names = row.cells.map(memberName);
      const message = headerError(names);
      if (message !== undefined) {
        yield { line: row.line, message };
        return;
      }
    }
  }
}

function memberName(header: string): string {
  const name = cellText(header);
  return CSV_MEMBERS.has(name.toLowerCase()) ? name.toLowerCase() : name;
}

function headerError(names: readonly string[]): string | undefined {
  if (names[0]?.startsWith(COMPRESSED)) return 'The file is compressed; decompress it first.';
  if (!names.includes('id') && !names.includes('link'))
    return 'The header has no column "id" and no column "link".';
  if (names.some((name) => name.includes(INVALID_BYTES)))
    return 'The header has bytes that are not valid UTF-8; save the file as UTF-8.';
  return undefined;
}

/** Spreadsheets write empty cells after the last column. Columns without a name are ignored. */
function toRecord(
  names: readonly string[],
  { line, cells }: { line: number; cells: string[] },
  delimiter: string,
): CsvRecord {
  const required = names.findLastIndex((name) => name !== '') + 1;
  const isTooLong = cells.slice(names.length).some((cell) => cell.trim() !== '');
  if (cells.length < required || isTooLong)
    return { line, message: `The row has ${cells.length} cells; the header has ${names.length}.` };
  return { line, cells: names.map((name, i) => [name, cellText(cells[i] ?? '')]), delimiter };
}

/** The parser keeps the quotation marks of a cell that has spaces after them. */
function cellText(cell: string): string {
  return (/^"([^"]*)"\s+$/.exec(cell)?.[1] ?? cell).trim();
}
