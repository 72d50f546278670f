/** CSV records: rows with the member names of the header. */
import { readInSlices } from '@semantic-search/query/scheduling';
import { parseRows } from './csv-parser.ts';
import { INVALID_BYTES } from './line-reader.ts';

export type CsvRecord =
  | { line: number; cells: [name: string, cell: string][] }
  | { line: number; message: string };

export async function* csvRecords(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<CsvRecord> {
  let names: string[] | undefined;
  for await (const row of readInSlices(parseRows(content))) {
    if ('message' in row) yield row;
    else if (names) yield toRecord(names, row);
    else {
      names = row.cells.map((name) => name.trim());
      const message = headerError(names);
      if (message !== undefined) {
        yield { line: row.line, message };
        return;
      }
    }
  }
}

/** Columns without a name are ignored. */
function headerError(names: readonly string[]): string | undefined {
  if (!names.includes('id') && !names.includes('link'))
    return 'The header has no column "id" and no column "link".';
  if (names.some((name) => name.includes(INVALID_BYTES)))
    return 'The header has bytes that are not valid UTF-8; save the file as UTF-8.';
  const seen = new Set<string>();
  for (const name of names) {
    if (name !== '' && seen.has(name))
      return `The header has the column "${name.slice(0, 100)}" more than once.`;
    seen.add(name);
  }
  return undefined;
}

function toRecord(names: readonly string[], { line, cells }: { line: number; cells: string[] }): CsvRecord {
  if (cells.length !== names.length) {
    return { line, message: `The row has ${cells.length} cells; the header has ${names.length}.` };
  }
  return { line, cells: names.map((name, i) => [name, cells[i]!.trim()]) };
}
