/** Operations on the documents of a search space (reference/http-api.md#search-spaces). */
import type {
  DocumentDeletionOutcome,
  DocumentList,
  DocumentListParameters,
  RunAbandonment,
  RunCompletion,
  RunStart,
} from '@semantic-search/contract';
import { type Connection, type RequestOptions, request } from './request.ts';

/** `GET /api/spaces/{space}/documents`: one page of ids with content hashes. */
export const listDocuments = (
  connection: Connection,
  space: string,
  { after, limit }: DocumentListParameters = {},
  options: RequestOptions = {},
) =>
  request<DocumentList>(connection, '/documents', {
    ...options,
    resource: resourceOf(space),
    parameters: { after, limit },
  });

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

/** `POST /api/spaces/{space}/runs` */
export const startRun = (connection: Connection, space: string, options: RequestOptions = {}) =>
  request<RunStart>(connection, '/runs', { ...options, resource: resourceOf(space), method: 'POST' });

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

/** `DELETE /api/spaces/{space}/runs/{run}` */
export const abandonRun = (
  connection: Connection,
  space: string,
  run: string,
  options: RequestOptions = {},
) =>
  request<RunAbandonment>(connection, `/runs/${encodeURIComponent(run)}`, {
    ...options,
    resource: resourceOf(space),
    method: 'DELETE',
  });

function resourceOf(space: string): string {
  return `/api/spaces/${encodeURIComponent(space)}`;
}
