/** Operations on the documents of a search space whose arguments differ from the request. */
import type { DocumentDeletionOutcome, RunCompletion, TrainingOutcome } from '@semantic-search/contract';
import { type Connection, type RequestOptions, request } from './request.ts';

/** Training may take minutes. */
const TRAINING_TIMEOUT_MS = 600_000;

/** `POST /api/spaces/{space}/documents:delete` */
export const deleteDocuments = (
  connection: Connection,
  space: string,
  ids: readonly string[],
  options: RequestOptions = {},
) =>
  request<DocumentDeletionOutcome>(connection, '/documents:delete', {
    ...options,
    resource: resourceOf(space),
    method: 'POST',
    body: { ids },
  });

/** `POST /api/spaces/{space}/runs/{run}/complete`; `force` removes more than half of the documents, too. */
export const completeRun = (
  connection: Connection,
  space: string,
  run: string,
  { force, ...options }: RequestOptions & { force?: boolean } = {},
) =>
  request<RunCompletion>(connection, `/runs/${encodeURIComponent(run)}/complete`, {
    ...options,
    resource: resourceOf(space),
    method: 'POST',
    parameters: { force: force ? 'true' : undefined },
  });

/** `POST /api/spaces/{space}/training`; waits up to ten minutes, unless the connection has a timeout. */
export const trainSpace = (connection: Connection, space: string, options: RequestOptions = {}) =>
  request<TrainingOutcome>({ timeoutMs: TRAINING_TIMEOUT_MS, ...connection }, '/training', {
    ...options,
    resource: resourceOf(space),
    method: 'POST',
  });

function resourceOf(space: string): string {
  return `/api/spaces/${encodeURIComponent(space)}`;
}
