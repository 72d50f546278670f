/** Operations that issue tokens: one request, two kinds of token. */
import type {
  SpaceTokenOutcome,
  SpaceTokenRequest,
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
