/** HTTP client for the service: got with a connection pool, timeouts and a limit of the response size. */
import http from 'node:http';
import https from 'node:https';
import { BackendError } from '@semantic-search/engine/backend';
import got, { type OptionsInit, type Response, TimeoutError } from 'got';

export interface HttpClient {
  /** Resolves for any status. Rejects with a BackendError, or with the abort reason of the signal. */
  send(url: URL, options: OptionsInit, signal: AbortSignal): Promise<Response<string>>;
  close(): void;
}

const MAX_SOCKETS = 32;
/** Timeout per phase; the signal limits the whole call. */
const PHASE_TIMEOUTS_MS = { lookup: 2000, connect: 2000, secureConnect: 3000, send: 10_000, socket: 30_000 };
const DEFAULT_MAX_BODY_BYTES = 16 * 1024 * 1024;

export function httpClient(maxBodyBytes = DEFAULT_MAX_BODY_BYTES): HttpClient {
  const pool = { keepAlive: true, maxSockets: MAX_SOCKETS, scheduling: 'lifo' } as const;
  const agent = { http: new http.Agent(pool), https: new https.Agent(pool) };
  const client = got.extend({
    agent,
    timeout: PHASE_TIMEOUTS_MS,
    followRedirect: false,
    retry: { limit: 0 },
    throwHttpErrors: false,
    headers: { accept: 'application/json', 'user-agent': 'semantic-search' },
  });
  return {
    async send(url, options, given) {
      given.throwIfAborted();
      const tooLarge = new AbortController();
      const signal = AbortSignal.any([given, tooLarge.signal]);
      const sent = client(url, { ...options, signal, responseType: 'text', resolveBodyOnly: false });
      // After decompression.
      sent.on('downloadProgress', ({ transferred }) => {
        if (transferred <= maxBodyBytes) return;
        tooLarge.abort(new BackendError('too-large', `The response has more than ${maxBodyBytes} bytes.`));
      });
      try {
        return (await sent) as Response<string>;
      } catch (error) {
        throw signal.aborted ? signal.reason : toBackendError(error);
      }
    },
    close() {
      agent.http.destroy();
      agent.https.destroy();
    },
  };
}

/** Keeps only the message, because got's errors contain the request with its credentials. */
function toBackendError(error: unknown): BackendError {
  const { code, message } = error as Error & { code?: string };
  if (error instanceof TimeoutError) return new BackendError('timeout', message);
  const isGarbled = code !== undefined && /^(?:Z_|HPE_)/.test(code);
  return new BackendError(isGarbled ? 'malformed' : 'unreachable', `${code}: ${message}`, { code });
}
