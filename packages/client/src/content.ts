/** Operations on the documents of a search space (docs/http-api.md#search-spaces). */
import type {
  DocumentDeletionOutcome,
  DocumentList,
  DocumentListParameters,
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

function resourceOf(space: string): string {
  return `/api/spaces/${encodeURIComponent(space)}`;
}
