/** Reads documents from a stream of NDJSON or CSV; a bad line is told with its number and does not hold up the others. */
import type { DocumentInput } from '../questions.ts';
import { csvDocuments } from './csv.ts';
import { lines } from './lines.ts';

/** One document read, or why its line is none. `line` counts from 1. */
export type ReadDocument = { line: number; document: DocumentInput } | { line: number; message: string };

/** In bytes; a document of 8 MiB of text on one line is an accident. */
const longestLine = 8 * 1024 * 1024;

/**
 * `mediaType` is `application/x-ndjson` or `text/csv`. In CSV the first row names the members; a list is separated
 * by `|` (`subjects` always is one), and what looks like a number is one, but for members that are text by nature.
 * Throws for a CSV without a usable first row, and RangeError for another media type.
 */
export function readDocuments(
  content: AsyncIterable<Uint8Array | string>,
  mediaType: string,
): AsyncIterable<ReadDocument> {
  if (mediaType === 'application/x-ndjson') return jsonDocuments(content);
  if (mediaType === 'text/csv') return csvDocuments(content, longestLine);
  throw new RangeError(`Documents are application/x-ndjson or text/csv, not ${mediaType}`);
}

async function* jsonDocuments(content: AsyncIterable<Uint8Array | string>): AsyncIterable<ReadDocument> {
  for await (const { number: line, text } of lines(content, longestLine)) {
    if (text === null) yield { line, message: `is longer than ${longestLine} bytes` };
    else if (text.trim() !== '') yield { line, ...parseDocument(text) };
  }
}

function parseDocument(text: string): { document: DocumentInput } | { message: string } {
  try {
    const document: unknown = JSON.parse(text);
    if (typeof document === 'object' && document !== null && !Array.isArray(document)) {
      return { document: document as DocumentInput };
    }
    return { message: 'is no JSON object' };
  } catch {
    return { message: 'is no valid JSON' };
  }
}
