/**
 * Uploads: documents, pages and thesauri (reference/http-api.md#search-spaces).
 *
 * Separate from `request.ts`, which pages load, and whose size has a budget.
 */
import type {
  DocumentInput,
  DocumentOutcome,
  IngestProgress,
  ThesaurusOutcome,
} from '@semantic-search/contract';
import {
  type Call,
  type Connection,
  type Content,
  type RequestOptions,
  request,
  spacePath,
  unreachable,
} from './request.ts';

/** A server may need minutes to read a large file. */
const UPLOAD_TIMEOUT_MS = 600_000;
const NDJSON = 'application/x-ndjson';

export interface UploadOptions extends RequestOptions {
  /** Id of the run that the documents belong to. */
  run?: string | undefined;
}

/** A document to upload: its `link` can take the place of the `id`; absent members are taken from the page in `html`. */
export type UploadDocument = Omit<DocumentInput, 'id'> & { id?: string | null; html?: string | null };

/** A file of documents, which may be a stream. */
export interface DocumentContent extends Content {
  type: 'application/x-ndjson' | 'text/csv';
}

/** Media types of a thesaurus. */
export type ThesaurusType = 'text/turtle' | 'application/rdf+xml' | 'application/n-triples';

/**
 * `POST /api/spaces/{space}/documents`: adds or replaces documents, in a run if `run` is given. An async iterable is sent as
 * a stream, and a file as it is. Calls `onProgress` for each batch that is durable. Resolves to the last progress with the
 * errors of all documents; `line` is the position in `documents` or the line of the file, from 1. Without `done`, the upload
 * was interrupted.
 */
export async function addDocuments(
  connection: Connection,
  space: string,
  documents: Iterable<UploadDocument> | AsyncIterable<UploadDocument> | DocumentContent,
  { run, onProgress, ...options }: UploadOptions & { onProgress?: (progress: IngestProgress) => void } = {},
): Promise<IngestProgress> {
  const content = 'type' in documents ? documents : { type: NDJSON, body: bodyOf(documents, options.signal) };
  return request(withLongTimeout(connection), '', {
    ...options,
    method: 'POST',
    resource: `${spacePath(space)}/documents`,
    parameters: { run },
    content: { ...content, accept: NDJSON },
    read: (response) => readProgress(response, onProgress),
  });
}

function bodyOf(
  documents: Iterable<UploadDocument> | AsyncIterable<UploadDocument>,
  signal: AbortSignal | undefined,
) {
  if (Symbol.asyncIterator in documents) return streamOf(documents, signal);
  return [...documents].map(lineOf).join('');
}

/** Resolves to the last line of progress, with the errors of all lines. Rejects if the response breaks off. */
async function readProgress(
  response: Response,
  onProgress: ((progress: IngestProgress) => void) | undefined,
): Promise<IngestProgress> {
  let lastProgress: IngestProgress | undefined;
  const errors: IngestProgress['errors'] = [];
  try {
    for await (const line of linesOf(response)) {
      lastProgress = JSON.parse(line) as IngestProgress;
      errors.push(...lastProgress.errors);
      onProgress?.(lastProgress);
    }
  } catch (cause) {
    throw unreachable(cause);
  }
  if (!lastProgress) throw unreachable(new Error('The response has no progress.'));
  return { ...lastProgress, errors };
}

/** `PUT /api/spaces/{space}/documents/{uri}`, in a run if one is given: adds or replaces a document. */
export const putDocument = (
  connection: Connection,
  { space, uri, run }: { space: string; uri: string; run?: string },
  document: UploadDocument,
  options: RequestOptions = {},
): Promise<DocumentOutcome> => {
  const resource = `${spacePath(space)}/documents/${encodeURIComponent(uri)}`;
  return upload(connection, resource, { ...options, body: document, parameters: { run }, method: 'PUT' });
};

/** A SKOS file, which may be a stream. */
export interface ThesaurusContent extends Content {
  type: ThesaurusType;
}

/** `PUT /api/spaces/{space}/thesaurus`: replaces the part `main` of the thesaurus. */
export const replaceThesaurus = (
  connection: Connection,
  space: string,
  content: ThesaurusContent,
  options: RequestOptions = {},
): Promise<ThesaurusOutcome> =>
  upload(connection, `${spacePath(space)}/thesaurus`, { ...options, content, method: 'PUT' });

/** `PUT /api/spaces/{space}/thesauri/{name}`: replaces one part of the thesaurus. */
export const replaceThesaurusPart = (
  connection: Connection,
  { space, name }: { space: string; name: string },
  content: ThesaurusContent,
  options: RequestOptions = {},
): Promise<ThesaurusOutcome> => {
  const resource = `${spacePath(space)}/thesauri/${encodeURIComponent(name)}`;
  return upload(connection, resource, { ...options, content, method: 'PUT' });
};

const upload = <Result>(connection: Connection, resource: string, call: Call): Promise<Result> =>
  request(withLongTimeout(connection), '', { ...call, resource });

/** A timeout of the connection itself has priority. */
const withLongTimeout = (connection: Connection): Connection => ({
  timeoutMs: UPLOAD_TIMEOUT_MS,
  ...connection,
});

const lineOf = (document: UploadDocument) => `${JSON.stringify(document)}\n`;

/** Reads the next document when the connection takes more data, until the signal is aborted. */
function streamOf(
  documents: AsyncIterable<UploadDocument>,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = documents[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      // Checked here, because `fetch` stops reading only when the connection has closed.
      if (signal?.aborted) {
        await iterator.return?.();
        throw signal.reason;
      }
      if (done) controller.close();
      else controller.enqueue(encoder.encode(lineOf(value)));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/** Lines of the body without empty ones, as they arrive. */
async function* linesOf({ body }: Response): AsyncGenerator<string> {
  let incompleteLine = '';
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const lines = (incompleteLine + chunk.value).split('\n');
    incompleteLine = lines.pop() ?? '';
    yield* lines.filter((line) => line.trim() !== '');
  }
  if (incompleteLine.trim() !== '') yield incompleteLine;
}
