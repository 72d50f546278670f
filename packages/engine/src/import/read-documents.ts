/** Streaming import of NDJSON and CSV documents: reports invalid lines and continues. */
import { errorMessage } from '@semantic-search/query/errors';
import { readInSlices } from '@semantic-search/query/scheduling';
import { validationError } from '../index-writing/document-validation.ts';
import type { DocumentInput } from '../writable-space.ts';
import { MAX_LINE_LENGTH, MAX_VALUES, readLines } from './line-reader.ts';
import { COMPRESSED, INVALID_BYTES, INVALID_ENCODING } from './text-decoder.ts';

/** `line` counts from 1; for CSV it is the first line of the record. A rejected document may have a readable id. */
export type ReadDocument =
  | { line: number; document: DocumentInput }
  | { line: number; id?: string; message: string };

export type DocumentFormat = 'ndjson' | 'csv';

/** Format of a media type, such as `text/csv; charset=utf-8`, or of a file name; undefined for any other. */
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
    const otherFormat = isFirst && text !== null ? otherFormatError(text) : undefined;
    isFirst = false;
    if (otherFormat !== undefined) {
      yield { line, message: otherFormat };
      return;
    }
    yield parseLine(line, text);
  }
}

/** Error message if the first line shows that the file is not NDJSON; reported once instead of for each line. */
function otherFormatError(text: string): string | undefined {
  if (text.startsWith(COMPRESSED)) return 'The file is compressed; decompress it first.';
  if (text.startsWith('['))
    return "The file is a JSON array. Write one document per line, for example with: jq -c '.[]'";
  if (text === '{')
    return 'The file has JSON over several lines. Write one document per line, for example with: jq -c .';
  if (/^\{\s*"(?:index|create|update|delete)"\s*:\s*\{/.test(text))
    return 'The file has bulk actions of Elasticsearch. Write the documents alone, each with its id.';
  return undefined;
}

/** Counts commas and opening brackets outside strings. Cheaper than parsing millions of values. */
function hasTooManyValues(text: string): boolean {
  if (text.length <= MAX_VALUES) return false;
  let values = 0;
  let isInString = false;
  for (let i = 0; i < text.length && values <= MAX_VALUES; i += 1) {
    const character = text[i]!;
    if (character === '"') isInString = !isInString;
    else if (isInString && character === '\\') i += 1;
    else if (!isInString && (character === ',' || character === '[' || character === '{')) values += 1;
  }
  return values > MAX_VALUES;
}

function parseLine(line: number, text: string | null): ReadDocument {
  if (text === null) return { line, message: `The line is longer than ${MAX_LINE_LENGTH} characters.` };
  if (text.includes(INVALID_BYTES)) return { line, message: INVALID_ENCODING };
  if (hasTooManyValues(text)) return { line, message: `The line has more than ${MAX_VALUES} values.` };
  // Cheaper than parsing, if the whole file has another format.
  if (!text.startsWith('{')) return { line, message: 'Not a JSON object.' };
  try {
    return validate(line, JSON.parse(text));
  } catch (error) {
    return { line, message: `Not JSON: ${errorMessage(error)}` };
  }
}

async function* readCsv(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<ReadDocument> {
  // Loaded late, because a server can start without it.
  const { csvDocuments } = await import('./csv-documents.ts');
  for await (const row of csvDocuments(content))
    yield 'message' in row ? row : validate(row.line, row.document);
}

/** Without an id, the link identifies the document: it stays the same when the content changes. Databases number their rows. */
function withId(document: DocumentInput): DocumentInput {
  const { id, link }: Partial<Record<'id' | 'link', unknown>> = Object(document);
  if (Number.isSafeInteger(id)) return { ...document, id: `${id}` };
  if ((id ?? '') !== '' || typeof link !== 'string' || link.trim() === '') return document;
  return { ...document, id: link.trim() };
}

/** Names with a special meaning for objects: as attributes, they could change the prototype of a response. */
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
