/** Calls of the remote API: addressed, authorised, guarded, and their answers read as JSON or as what went wrong. */

import { BackendError } from '../backend-error.ts';
import { DEFAULT_MAX_BODY_BYTES } from '../bounded-body.ts';
import {
  backendCircuitBreaker,
  type CircuitBreakerOptions,
  DEFAULT_CIRCUIT_BREAKER,
} from '../circuit-breaker.ts';
import { type Authorization, authorization, type Credentials } from './credentials.ts';
import { exchanger, type RawAnswer } from './http-exchange.ts';

export interface ConnectionOptions {
  /** The server, such as `https://search.example.org`; the path of the API is added. */
  url: URL;
  /** Version in the path, such as `7.1`; the path without one where absent. */
  version?: string;
  credentials: Credentials;
  guard?: Partial<CircuitBreakerOptions>;
  /** Largest answer in bytes. */
  limit?: number;
  /** Headers of the moment for a call, such as those of a trace. */
  carried?: () => Record<string, string>;
  /** Longest time of one call, in milliseconds; a signal has the deadline of its question. */
  deadline: number;
}

export interface Connection {
  /** A question, answered by JSON; may be asked again where the connection failed. */
  ask(path: string, question: RemoteCall, signal?: AbortSignal): Promise<unknown>;
  /** A change; never sent twice, but after its credentials were refused. */
  change(path: string, json: unknown, signal?: AbortSignal): Promise<unknown>;
  /** Why the service cannot be asked at the moment, undefined when it can. */
  trouble(): Promise<string | undefined>;
  close(): void;
}

export type RemoteCall = { json: unknown; query?: Query } | { query: Query };
export type Query = Record<string, string | number | boolean | undefined>;

/** Is it alive? In milliseconds. */
const longestHeartbeat = 2000;

export function connect(options: ConnectionOptions): Connection {
  const { url, version, credentials, deadline, limit = DEFAULT_MAX_BODY_BYTES } = options;
  const limits = { ...DEFAULT_CIRCUIT_BREAKER, ...options.guard };
  const base = new URL(`GraphSearch/${version ? `${version}/` : ''}api/`, withSlash(url));
  const exchange = exchanger({ sockets: limits.calls });
  const guarded = backendCircuitBreaker(limits);
  const authorized = authorization(credentials, exchange);

  async function call(path: string, question: RemoteCall, repeatable: boolean, given?: AbortSignal) {
    // Visitors who come one after another and wait along with the first would keep a call that hangs for ever.
    const timeout = AbortSignal.timeout(deadline);
    const signal = given ? AbortSignal.any([given, timeout]) : timeout;
    const address = new URL(path, base);
    for (const [name, value] of Object.entries(question.query ?? {})) {
      if (value !== undefined) address.searchParams.set(name, String(value));
    }
    const request =
      'json' in question ? { method: 'POST' as const, json: question.json } : { method: 'GET' as const };
    const send = async (fresh: boolean): Promise<RawAnswer> => {
      const header = await authorized.header(signal, fresh);
      const headers = { ...options.carried?.(), ...(header !== undefined && { authorization: header }) };
      return exchange.send({ ...request, url: address, headers, limit }, signal);
    };
    // A deadline that passed is the service's fault, a caller that went away is not.
    const inTime = (error: unknown): never => {
      throw isTimeout(error) ? new BackendError('slow', `No answer to ${path} in time.`) : error;
    };
    return guarded.run(() => answerTo(send, authorized).catch(inTime), signal, repeatable).catch(inTime);
  }

  return {
    ask: (path, question, signal) => call(path, question, true, signal),
    change: (path, json, signal) => call(path, { json }, false, signal),
    async trouble() {
      if (guarded.resting()) return 'It failed too often just now.';
      const signal = AbortSignal.timeout(longestHeartbeat);
      const heartbeat = { method: 'GET' as const, url: new URL('heartbeat', base), limit: 64 * 1024 };
      // An empty body is a sign of life.
      const answer = await exchange.send(heartbeat, signal).catch(() => undefined);
      return answer && answer.status < 400 ? undefined : 'It gives no sign of life.';
    },
    close: exchange.close,
  };
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError';

function withSlash(url: URL): URL {
  const copy = new URL(url);
  if (!copy.pathname.endsWith('/')) copy.pathname += '/';
  return copy;
}

/** A token may have been revoked before its end: a refusal is worth one fresh one. What was refused was not carried out. */
async function answerTo(
  send: (fresh: boolean) => Promise<RawAnswer>,
  { renewable }: Authorization,
): Promise<unknown> {
  const answer = await send(false);
  const refused = answer.status === 401 || answer.status === 403;
  return read(refused && renewable ? await send(true) : answer);
}

/** The JSON of a good answer. An empty one is null. */
function read({ status, mediaType, text, again }: RawAnswer): unknown {
  if (status >= 300 && status < 400)
    throw new BackendError('garbled', `A redirect (${status}) is not followed.`);
  const body = status < 300 || mediaType.endsWith('json') ? parsed(text, status) : undefined;
  if (status >= 400)
    throw new BackendError(kindOf(status), `Status ${status}: ${messageOf(body) ?? 'no message'}`, { again });
  if (failed(body))
    throw new BackendError('failing', `Said to have failed: ${messageOf(body) ?? 'no message'}`);
  return body;
}

function kindOf(status: number) {
  if (status === 401 || status === 403) return 'credentials';
  if (status === 404) return 'unknown-space';
  if (status === 429 || status === 503) return 'overloaded';
  if (status === 504) return 'slow';
  return status >= 500 ? 'failing' : 'refused';
}

function parsed(text: string, status: number): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    // An error page says nothing more than its status.
    if (status >= 400) return undefined;
    throw new BackendError('garbled', `Status ${status}, but no JSON.`);
  }
}

/** Some failures and partial answers come with status 200 and say so inside. */
function failed(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const { success, status } = body as { success?: unknown; status?: unknown };
  return success === false || (typeof status === 'number' && (status < 200 || status > 204));
}

const longestMessage = 300;

/** The service's own words, wherever it keeps them; for the log. */
function messageOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { errorMessage, message, responseBase } = body as Record<string, unknown>;
  const said = errorMessage ?? message ?? (responseBase as { message?: unknown } | null | undefined)?.message;
  return typeof said === 'string' ? said.slice(0, longestMessage) : undefined;
}
