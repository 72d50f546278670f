/** Functions of another form than their operations: default settings, and each kind of token. */
import type {
  DefaultConfiguration,
  SpaceTokenOutcome,
  SpaceTokenRequest,
  TokenOutcome,
  TokenRequest,
} from '@semantic-search/contract';
import { type Connection, type RequestOptions, request } from './request.ts';

/** `GET /api/configurations/default`: settings to start from; with `searchSpace`, derived from its documents. */
export const getDefaultConfiguration = (
  connection: Connection,
  { searchSpace, ...options }: RequestOptions & { searchSpace?: string } = {},
) =>
  request<DefaultConfiguration>(connection, '/api/configurations/default', {
    ...options,
    parameters: { searchSpace },
  });

/** `POST /api/tokens`: the only response that contains the token. */
export const issueToken = (connection: Connection, body: TokenRequest, options: RequestOptions = {}) =>
  request<TokenOutcome>(connection, '/api/tokens', { ...options, method: 'POST', body });

/** `POST /api/tokens` for programs that write to search spaces: the only response that contains the token. */
export const issueSpaceToken = (
  connection: Connection,
  body: SpaceTokenRequest,
  options: RequestOptions = {},
) => request<SpaceTokenOutcome>(connection, '/api/tokens', { ...options, method: 'POST', body });
