/** Documents of CSV content: rows with the member names of the header, and cells with types. */
import { getOrInsert } from '@semantic-search/query/collections';
import { readInSlices } from '@semantic-search/query/scheduling';
import { TEXT_MEMBERS } from '../index-writing/document-validation.ts';
import type { DocumentInput } from '../writable-space.ts';
import { openTable } from './csv-rows.ts';
import { MAX_VALUES } from './line-reader.ts';
import { COMPRESSED, INVALID_BYTES, INVALID_ENCODING } from './text-decoder.ts';

/** The documents are not validated. A message instead of a document says what is wrong with its row. */
type CsvDocument = { line: number; document: DocumentInput } | { line: number; message: string };

/** Members whose cells are texts, whatever they look like: the title `1984` is not a number. */
const TEXT_CELLS: ReadonlySet<string> = new Set(['id', ...TEXT_MEMBERS]);
/** Members whose names may be written in any case, as spreadsheets capitalize them. */
const CSV_MEMBERS: ReadonlySet<string> = new Set([...TEXT_CELLS, 'date', 'subjects']);

/** Ends after the first line if the header is not usable. Yields to the event loop every few milliseconds. */
export async function* csvDocuments(
  content: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<CsvDocument> {
  const { delimiter, rows } = await openTable(content);
  let names: string[] | undefined;
  for await (const row of readInSlices(rows)) {
    if ('message' in row) {
      yield row;
    } else if (!names) {
      names = row.cells.map(memberName);
      const message = headerError(names);
      if (message === undefined) continue;
      yield { line: row.line, message };
      return;
    } else if (row.cells.some((cell) => cell.trim() !== '')) yield toDocument(names, row, delimiter);
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
function toDocument(
  names: readonly string[],
  { line, cells }: { line: number; cells: string[] },
  delimiter: string,
): CsvDocument {
  const required = names.findLastIndex((name) => name !== '') + 1;
  const isTooLong = cells.slice(names.length).some((cell) => cell.trim() !== '');
  if (cells.length < required || isTooLong)
    return { line, message: `The row has ${cells.length} cells; the header has ${names.length}.` };
  const texts = names.map((_, i) => cellText(cells[i] ?? ''));
  if (texts.some((text) => text.includes(INVALID_BYTES))) return { line, message: INVALID_ENCODING };
  return { line, document: documentOf(names, texts, delimiter) };
}

/** The parser keeps the quotation marks of a cell that has spaces after them. */
function cellText(cell: string): string {
  return (/^"([^"]*)"\s+$/.exec(cell)?.[1] ?? cell).trim();
}

/** Keeps spreadsheets from changing identifiers such as `007`. */
const FORMULA_OF_TEXT = /^="([^"]+)"$/;

/**
 * Converts attribute cells to numbers and lists by their content. Omits empty cells. Several columns with the name of an
 * attribute become a list. Of several columns with the name of a member, the first filled cell counts.
 */
function documentOf(names: readonly string[], cells: readonly string[], delimiter: string): DocumentInput {
  const valuesByName = new Map<string, unknown[]>();
  for (const [i, name] of names.entries()) {
    const cell = cells[i]!;
    if (name === '' || cell === '') continue;
    const values = getOrInsert(valuesByName, name, () => []);
    const mayAdd = values.length === 0 || !(TEXT_CELLS.has(name) || name === 'date');
    if (mayAdd) values.push(FORMULA_OF_TEXT.exec(cell)?.[1] ?? cellValue(name, cell, delimiter));
  }
  // Unlike an assignment, this keeps names such as `__proto__`, which are rejected later.
  return Object.fromEntries(
    Array.from(valuesByName, ([name, values]) => [name, values.length === 1 ? values[0] : values.flat()]),
  ) as DocumentInput;
}

function cellValue(name: string, cell: string, delimiter: string): unknown {
  if (TEXT_CELLS.has(name)) return cell;
  // Milliseconds before 1970; other digits are read as dates.
  if (name === 'date') return /^-\d{7,}$/.test(cell) ? Number(cell) : cell;
  // A longer list is rejected anyway.
  const parts = cell.split('|', MAX_VALUES).map((part) => part.trim());
  if (name === 'subjects') return parts.filter((part) => part !== '');
  const values = parts.filter((part) => part !== '').map((part) => numberOrText(part, delimiter));
  return parts.length === 1 ? values[0] : values;
}

/** Numbers with leading zeros or many digits are identifiers. With decimal commas, spreadsheets separate cells by semicolons. */
function numberOrText(part: string, delimiter: string): number | string {
  const [, sign, whole = '', decimals] =
    (delimiter === ';' && /^(-?)(\d{1,3}(?:\.\d{3}){1,4}|0|[1-9]\d{0,14}),(\d{1,15})$/.exec(part)) || [];
  if (decimals !== undefined) return Number(`${sign}${whole.replaceAll('.', '')}.${decimals}`);
  const isNumber = /^-?(0|[1-9]\d{0,14})(\.\d+)?([eE][+-]?\d{1,2})?$/.test(part);
  return isNumber ? Number(part) : part;
}
