/** Who the adapter is to the remote service: nobody, a name and password (Basic), or OAuth 2.0 (RFC 6749) by tokens. */

import { BackendError } from '../backend-error.ts';
import type { Exchanger } from './http-exchange.ts';

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
  /** The header's value, undefined where there are no credentials. A fresh token when `fresh` is set. */
  header(signal: AbortSignal, fresh?: boolean): Promise<string | undefined>;
  /** True where another try with a fresh token may help. */
  renewable: boolean;
}

export function authorization(credentials: Credentials, exchanger: Exchanger): Authorization {
  if (credentials.type === 'none') return { renewable: false, header: async () => undefined };
  if (credentials.type === 'basic') {
    const value = basic(credentials.user, credentials.password);
    return { renewable: false, header: async () => value };
  }
  return tokens(credentials, exchanger);
}

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;

interface Token {
  value: string;
  /** Of performance.now(). */
  until: number;
}

/** A token is renewed before its end, so that none ends on the way; in seconds. */
const margin = 30;
/** Where the service does not say how long a token lives; in seconds. */
const usualLifetime = 300;
/** Longest time to wait for a token, in milliseconds. */
const longestWait = 10_000;

/** One token for all calls; while one is being fetched all wait for that one. */
function tokens(credentials: TokenCredentials, exchanger: Exchanger): Authorization {
  let current: Token | undefined;
  let fetching: Promise<Token> | undefined;

  function fetchOnce(): Promise<Token> {
    // Not the signal of the first caller: others wait for the same token.
    fetching ??= fetchToken(credentials, exchanger, AbortSignal.timeout(longestWait)).finally(() => {
      fetching = undefined;
    });
    return fetching;
  }

  return {
    renewable: true,
    async header(signal, fresh = false) {
      signal.throwIfAborted();
      if (fresh || !current || performance.now() >= current.until) current = await fetchOnce();
      return `Bearer ${current.value}`;
    },
  };
}

async function fetchToken(
  credentials: TokenCredentials,
  exchanger: Exchanger,
  signal: AbortSignal,
): Promise<Token> {
  const { tokenUrl: url, client, secret, scope } = credentials;
  const grant: Record<string, string> =
    credentials.type === 'password'
      ? { grant_type: 'password', username: credentials.user, password: credentials.password }
      : { grant_type: 'client_credentials' };
  const exchange = {
    method: 'POST' as const,
    url,
    // RFC 6749, section 2.3.1: both are form-encoded before they are joined.
    headers: { authorization: basic(encodeURIComponent(client), encodeURIComponent(secret)) },
    form: { ...grant, ...(scope !== undefined && { scope }) },
    limit: 64 * 1024,
  };
  const { status, text, again } = await exchanger.send(exchange, signal).catch((error: unknown) => {
    throw signal.aborted ? new BackendError('slow', 'No token came in time.') : error;
  });
  if (status === 429 || status === 503)
    throw new BackendError('overloaded', `The token endpoint answered ${status}.`, { again });
  if (status >= 500) throw new BackendError('failing', `The token endpoint answered ${status}.`);
  if (status !== 200) throw new BackendError('credentials', `The token endpoint answered ${status}.`);
  return tokenFrom(text);
}

function tokenFrom(text: string): Token {
  let answer: { access_token?: unknown; token_type?: unknown; expires_in?: unknown } | null;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new BackendError('garbled', 'The token endpoint answered no JSON.');
  }
  const { access_token: value, token_type: type, expires_in: given } = answer ?? {};
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value) || !/^bearer$/i.test(String(type))) {
    throw new BackendError('garbled', 'The token endpoint gave no bearer token.');
  }
  const lifetime = Number(given) > 0 ? Number(given) : usualLifetime;
  const usable = Math.max(lifetime - margin, lifetime / 2);
  return { value, until: performance.now() + usable * 1000 };
}
