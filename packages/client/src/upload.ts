/**
 * Uploads: documents, pages and thesauri (reference/http-api.md#search-spaces).
 *
 * Pages do not load it: the size of `request` has a budget.
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
  unreachable,
} from './request.ts';

/** An upload may take long. */
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
  return request(patient(connection), '', {
    ...options,
    method: 'POST',
    resource: `${pathOf(space)}/documents`,
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

async function readProgress(
  response: Response,
  onProgress: ((progress: IngestProgress) => void) | undefined,
): Promise<IngestProgress> {
  let last: IngestProgress | undefined;
  const errors: IngestProgress['errors'] = [];
  try {
    for await (const line of linesOf(response)) {
      last = JSON.parse(line) as IngestProgress;
      errors.push(...last.errors);
      onProgress?.(last);
    }
  } catch (cause) {
    throw unreachable(cause);
  }
  if (!last) throw unreachable(new Error('The response has no progress.'));
  return { ...last, errors };
}

/** `PUT /api/spaces/{space}/documents/{uri}`, in a run if one is given: adds or replaces a document. */
export const putDocument = (
  connection: Connection,
  { space, uri, run }: { space: string; uri: string; run?: string },
  document: UploadDocument,
  options: RequestOptions = {},
): Promise<DocumentOutcome> => {
  const resource = `${pathOf(space)}/documents/${encodeURIComponent(uri)}`;
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
  upload(connection, `${pathOf(space)}/thesaurus`, { ...options, content, method: 'PUT' });

/** `PUT /api/spaces/{space}/thesauri/{name}`: replaces one part of the thesaurus. */
export const replaceThesaurusPart = (
  connection: Connection,
  { space, name }: { space: string; name: string },
  content: ThesaurusContent,
  options: RequestOptions = {},
): Promise<ThesaurusOutcome> => {
  const resource = `${pathOf(space)}/thesauri/${encodeURIComponent(name)}`;
  return upload(connection, resource, { ...options, content, method: 'PUT' });
};

/** Resolves to the JSON of the response. */
const upload = <Result>(connection: Connection, resource: string, call: Call): Promise<Result> =>
  request(patient(connection), '', { ...call, resource });

const patient = (connection: Connection): Connection => ({ timeoutMs: UPLOAD_TIMEOUT_MS, ...connection });

const pathOf = (space: string) => `/api/spaces/${encodeURIComponent(space)}`;
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
      // Fetch reports the reason; it would stop reading only when the connection has closed.
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
  let rest = '';
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line.trim() !== '');
  }
  if (rest.trim() !== '') yield rest;
}
