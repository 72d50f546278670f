/** Reads CSV with a header line, which names the members. */
import { readInSlices } from '../cooperative-scheduling.ts';
import { parseRows } from './csv-parser.ts';

export type CsvRecord =
  | { line: number; cells: [name: string, cell: string][] }
  | { line: number; message: string };

export async function* csvRecords(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<CsvRecord> {
  let names: string[] | undefined;
  for await (const row of readInSlices(parseRows(content))) {
    if ('message' in row) yield row;
    else if (names) yield named(names, row);
    else {
      names = row.cells.map((name) => name.trim());
      const message = faultOfNames(names);
      if (message !== undefined) {
        yield { line: row.line, message };
        return;
      }
    }
  }
}

/** Columns without a name are left out, however many there are. */
function faultOfNames(names: readonly string[]): string | undefined {
  if (!names.includes('id')) return 'The first row names the members; it has no "id".';
  const before = new Set<string>();
  for (const name of names) {
    if (name !== '' && before.has(name))
      return `The first row names the member "${name.slice(0, 100)}" more than once.`;
    before.add(name);
  }
  return undefined;
}

function named(names: readonly string[], { line, cells }: { line: number; cells: string[] }): CsvRecord {
  if (cells.length !== names.length) {
    return { line, message: `The row has ${cells.length} cells; the first one has ${names.length}.` };
  }
  return { line, cells: names.map((name, i) => [name, cells[i]!.trim()]) };
}
