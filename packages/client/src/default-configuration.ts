/** The operation that returns default settings. */
import type { DefaultConfiguration } from '@semantic-search/contract';
import { type Connection, type RequestOptions, request } from './request.ts';

/** `GET /api/configurations/default`: settings to start from; with `searchSpace`, derived from its documents. */
export const getDefaultConfiguration = (
  connection: Connection,
  { searchSpace, ...options }: RequestOptions & { searchSpace?: string } = {},
) => request<DefaultConfiguration>(connection, '/default', { ...options, parameters: { searchSpace } });
