/** Upload of a file of documents, and the name of a search space from other words. */
import { addDocuments, type Connection } from '@semantic-search/client';
import { text } from '../../text/text.ts';

/** Rejected documents whose faults are shown; the others are only counted. */
const MAX_FAULTS = 3;

/** Adds the documents of a file (CSV, or one JSON object per line); resolves to the outcome in words. */
export async function uploadFile(connection: Connection, space: string, file: File): Promise<string> {
  const type = /\.csv$/i.test(file.name) ? 'text/csv' : 'application/x-ndjson';
  const { accepted, refused, errors } = await addDocuments(connection, space, { type, body: file });
  const faults = errors.slice(0, MAX_FAULTS).map(({ line, message }) => text('lineIs', { line, message }));
  return [text('uploaded', { space, accepted, refused }), ...faults].join(' ');
}

/** A name that the server accepts, such as `annual-report` for a file named so. */
export const spaceName = (words: string): string =>
  words
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
    .slice(0, 100) || 'site';
