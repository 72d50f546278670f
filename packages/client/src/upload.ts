/**
 * Upload of documents as NDJSON (reference/http-api.md#search-spaces).
 *
 * Pages do not load it: it shares no code with `request`, whose size has a budget.
 */
import type { DocumentInput, IngestProgress } from '@semantic-search/contract';
import { ApiError, errorOf } from './api-error.ts';
import type { Connection, RequestOptions } from './request.ts';

/** An upload may take long. */
const DEFAULT_TIMEOUT_MS = 600_000;

/**
 * `POST /api/spaces/{space}/documents`: adds or replaces documents, in a run if `run` is given. Resolves to the last progress
 * with the errors of all documents; `line` is the position in `documents`, from 1. Without `done`, the upload was interrupted.
 */
export async function addDocuments(
  { endpoint, token, timeoutMs = DEFAULT_TIMEOUT_MS }: Connection,
  space: string,
  documents: readonly DocumentInput[],
  { run, signal, onHeaders }: RequestOptions & { run?: string } = {},
): Promise<IngestProgress> {
  const late = AbortSignal.timeout(timeoutMs);
  const path = `/api/spaces/${encodeURIComponent(space)}/documents`;
  const query = run === undefined ? '' : `?run=${encodeURIComponent(run)}`;
  const type = 'application/x-ndjson';
  const bearer = typeof token === 'function' ? await token() : token;
  try {
    const response = await fetch(endpoint.replace(/\/{1,9}$/, '') + path + query, {
      method: 'POST',
      headers: { Authorization: `Bearer ${bearer}`, Accept: type, 'Content-Type': type },
      body: documents.map((document) => `${JSON.stringify(document)}\n`).join(''),
      signal: signal ? AbortSignal.any([signal, late]) : late,
      credentials: 'same-origin',
    });
    if (!response.ok) throw await errorOf(response);
    onHeaders?.(response.headers);
    return lastProgress(await response.text());
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof ApiError) throw cause;
    throw new ApiError({ status: 0, code: 'unreachable', detail: 'The upload was interrupted.', cause });
  }
}

function lastProgress(text: string): IngestProgress {
  const steps = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as IngestProgress);
  return { ...steps.at(-1)!, errors: steps.flatMap(({ errors }) => errors) };
}
