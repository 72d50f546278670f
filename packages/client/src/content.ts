/** Operations of search spaces whose arguments differ from the request: deletion, runs, training. */
import type { DocumentDeletionOutcome, RunCompletion, TrainingOutcome } from '@semantic-search/contract';
import { type Connection, type RequestOptions, request, spacePath } from './request.ts';

/** The server trains during the request, which takes minutes with many documents. */
const TRAINING_TIMEOUT_MS = 600_000;

/** `POST /api/spaces/{space}/documents:delete`: Delete documents by their IDs. */
export const deleteDocuments = (
  connection: Connection,
  space: string,
  ids: readonly string[],
  options: RequestOptions = {},
) =>
  request<DocumentDeletionOutcome>(connection, `${spacePath(space)}/documents:delete`, {
    ...options,
    method: 'POST',
    body: { ids },
  });

/** `POST /api/spaces/{space}/runs/{run}/complete`; only `force` permits removing more than half of the documents. */
export const completeRun = (
  connection: Connection,
  space: string,
  run: string,
  { force, ...options }: RequestOptions & { force?: boolean } = {},
) =>
  request<RunCompletion>(connection, `${spacePath(space)}/runs/${encodeURIComponent(run)}/complete`, {
    ...options,
    method: 'POST',
    parameters: { force: force ? 'true' : undefined },
  });

/** `POST /api/spaces/{space}/training`; waits up to ten minutes, unless the connection has a timeout. */
export const trainSpace = (connection: Connection, space: string, options: RequestOptions = {}) =>
  request<TrainingOutcome>(
    { timeoutMs: TRAINING_TIMEOUT_MS, ...connection },
    `${spacePath(space)}/training`,
    {
      ...options,
      method: 'POST',
    },
  );
