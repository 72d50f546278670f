/**
 * One HTTP exchange through got, with what got leaves open decided: a timeout for every phase and the caller's signal
 * over all of it, sockets of its own and not many, no redirects, no retries, a cap on the bytes after decompression.
 */
import http from 'node:http';
import https from 'node:https';
import got, { type Got, RequestError, TimeoutError } from 'got';
import { BackendError } from '../backend-error.ts';
import { readBoundedBody } from '../bounded-body.ts';
import { secondsToWait } from '../retry-after.ts';

export interface Exchange {
  method: 'GET' | 'POST';
  url: URL;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as a form. */
  form?: Record<string, string>;
  /** Largest answer in bytes. */
  limit: number;
}

export interface RawAnswer {
  status: number;
  mediaType: string;
  text: string;
  /** In how many seconds it may answer otherwise, if it says so. */
  again?: number | undefined;
}

export interface Exchanger {
  /** Rejects with a RemoteFault, or with the reason of the signal when that was aborted. */
  send(exchange: Exchange, signal: AbortSignal): Promise<RawAnswer>;
  close(): void;
}

/** Longest of each phase in milliseconds. The signal ends the whole. */
const timeout = { lookup: 2000, connect: 2000, secureConnect: 3000, send: 10_000, socket: 30_000 };

export function exchanger(limits: { sockets: number }): Exchanger {
  const { client, close } = gotWith(limits);
  return {
    close,
    async send({ method, url, headers, json, form, limit }, signal) {
      signal.throwIfAborted();
      const body = json === undefined ? form && { form } : { json };
      const stream = client.stream(url, { method, headers, signal, ...body });
      let answer: Omit<RawAnswer, 'text'> = { status: 0, mediaType: '' };
      stream.once('response', ({ statusCode, headers }: http.IncomingMessage) => {
        const [mediaType = ''] = (headers['content-type'] ?? '').split(';');
        answer = {
          status: statusCode ?? 0,
          mediaType: mediaType.trim().toLowerCase(),
          again: secondsToWait(headers['retry-after']),
        };
      });
      try {
        return { text: await readBoundedBody(limit, stream), ...answer };
      } catch (error) {
        throw signal.aborted ? signal.reason : faultOf(error);
      }
    },
  };
}

/** got with its options; what it costs alone is measured, too. */
export function gotWith({ sockets }: { sockets: number }): { client: Got; close(): void } {
  const options = {
    keepAlive: true,
    maxSockets: sockets,
    maxFreeSockets: sockets,
    scheduling: 'lifo',
  } as const;
  const agent = { http: new http.Agent(options), https: new https.Agent(options) };
  const client = got.extend({
    agent,
    timeout,
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

/** got's own errors carry the whole request with its credentials: only their words go on. */
function faultOf(error: unknown): BackendError {
  if (error instanceof BackendError) return error;
  if (error instanceof TimeoutError) return new BackendError('slow', error.message);
  const message = error instanceof RequestError ? `${error.code}: ${error.message}` : String(error);
  const { code } = (error ?? {}) as { code?: string };
  const garbled = code !== undefined && /^(?:Z_|HPE_)/u.test(code);
  return new BackendError(garbled ? 'garbled' : 'unreachable', message, { code });
}
