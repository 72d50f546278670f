/** Streaming import of NDJSON and CSV documents. Reports invalid lines and continues. */
import { errorMessage } from '@semantic-search/query/errors';
import { readInSlices } from '@semantic-search/query/scheduling';
import { TEXT_MEMBERS, validationError } from '../index-writing/document-validation.ts';
import type { DocumentInput } from '../writable-space.ts';
import { MAX_LINE_LENGTH, readLines } from './line-reader.ts';
import { COMPRESSED, INVALID_BYTES } from './text-decoder.ts';

/** `line` counts from 1; for CSV it is the first line of the record. A rejected document may have a readable id. */
export type ReadDocument =
  | { line: number; document: DocumentInput }
  | { line: number; id?: string; message: string };

export type DocumentFormat = 'ndjson' | 'csv';

/** Returns the format of a media type or file name extension. */
export function documentFormat(mediaTypeOrName: string): DocumentFormat | undefined {
  const name = mediaTypeOrName.split(';', 1)[0]!.trim().toLowerCase();
  if (/^text\/csv$|\.csv$/.test(name)) return 'csv';
  if (/^application\/(x-)?(ndjson|jsonl)$|\.(ndjson|jsonl)$/.test(name)) return 'ndjson';
  return undefined;
}

/** Yields to the event loop every few milliseconds, whatever the content is. */
export function readDocuments(
  content: AsyncIterable<string | Uint8Array>,
  format: DocumentFormat,
): AsyncGenerator<ReadDocument> {
  const pieces = readInSlices(content);
  return format === 'csv' ? readCsv(pieces) : readNdjson(pieces);
}

async function* readNdjson(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<ReadDocument> {
  let isFirst = true;
  for await (const { line, text } of readInSlices(readLines(content))) {
    const otherFormat = isFirst && text !== null ? formatError(text) : undefined;
    isFirst = false;
    if (otherFormat !== undefined) {
      yield { line, message: otherFormat };
      return;
    }
    if (text === null) yield { line, message: `The line is longer than ${MAX_LINE_LENGTH} characters.` };
    else if (text.includes(INVALID_BYTES)) yield { line, message: INVALID_ENCODING };
    else if (hasTooManyValues(text)) yield { line, message: `The line has more than ${MAX_VALUES} values.` };
    // Cheaper than parsing, if the whole file has another format.
    else if (!text.startsWith('{')) yield { line, message: 'Not a JSON object.' };
    else yield parseLine(line, text);
  }
}

/** Error message if the first line shows that the file is not NDJSON; reported once instead of for each line. */
function formatError(text: string): string | undefined {
  if (text.startsWith(COMPRESSED)) return 'The file is compressed; decompress it first.';
  if (text.startsWith('['))
    return "The file is a JSON array. Write one document per line, for example with: jq -c '.[]'";
  if (text === '{')
    return 'The file has JSON over several lines. Write one document per line, for example with: jq -c .';
  if (/^\{\s*"(?:index|create|update|delete)"\s*:\s*\{/.test(text))
    return 'The file has bulk actions of Elasticsearch. Write the documents alone, each with its id.';
  return undefined;
}

const INVALID_ENCODING = 'The line has bytes that are not valid UTF-8; save the file as UTF-8.';

/** Maximum members, elements and levels of a line. Counting them is cheaper than parsing millions. */
export const MAX_VALUES = 20_000;

const [quotationMark, comma, bracket, backslash, brace] = [0x22, 0x2c, 0x5b, 0x5c, 0x7b];

function hasTooManyValues(text: string): boolean {
  if (text.length <= MAX_VALUES) return false;
  let [values, isInString] = [0, false];
  for (let at = 0; at < text.length && values <= MAX_VALUES; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quotationMark) isInString = !isInString;
    else if (isInString && code === backslash) at += 1;
    else if (!isInString && (code === comma || code === bracket || code === brace)) values += 1;
  }
  return values > MAX_VALUES;
}

function parseLine(line: number, text: string): ReadDocument {
  try {
    return validate(line, JSON.parse(text));
  } catch (error) {
    return { line, message: `Not JSON: ${errorMessage(error)}` };
  }
}

async function* readCsv(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<ReadDocument> {
  // Loaded late, because a server can start without it.
  const { csvRecords } = await import('./csv-documents.ts');
  for await (const record of csvRecords(content)) {
    if ('message' in record) yield record;
    else if (record.cells.some(([, cell]) => cell.includes(INVALID_BYTES)))
      yield { line: record.line, message: INVALID_ENCODING };
    else yield validate(record.line, documentOf(record.cells, record.delimiter));
  }
}

/** Without an id, the link identifies the document: it stays the same when the content changes. */
function withId(document: DocumentInput): DocumentInput {
  const { id, link }: Partial<Record<'id' | 'link', unknown>> = Object(document);
  const isAbsent = id === undefined || id === null || id === '';
  const address = typeof link === 'string' ? link.trim() : '';
  return isAbsent && address !== '' ? { ...document, id: address } : document;
}

/** Names with a special meaning for objects. */
const FORBIDDEN_NAMES = ['__proto__', 'constructor', 'prototype'];

function validate(line: number, given: DocumentInput): ReadDocument {
  const document = withId(given);
  const forbidden = FORBIDDEN_NAMES.find((name) => Object.hasOwn(Object(document), name));
  const message = forbidden
    ? `${forbidden} is not allowed as the name of an attribute.`
    : validationError(document);
  if (message === undefined) return { line, document };
  const id: unknown = Object(document).id;
  return typeof id === 'string' && id !== '' ? { line, id, message } : { line, message };
}

/** Members whose cells are texts, whatever they look like. */
const TEXT_CELLS: ReadonlySet<string> = new Set(['id', ...TEXT_MEMBERS]);

/** Keeps spreadsheets from changing identifiers such as `007`. */
const FORMULA_OF_TEXT = /^="([^"]+)"$/;

/**
 * Converts attribute cells to numbers and lists by their content. Omits empty cells. Of several columns with one name, the
 * values are a list, and the first filled cell of a member counts.
 */
function documentOf(cells: [name: string, cell: string][], delimiter: string): DocumentInput {
  const document: Record<string, unknown> = {};
  for (const [name, cell] of cells) {
    if (name === '' || cell === '') continue;
    const value = FORMULA_OF_TEXT.exec(cell)?.[1] ?? cellValue(name, cell, delimiter);
    if (!Object.hasOwn(document, name)) defineMember(document, name, value);
    else if (!TEXT_CELLS.has(name) && name !== 'date')
      defineMember(document, name, [document[name], value].flat());
  }
  return document as DocumentInput;
}

/** Also for names with a special meaning, which are rejected later. */
function defineMember(document: object, name: string, value: unknown): void {
  Object.defineProperty(document, name, { value, enumerable: true, configurable: true, writable: true });
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

/**
 * Numbers with leading zeros or too many digits are identifiers. Spreadsheets separate cells by semicolons where numbers have a
 * decimal comma.
 */
function numberOrText(part: string, delimiter: string): number | string {
  const [, sign, whole = '', decimals] =
    (delimiter === ';' && /^(-?)(\d{1,3}(?:\.\d{3}){1,4}|0|[1-9]\d{0,14}),(\d{1,15})$/.exec(part)) || [];
  if (decimals !== undefined) return Number(`${sign}${whole.replaceAll('.', '')}.${decimals}`);
  const isNumber = /^-?(0|[1-9]\d{0,14})(\.\d+)?([eE][+-]?\d{1,2})?$/.test(part);
  return isNumber ? Number(part) : part;
}
