/** Reads documents from an NDJSON or CSV stream. What cannot be read is reported by its line; the rest goes on. */

import type { DocumentInput } from '../api.ts';
import { readInSlices } from '../cooperative-scheduling.ts';
import { errorMessage } from '../error-message.ts';
import { faultOf } from '../index/indexable-document.ts';
import { csvRecords } from './csv-documents.ts';
import { MAX_LINE_LENGTH, readLines } from './line-reader.ts';

/** `line` counts from 1; a CSV record is told by the line on which it begins. */
export type ReadDocument = { line: number; document: DocumentInput } | { line: number; message: string };

export type DocumentFormat = 'ndjson' | 'csv';

/** The format that a media type or the ending of a file name stands for. */
export function documentFormat(mediaTypeOrName: string): DocumentFormat | undefined {
  const name = mediaTypeOrName.split(';', 1)[0]!.trim().toLowerCase();
  if (/^text\/csv$|\.csv$/.test(name)) return 'csv';
  if (/^application\/(x-)?(ndjson|jsonl)$|\.(ndjson|jsonl)$/.test(name)) return 'ndjson';
  return undefined;
}

/** Lets go of the thread every few milliseconds, whatever the content is. */
export function readDocuments(
  content: AsyncIterable<string | Uint8Array>,
  format: DocumentFormat,
): AsyncGenerator<ReadDocument> {
  const pieces = readInSlices(content);
  return format === 'csv' ? readCsv(pieces) : readNdjson(pieces);
}

async function* readNdjson(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<ReadDocument> {
  for await (const { line, text } of readInSlices(readLines(content))) {
    if (text === null) yield { line, message: `The line is longer than ${MAX_LINE_LENGTH} characters.` };
    else if (isCrowded(text)) yield { line, message: `The line has more than ${MAX_VALUES} values.` };
    // Cheaper than parsing: whole files may be something else.
    else if (!text.startsWith('{')) yield { line, message: 'Not a JSON object.' };
    else yield parsed(line, text);
  }
}

/** Of members, elements and levels: no document has as many, and counting them takes less time than parsing them. */
const MAX_VALUES = 20_000;

const [quotationMark, comma, bracket, backslash, brace] = [0x22, 0x2c, 0x5b, 0x5c, 0x7b];

/** By codes: letters would be texts of their own. */
function isCrowded(text: string): boolean {
  if (text.length <= MAX_VALUES) return false;
  let values = 0;
  for (let at = 0; at < text.length && values <= MAX_VALUES; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter === quotationMark) at = endOfString(text, at + 1);
    else if (letter === comma || letter === bracket || letter === brace) values += 1;
  }
  return values > MAX_VALUES;
}

/** Where the string of JSON that begins at `from` ends; the end of the text where it does not. */
function endOfString(text: string, from: number): number {
  const end = text.indexOf('"', from);
  if (end < 0) return text.length;
  if (text.charCodeAt(end - 1) !== backslash) return end;
  // Where one is escaped many may be: to look for each takes longer than to go through all letters.
  for (let at = from; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter === backslash) at += 1;
    else if (letter === quotationMark) return at;
  }
  return text.length;
}

function parsed(line: number, text: string): ReadDocument {
  try {
    return checked(line, JSON.parse(text));
  } catch (error) {
    return { line, message: `Not JSON: ${errorMessage(error)}` };
  }
}

async function* readCsv(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<ReadDocument> {
  for await (const read of csvRecords(content)) {
    yield 'message' in read ? read : checked(read.line, documentOf(read.cells));
  }
}

/** Names that would reach into how objects work. */
const FORBIDDEN_NAMES = ['__proto__', 'constructor', 'prototype'];

function checked(line: number, document: DocumentInput): ReadDocument {
  const refused = FORBIDDEN_NAMES.find((name) => Object.hasOwn(Object(document), name));
  const message = refused ? `${refused} cannot be the name of an attribute.` : faultOf(document);
  return message === undefined ? { line, document } : { line, message };
}

const TEXT_MEMBERS = new Set(['id', 'title', 'description', 'text', 'link', 'image', 'language', 'type']);

/** Cells are text; those of attributes become numbers and lists where they look like it. Empty ones are left out. */
function documentOf(cells: [name: string, cell: string][]): DocumentInput {
  const filled = cells.filter(([name, cell]) => name !== '' && cell !== '');
  return Object.fromEntries(filled.map(([name, cell]) => [name, cellValue(name, cell)])) as DocumentInput;
}

function cellValue(name: string, cell: string): unknown {
  if (TEXT_MEMBERS.has(name)) return cell;
  // Few digits are a year, many are milliseconds.
  if (name === 'date') return /^-?\d{7,}$/.test(cell) ? Number(cell) : cell;
  const parts = cell.split('|').map((part) => part.trim());
  if (name === 'subjects') return parts.filter((part) => part !== '');
  const values = parts.filter((part) => part !== '').map(numberOrText);
  return parts.length === 1 ? values[0] : values;
}

/** With leading zeros or too many digits it is the name of something. */
function numberOrText(part: string): number | string {
  const isNumber = /^-?(0|[1-9]\d{0,14})(\.\d+)?([eE][+-]?\d{1,2})?$/.test(part);
  return isNumber ? Number(part) : part;
}
