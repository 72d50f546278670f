/** Operations on publishable tokens (docs/http-api.md#publishable-tokens). */
import type { TokenOutcome, TokenRequest } from '@semantic-search/contract';
import { type Connection, type RequestOptions, request } from './request.ts';

/** `POST /api/tokens`: the only response that contains the token. */
export const issueToken = (connection: Connection, body: TokenRequest, options: RequestOptions = {}) =>
  request<TokenOutcome>(connection, '', { ...options, resource: '/api/tokens', method: 'POST', body });
