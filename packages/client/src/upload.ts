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
import { ApiError, errorOf } from './api-error.ts';
import { type Connection, type RequestOptions, timeoutSignal } from './request.ts';

/** An upload may take long. */
const DEFAULT_TIMEOUT_MS = 600_000;
const NDJSON = 'application/x-ndjson';

export interface UploadOptions extends RequestOptions {
  /** Id of the run that the documents belong to. */
  run?: string;
}

/** A document to upload: its `link` can take the place of the `id`; absent members are taken from the page in `html`. */
export type UploadDocument = Omit<DocumentInput, 'id'> & { id?: string | null; html?: string | null };

/** Media types of a thesaurus. */
export type ThesaurusType =
  | 'text/turtle'
  | 'application/rdf+xml'
  | 'application/n-triples'
  | 'application/ld+json';

/**
 * `POST /api/spaces/{space}/documents`: adds or replaces documents, in a run if `run` is given. An async iterable is sent as
 * a stream. Calls `onProgress` for each batch that is durable. Resolves to the last progress with the errors of all
 * documents; `line` is the position in `documents`, from 1. Without `done`, the upload was interrupted.
 */
export async function addDocuments(
  connection: Connection,
  space: string,
  documents: Iterable<UploadDocument> | AsyncIterable<UploadDocument>,
  { run, onProgress, ...options }: UploadOptions & { onProgress?: (progress: IngestProgress) => void } = {},
): Promise<IngestProgress> {
  const body =
    Symbol.asyncIterator in documents
      ? streamOf(documents, options.signal)
      : [...documents].map(lineOf).join('');
  const call = { ...options, path: `${pathOf(space)}/documents`, run, type: NDJSON, accept: NDJSON };
  return upload(connection, { ...call, method: 'POST', body }, async (response) => {
    let last: IngestProgress | undefined;
    const errors: IngestProgress['errors'] = [];
    for await (const line of linesOf(response)) {
      last = JSON.parse(line) as IngestProgress;
      errors.push(...last.errors);
      onProgress?.(last);
    }
    if (!last) throw new Error('The response has no progress.');
    return { ...last, errors };
  });
}

/** `PUT /api/spaces/{space}/documents/{uri}`, in a run if one is given: adds or replaces a document; a text is a page in HTML. */
export const putDocument = (
  connection: Connection,
  { space, uri, run }: { space: string; uri: string; run?: string },
  document: UploadDocument | string,
  options: RequestOptions = {},
): Promise<DocumentOutcome> => {
  const path = `${pathOf(space)}/documents/${encodeURIComponent(uri)}`;
  const content =
    typeof document === 'string'
      ? { type: 'text/html; charset=utf-8', body: document }
      : { type: 'application/json', body: JSON.stringify(document) };
  return upload(connection, { ...options, ...content, path, run, method: 'PUT' });
};

/** A SKOS file, which may be a stream. */
export interface ThesaurusContent {
  type: ThesaurusType;
  body: UploadBody;
}

/** `PUT /api/spaces/{space}/thesaurus`: replaces the part `main` of the thesaurus. */
export const replaceThesaurus = (
  connection: Connection,
  space: string,
  content: ThesaurusContent,
  options: RequestOptions = {},
): Promise<ThesaurusOutcome> =>
  upload(connection, { ...options, ...content, path: `${pathOf(space)}/thesaurus`, method: 'PUT' });

/** `PUT /api/spaces/{space}/thesauri/{name}`: replaces one part of the thesaurus. */
export const replaceThesaurusPart = (
  connection: Connection,
  { space, name }: { space: string; name: string },
  content: ThesaurusContent,
  options: RequestOptions = {},
): Promise<ThesaurusOutcome> => {
  const path = `${pathOf(space)}/thesauri/${encodeURIComponent(name)}`;
  return upload(connection, { ...options, ...content, path, method: 'PUT' });
};

type UploadBody = string | Blob | ReadableStream<Uint8Array>;

interface Upload extends RequestOptions {
  path: string;
  method: 'POST' | 'PUT';
  run?: string | undefined;
  /** Media type of the body. */
  type: string;
  accept?: string;
  body: UploadBody;
}

/** Rejects with ApiError, or with the signal's reason if aborted. */
async function upload<Result>(
  { endpoint, token, timeoutMs = DEFAULT_TIMEOUT_MS, fetch = globalThis.fetch }: Connection,
  { path, method, run, type, accept = 'application/json', body, signal, onHeaders }: Upload,
  read: (response: Response) => Promise<Result> = (response) => response.json(),
): Promise<Result> {
  const late = timeoutSignal(timeoutMs);
  const query = run === undefined ? '' : `?run=${encodeURIComponent(run)}`;
  const bearer = typeof token === 'function' ? await token() : token;
  // A stream needs `duplex`, which the types of the DOM do not have.
  const request: RequestInit & { duplex: 'half' } = {
    method,
    headers: { Authorization: `Bearer ${bearer}`, Accept: accept, 'Content-Type': type },
    body,
    signal: signal ? AbortSignal.any([signal, late]) : late,
    credentials: 'same-origin',
    duplex: 'half',
  };
  try {
    const response = await fetch(endpoint.replace(/\/{1,9}$/, '') + path + query, request);
    if (!response.ok) throw await errorOf(response);
    onHeaders?.(response.headers);
    return await read(response);
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof ApiError) throw cause;
    throw new ApiError({ status: 0, code: 'unreachable', detail: 'The upload was interrupted.', cause });
  }
}

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
