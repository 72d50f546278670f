/** Authorization at the remote service: none, Basic, or OAuth 2.0 access tokens (RFC 6749). */

import { BackendError, kindOfStatus } from '@semantic-search/engine/backend';
import { LRUCache } from 'lru-cache';
import type { HttpClient } from './http-client.ts';

export type Credentials =
  | { type: 'none' }
  | { type: 'basic'; user: string; password: string }
  | { type: 'client-credentials'; tokenUrl: URL; client: string; secret: string; scope?: string }
  | {
      type: 'password';
      tokenUrl: URL;
      client: string;
      secret: string;
      user: string;
      password: string;
      scope?: string;
    };

type TokenCredentials = Extract<Credentials, { tokenUrl: URL }>;

export interface Authorization {
  /** Value of the Authorization header; undefined without credentials. */
  header(options?: { isRenewed?: boolean }): Promise<string | undefined>;
  /** Whether a retry with a new token may succeed. */
  isRenewable: boolean;
}

export function authorization(credentials: Credentials, client: HttpClient): Authorization {
  if (credentials.type === 'none') return { isRenewable: false, header: async () => undefined };
  if (credentials.type === 'basic') {
    const value = basic(credentials.user, credentials.password);
    return { isRenewable: false, header: async () => value };
  }
  return tokens(credentials, client);
}

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;

/** Tokens are renewed early, so that none expires in transit. */
const RENEWAL_MARGIN_SECONDS = 30;
/** Used if the token response has no `expires_in`. */
const DEFAULT_LIFETIME_SECONDS = 300;
const TOKEN_TIMEOUT_MS = 10_000;

/** One token for all calls; concurrent calls share one token request. */
function tokens(credentials: TokenCredentials, client: HttpClient): Authorization {
  const cache = new LRUCache<string, string>({
    max: 1,
    ttl: DEFAULT_LIFETIME_SECONDS * 1000,
    async fetchMethod(_key, _previous, { options }) {
      // Not the signal of the first caller, because other callers wait for the same token.
      const { value, lifetime } = await fetchToken(
        credentials,
        client,
        AbortSignal.timeout(TOKEN_TIMEOUT_MS),
      );
      const usableSeconds = Math.max(lifetime - RENEWAL_MARGIN_SECONDS, lifetime / 2);
      options.ttl = Math.ceil(usableSeconds * 1000);
      return value;
    },
  });
  return {
    isRenewable: true,
    header: async ({ isRenewed = false } = {}) =>
      `Bearer ${await cache.fetch('token', { forceRefresh: isRenewed })}`,
  };
}

interface Token {
  value: string;
  /** In seconds. */
  lifetime: number;
}

async function fetchToken(
  credentials: TokenCredentials,
  client: HttpClient,
  signal: AbortSignal,
): Promise<Token> {
  const { tokenUrl, client: id, secret, scope } = credentials;
  const grant: Record<string, string> =
    credentials.type === 'password'
      ? { grant_type: 'password', username: credentials.user, password: credentials.password }
      : { grant_type: 'client_credentials' };
  const request = {
    method: 'POST',
    // RFC 6749, section 2.3.1: both parts are form-encoded first.
    headers: { authorization: basic(encodeURIComponent(id), encodeURIComponent(secret)) },
    form: { ...grant, ...(scope !== undefined && { scope }) },
  } as const;
  const { statusCode, headers, body } = await client
    .send(tokenUrl, request, signal)
    .catch((error: unknown) => {
      throw signal.aborted
        ? new BackendError('timeout', 'The token endpoint did not respond in time.')
        : error;
    });
  if (statusCode === 200) return tokenFrom(body);
  const isRefused = statusCode < 500 && statusCode !== 429;
  throw new BackendError(
    isRefused ? 'credentials' : kindOfStatus(statusCode),
    `The token endpoint returned ${statusCode}.`,
    { retryAfter: headers['retry-after'] },
  );
}

function tokenFrom(text: string): Token {
  let response: { access_token?: unknown; token_type?: unknown; expires_in?: unknown } | null;
  try {
    response = JSON.parse(text);
  } catch {
    throw new BackendError('malformed', 'The token endpoint did not return JSON.');
  }
  const { access_token: value, token_type: type, expires_in: seconds } = response ?? {};
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value) || !/^bearer$/i.test(String(type))) {
    throw new BackendError('malformed', 'The token endpoint did not return a bearer token.');
  }
  return { value, lifetime: Number(seconds) > 0 ? Number(seconds) : DEFAULT_LIFETIME_SECONDS };
}
