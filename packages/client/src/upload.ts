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
import type { ApiResponse } from './api-error.ts';
import {
  type ApiCall,
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
  /** ID of the run that the documents belong to. */
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

/** A SKOS file, which may be a stream. */
export interface ThesaurusContent extends Content {
  type: ThesaurusType;
}

type Documents = Iterable<UploadDocument> | AsyncIterable<UploadDocument> | DocumentContent;
type ProgressListener = (progress: IngestProgress) => void;

/**
 * `POST /api/spaces/{space}/documents`: adds or replaces documents, in a run if `run` is given.
 *
 * An async iterable is sent as a stream, and a file as it is. `onProgress` is called after each batch that is durable.
 * Resolves to the last progress, with the errors of all documents. The `line` of an error is the position of the document in
 * `documents`, or its line in the file, from 1. If `done` is false, the upload was interrupted. Rejects with what `onProgress`
 * throws, which aborts the upload.
 */
export const addDocuments = async (
  connection: Connection,
  space: string,
  documents: Documents,
  { run, onProgress, ...options }: UploadOptions & { onProgress?: ProgressListener } = {},
): Promise<IngestProgress> => {
  const stopping = new AbortController();
  const signal = AbortSignal.any([stopping.signal, options.signal ?? []].flat());
  const report = (progress: IngestProgress) => {
    try {
      onProgress?.(progress);
    } catch (error) {
      stopping.abort(error);
      throw error;
    }
  };
  return upload(connection, `${spacePath(space)}/documents`, {
    ...options,
    signal,
    method: 'POST',
    parameters: { run },
    content: contentOf(documents, signal),
    accept: NDJSON,
    read: (response) => readProgress(response, report),
  });
};

/** `PUT /api/spaces/{space}/documents/{uri}`, in a run if one is given: adds or replaces a document. */
export const putDocument = (
  connection: Connection,
  { space, uri, run }: { space: string; uri: string; run?: string },
  document: UploadDocument,
  options: RequestOptions = {},
): Promise<DocumentOutcome> => {
  const path = `${spacePath(space)}/documents/${encodeURIComponent(uri)}`;
  return upload(connection, path, { ...options, method: 'PUT', body: document, parameters: { run } });
};

/** `PUT /api/spaces/{space}/thesaurus`: replaces the part `main` of the thesaurus. */
export const replaceThesaurus = (
  connection: Connection,
  space: string,
  content: ThesaurusContent,
  options: RequestOptions = {},
): Promise<ThesaurusOutcome> =>
  upload(connection, `${spacePath(space)}/thesaurus`, { ...options, method: 'PUT', content });

/** `PUT /api/spaces/{space}/thesauri/{name}`: replaces one part of the thesaurus. */
export const replaceThesaurusPart = (
  connection: Connection,
  { space, name }: { space: string; name: string },
  content: ThesaurusContent,
  options: RequestOptions = {},
): Promise<ThesaurusOutcome> => {
  const path = `${spacePath(space)}/thesauri/${encodeURIComponent(name)}`;
  return upload(connection, path, { ...options, method: 'PUT', content });
};

/** A request with the long timeout, unless the connection has a timeout of its own. */
const upload = <Result>(connection: Connection, path: string, call: ApiCall): Promise<Result> =>
  request({ timeoutMs: UPLOAD_TIMEOUT_MS, ...connection }, path, call);

function contentOf(documents: Documents, signal: AbortSignal | undefined): Content {
  if (Symbol.asyncIterator in documents) return { type: NDJSON, body: streamOf(documents, signal) };
  if (Symbol.iterator in documents) return { type: NDJSON, body: [...documents].map(lineOf).join('') };
  return documents;
}

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

const lineOf = (document: UploadDocument) => `${JSON.stringify(document)}\n`;

/** Resolves to the last line of progress, with the errors of all lines. Rejects if the response breaks off. */
async function readProgress(response: ApiResponse, report: ProgressListener): Promise<IngestProgress> {
  let lastProgress: IngestProgress | undefined;
  const errors: IngestProgress['errors'] = [];
  try {
    for await (const line of linesOf(response)) {
      lastProgress = JSON.parse(line) as IngestProgress;
      errors.push(...lastProgress.errors);
      report(lastProgress);
    }
  } catch (cause) {
    throw unreachable(cause);
  }
  if (!lastProgress) throw unreachable(new Error('The response has no progress.'));
  return { ...lastProgress, errors };
}

/** Lines of the body without empty ones, as they arrive. */
async function* linesOf({ body }: ApiResponse): AsyncGenerator<string> {
  let incompleteLine = '';
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const lines = (incompleteLine + chunk.value).split('\n');
    incompleteLine = lines.pop() ?? '';
    yield* lines.filter((line) => line.trim() !== '');
  }
  if (incompleteLine.trim() !== '') yield incompleteLine;
}
