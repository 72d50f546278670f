/** Reads CSV with a header line, which names the members. */
import { readInSlices } from '../in-steps.ts';
import { rows } from './rows.ts';

export type CsvRecord =
  | { line: number; cells: [name: string, cell: string][] }
  | { line: number; message: string };

export async function* csvRecords(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<CsvRecord> {
  let names: string[] | undefined;
  for await (const row of readInSlices(rows(content))) {
    if ('message' in row) yield row;
    else if (names) yield named(names, row);
    else {
      names = row.cells.map((name) => name.trim());
      if (!names.includes('id')) {
        yield { line: row.line, message: 'The first row names the members; it has no "id".' };
        return;
      }
    }
  }
}

function named(names: readonly string[], { line, cells }: { line: number; cells: string[] }): CsvRecord {
  if (cells.length !== names.length) {
    return { line, message: `The row has ${cells.length} cells; the first one has ${names.length}.` };
  }
  return { line, cells: names.map((name, i) => [name, cells[i]!.trim()]) };
}
