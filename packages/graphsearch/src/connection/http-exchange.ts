/**
 * HTTP client on top of got.
 *
 * Each phase has a timeout, and the caller's signal applies to the whole exchange. The client has its own limited
 * connection pool and limits the size after decompression. It follows no redirects and retries nothing.
 */

import http from 'node:http';
import https from 'node:https';
import { BackendError, parseRetryAfter, readBoundedBody } from '@semantic-search/server/backends';
import got, { type Got, RequestError, TimeoutError } from 'got';

export interface HttpRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as `application/x-www-form-urlencoded`. */
  form?: Record<string, string>;
  /** Maximum size of the response. */
  maxBodyBytes: number;
}

export interface RawResponse {
  status: number;
  mediaType: string;
  text: string;
  /** Seconds, from `Retry-After`. */
  retryAfter?: number | undefined;
}

export interface Exchanger {
  /** Rejects with a BackendError, or with the abort reason of the signal. */
  send(exchange: HttpRequest, signal: AbortSignal): Promise<RawResponse>;
  close(): void;
}

/** Timeout per phase; the signal limits the whole exchange. */
const PHASE_TIMEOUTS_MS = { lookup: 2000, connect: 2000, secureConnect: 3000, send: 10_000, socket: 30_000 };

export function exchanger(limits: { sockets: number }): Exchanger {
  const { client, close } = createGot(limits);
  return {
    close,
    async send({ method, url, headers, json, form, maxBodyBytes: limit }, signal) {
      signal.throwIfAborted();
      const body = json === undefined ? form && { form } : { json };
      const stream = client.stream(url, { method, headers, signal, ...body });
      let response: Omit<RawResponse, 'text'> = { status: 0, mediaType: '' };
      stream.once('response', ({ statusCode, headers }: http.IncomingMessage) => {
        const [mediaType = ''] = (headers['content-type'] ?? '').split(';');
        response = {
          status: statusCode ?? 0,
          mediaType: mediaType.trim().toLowerCase(),
          retryAfter: parseRetryAfter(headers['retry-after']),
        };
      });
      try {
        return { text: await readBoundedBody(limit, stream), ...response };
      } catch (error) {
        throw signal.aborted ? signal.reason : toBackendError(error);
      }
    },
  };
}

/** Configured got instance; exported for the benchmark. */
export function createGot({ sockets }: { sockets: number }): { client: Got; close(): void } {
  const options = {
    keepAlive: true,
    maxSockets: sockets,
    maxFreeSockets: sockets,
    scheduling: 'lifo',
  } as const;
  const agent = { http: new http.Agent(options), https: new https.Agent(options) };
  const client = got.extend({
    agent,
    timeout: PHASE_TIMEOUTS_MS,
    followRedirect: false,
    retry: { limit: 0 },
    throwHttpErrors: false,
    headers: { accept: 'application/json', 'user-agent': 'semantic-search' },
  });
  return {
    client,
    close() {
      agent.http.destroy();
      agent.https.destroy();
    },
  };
}

/** Keeps only the message, because got's errors contain the request with its credentials. */
function toBackendError(error: unknown): BackendError {
  if (error instanceof BackendError) return error;
  if (error instanceof TimeoutError) return new BackendError('timeout', error.message);
  const message = error instanceof RequestError ? `${error.code}: ${error.message}` : String(error);
  const { code } = (error ?? {}) as { code?: string };
  const garbled = code !== undefined && /^(?:Z_|HPE_)/u.test(code);
  return new BackendError(garbled ? 'malformed' : 'unreachable', message, { code });
}
