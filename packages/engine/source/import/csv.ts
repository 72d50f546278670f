/** Documents from CSV (RFC 4180): the first row names the members. */
import { pipeline } from 'node:stream';
import { type CsvError, type Info, parse } from 'csv-parse';
import type { DocumentInput } from '../questions.ts';
import type { ReadDocument } from './documents.ts';

/** These are text even where they look like a number: an id `007` and a year keep their form. */
const textMembers = new Set([
  'id',
  'title',
  'description',
  'text',
  'link',
  'date',
  'image',
  'language',
  'type',
]);

interface Row {
  record: string[];
  info: Info;
}

/** Throws when there is no first row, or it lacks the member `id`. */
export async function* csvDocuments(
  content: AsyncIterable<Uint8Array | string>,
  longestRecord: number,
): AsyncIterable<ReadDocument> {
  const rows = parse({
    bom: true,
    info: true,
    relaxColumnCount: true,
    skipEmptyLines: true,
    relaxQuotes: true,
    skipRecordsWithError: true,
    maxRecordSize: longestRecord,
  });
  const skipped: ReadDocument[] = [];
  rows.on('skip', (error: CsvError) => {
    skipped.push({
      line: Number(error.lines),
      message: 'is no valid CSV: a quotation mark is never closed',
    });
  });
  // An error of the content, such as a broken connection, destroys the parser, whose reader then throws it.
  pipeline(content, rows, () => undefined);
  let names: string[] | undefined;
  let line = 1;
  for await (const { record, info } of rows as AsyncIterable<Row>) {
    yield* skipped.splice(0);
    if (!names) names = requireNames(record);
    else yield { line: line + 1, ...documentOf(names, record) };
    // A quoted value may span lines: a record begins on the line after the last one ended.
    line = info.lines;
  }
  yield* skipped;
}

function requireNames(record: string[]): string[] {
  const names = record.map((name) => name.trim());
  if (names.includes('id')) return names;
  throw new Error('The first row of a CSV file names the members; it has no "id".');
}

function documentOf(names: string[], record: string[]): { document: DocumentInput } | { message: string } {
  if (record.length !== names.length) {
    return { message: `has ${record.length} values where the first row names ${names.length}` };
  }
  const members = names.flatMap((name, index) => {
    const text = record[index]!;
    return name === '' || text === '' ? [] : [[name, valueOfMember(name, text)] as const];
  });
  return { document: Object.fromEntries(members) as unknown as DocumentInput };
}

function valueOfMember(name: string, text: string): string | number | (string | number)[] {
  if (textMembers.has(name)) return text;
  const values = text
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (name === 'subjects') return values;
  return values.length === 1 ? scalar(values[0]!) : values.map(scalar);
}

function scalar(text: string): string | number {
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?(?:[eE][+-]?\d{1,3})?$/.test(text) ? Number(text) : text;
}
