/** Authorization at the remote service: none, Basic, or OAuth 2.0 access tokens (RFC 6749). */

import { BackendError, kindOfStatus } from '@semantic-search/engine/backend';
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

export interface TokenOptions {
  /** Forces a new token. */
  isFresh?: true;
}

export interface Authorization {
  /** Value of the Authorization header; undefined without credentials. */
  header(signal: AbortSignal, options?: TokenOptions): Promise<string | undefined>;
  /** True if a retry with a new token may succeed. */
  renewable: boolean;
}

export function authorization(credentials: Credentials, client: HttpClient): Authorization {
  if (credentials.type === 'none') return { renewable: false, header: async () => undefined };
  if (credentials.type === 'basic') {
    const value = basic(credentials.user, credentials.password);
    return { renewable: false, header: async () => value };
  }
  return tokens(credentials, client);
}

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;

interface Token {
  value: string;
  /** Expiry, on the clock of performance.now(). */
  until: number;
}

/** Tokens are renewed early, so that none expires in transit. */
const RENEWAL_MARGIN_SECONDS = 30;
/** Used if the token response has no `expires_in`. */
const DEFAULT_LIFETIME_SECONDS = 300;
const TOKEN_TIMEOUT_MS = 10_000;

/** One token for all calls; concurrent calls share one token request. */
function tokens(credentials: TokenCredentials, client: HttpClient): Authorization {
  let current: Token | undefined;
  let fetching: Promise<Token> | undefined;

  function fetchOnce(): Promise<Token> {
    // Not the signal of the first caller, because other callers wait for the same token.
    fetching ??= fetchToken(credentials, client, AbortSignal.timeout(TOKEN_TIMEOUT_MS)).finally(() => {
      fetching = undefined;
    });
    return fetching;
  }

  return {
    renewable: true,
    async header(signal, { isFresh } = {}) {
      signal.throwIfAborted();
      if (isFresh || !current || performance.now() >= current.until) current = await fetchOnce();
      return `Bearer ${current.value}`;
    },
  };
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
  const { status, text, retryAfter } = await client
    .send(tokenUrl, request, signal)
    .catch((error: unknown) => {
      throw signal.aborted
        ? new BackendError('timeout', 'The token endpoint did not respond in time.')
        : error;
    });
  if (status === 200) return tokenFrom(text);
  const isRefused = status < 500 && status !== 429;
  const kind = isRefused ? 'credentials' : kindOfStatus(status);
  throw new BackendError(kind, `The token endpoint returned ${status}.`, { retryAfter });
}

function tokenFrom(text: string): Token {
  let response: { access_token?: unknown; token_type?: unknown; expires_in?: unknown } | null;
  try {
    response = JSON.parse(text);
  } catch {
    throw new BackendError('malformed', 'The token endpoint did not return JSON.');
  }
  const { access_token: value, token_type: type, expires_in: given } = response ?? {};
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value) || !/^bearer$/i.test(String(type))) {
    throw new BackendError('malformed', 'The token endpoint did not return a bearer token.');
  }
  const lifetime = Number(given) > 0 ? Number(given) : DEFAULT_LIFETIME_SECONDS;
  const usable = Math.max(lifetime - RENEWAL_MARGIN_SECONDS, lifetime / 2);
  return { value, until: performance.now() + usable * 1000 };
}
