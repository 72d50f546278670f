/** Upload of a file of documents: its types, and names of search spaces from file names and hosts. */
import { addDocuments, type Connection } from '@semantic-search/client';
import { text } from '../../text/text.ts';

/** Endings of the files that can be uploaded. All but CSV and TSV are NDJSON: one JSON object per line. */
export const UPLOADED_FILES = '.csv,.tsv,.ndjson,.jsonl,.json';

/** Rejected documents whose faults are shown; the others are only counted. */
const MAX_FAULTS = 3;

/** The server accepts names of up to 100 characters. */
const MAX_NAME_LENGTH = 100;

/** Adds the documents of a file. The outcome of an interrupted upload is an error. */
export async function uploadFile(connection: Connection, space: string, file: File) {
  const type = /\.[ct]sv$/i.test(file.name) ? 'text/csv' : 'application/x-ndjson';
  const { done, accepted, refused, errors } = await addDocuments(connection, space, { type, body: file });
  // The last fault of an interrupted upload is its reason.
  const shown = done ? errors.slice(0, MAX_FAULTS) : errors.slice(-1);
  const faults = shown.map(({ line, message }) => text('lineIs', { line, message }));
  const words = [text('uploaded', { space, accepted, refused }), ...faults].join(' ');
  return done ? words : { words: `${text('problem_service-unavailable')} ${words}`, isError: true };
}

/** The name of a new search space for a file, such as `annual-report`, or `annual-report-2` if this name exists. */
export function newSpaceName(file: File, takenNames: readonly string[], number = 1): string {
  const stem = spaceName(file.name.replace(/\.\w+$/, ''));
  // A dash and a number fit after the shortened stem.
  const name = number === 1 ? stem : `${stem.slice(0, MAX_NAME_LENGTH - 10)}-${number}`;
  return takenNames.includes(name) ? newSpaceName(file, takenNames, number + 1) : name;
}

/** A name that the server accepts: `annual-report` for `annual report`, and `site` without any usable character. */
export const spaceName = (words: string): string =>
  words
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
    .slice(0, MAX_NAME_LENGTH) || 'site';
