/** Operations on tokens (reference/http-api.md#publishable-tokens). */
import type {
  SpaceTokenOutcome,
  SpaceTokenRequest,
  TokenDescription,
  TokenOutcome,
  TokenRequest,
} from '@semantic-search/contract';
import { type Connection, type RequestOptions, request } from './request.ts';

/** `POST /api/tokens`: the only response that contains the token. */
export const issueToken = (connection: Connection, body: TokenRequest, options: RequestOptions = {}) =>
  request<TokenOutcome>(connection, '', { ...options, resource: '/api/tokens', method: 'POST', body });

/** `POST /api/tokens` for programs that write to search spaces: the only response that contains the token. */
export const issueSpaceToken = (
  connection: Connection,
  body: SpaceTokenRequest,
  options: RequestOptions = {},
) =>
  request<SpaceTokenOutcome>(connection, '', { ...options, resource: '/api/tokens', method: 'POST', body });

/** `GET /api/token`: what the token of the connection permits. */
export const getToken = (connection: Connection, options: RequestOptions = {}) =>
  request<TokenDescription>(connection, '', { ...options, resource: '/api/token' });
