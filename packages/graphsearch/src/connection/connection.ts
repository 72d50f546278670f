/** API client of the service: got with a connection pool, timeouts, credentials and BackendErrors. */
import http from 'node:http';
import https from 'node:https';
import { BackendError, kindOfStatus } from '@semantic-search/engine/backend';
import got, {
  type AfterResponseHook,
  type BeforeRequestHook,
  type Got,
  HTTPError,
  MaxRedirectsError,
  type OptionsInit,
  ParseError,
  type RequestError,
  TimeoutError,
} from 'got';
import { authorization, type Credentials } from './credentials.ts';

export interface ConnectionOptions {
  /** Base URL, such as `https://search.example.org`, without the path of the API. */
  url: URL;
  /** API version in the path, such as `7.1`; default: no version. */
  version?: string;
  credentials: Credentials;
  /** Maximum size of a response, after decompression. */
  maxBodyBytes?: number;
  /** Current trace headers, added to each call. */
  traceHeaders?: () => Record<string, string>;
  /** Timeout of one attempt in milliseconds; the signal limits the whole query. */
  deadlineMs: number;
}

/** POST with `json`, otherwise GET. */
export interface RemoteCall {
  json?: unknown;
  query?: Record<string, string | number | boolean | undefined>;
}

export type Connection = ReturnType<typeof connect>;

const MAX_SOCKETS = 32;
const PHASE_TIMEOUTS_MS = { lookup: 2000, connect: 2000, secureConnect: 3000, send: 10_000, socket: 30_000 };
const HEARTBEAT_TIMEOUT_MS = 2000;
const DEFAULT_MAX_BODY_BYTES = 16 * 1024 * 1024;
/** One retry for broken connections, after a wait so short that a visitor does not notice the retry. */
const RETRY_ONCE = {
  limit: 1,
  methods: ['GET', 'POST'],
  statusCodes: [],
  errorCodes: ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ENOTFOUND', 'ENETUNREACH', 'EAI_AGAIN'],
  backoffLimit: 50,
} satisfies OptionsInit['retry'];

export function connect(options: ConnectionOptions) {
  const { url, version, credentials, deadlineMs, traceHeaders } = options;
  const send = sender(options.maxBodyBytes);
  const pool = { keepAlive: true, maxSockets: MAX_SOCKETS, scheduling: 'lifo' } as const;
  const agent = { http: new http.Agent(pool), https: new https.Agent(pool) };
  const baseClient = got.extend({
    agent,
    // A coalesced call needs a deadline of its own: joining visitors could keep a hanging call alive forever.
    timeout: { ...PHASE_TIMEOUTS_MS, request: deadlineMs },
    maxRedirects: 0,
    retry: { limit: 0 },
    parseJson: (text) => (text.trim() === '' ? null : JSON.parse(text)),
    headers: { accept: 'application/json', 'user-agent': 'semantic-search' },
  });
  const authorize = authorization(credentials, (tokenUrl, request) => send(baseClient, tokenUrl, request));
  const prefixUrl = `${url.href.replace(/\/$/, '')}/GraphSearch/${version ? `${version}/` : ''}api`;
  const addHeaders: BeforeRequestHook = async ({ headers }) => {
    Object.assign(headers, traceHeaders?.(), { authorization: await authorize() });
  };
  /** A token can be revoked early. Repeats the call with a new token: a rejected call had no effect. */
  const renewToken: AfterResponseHook = async (response, retry) => {
    const isRejected = response.statusCode === 401 || response.statusCode === 403;
    if (!isRejected || credentials.type !== 'client-credentials') return response;
    await authorize({ forceRefresh: true });
    return retry({});
  };
  const hooks = { beforeRequest: [addHeaders], afterResponse: [renewToken] };
  const service = baseClient.extend({ prefixUrl, hooks });

  return {
    /** Read call, retried once if the connection fails. */
    query(path: string, { json, query }: RemoteCall, signal?: AbortSignal) {
      const method = json === undefined ? 'GET' : 'POST';
      return send(service, path, { method, json, searchParams: query, retry: RETRY_ONCE }, signal);
    },
    /** Write call; never repeated, except after rejected credentials. */
    change: (path: string, json: unknown) => send(service, path, { method: 'POST', json }),
    async isAvailable(): Promise<boolean> {
      // The body may be empty or not JSON. A token endpoint that fails does not make the service unavailable.
      const request = { parseJson: String, timeout: { request: HEARTBEAT_TIMEOUT_MS } };
      return (await send(baseClient, `${prefixUrl}/heartbeat`, request).catch(() => undefined)) !== undefined;
    },
    async close() {
      agent.http.destroy();
      agent.https.destroy();
    },
  };
}

/** The function sends a request, resolves to the JSON of the response, and rejects with a BackendError or abort reason. */
function sender(maxBodyBytes = DEFAULT_MAX_BODY_BYTES) {
  return async (client: Got, target: URL | string, request: OptionsInit, callerSignal?: AbortSignal) => {
    callerSignal?.throwIfAborted();
    const tooLarge = new AbortController();
    const signal = callerSignal ? AbortSignal.any([callerSignal, tooLarge.signal]) : tooLarge.signal;
    const call = client(target, { ...request, signal, responseType: 'json', resolveBodyOnly: true });
    // Counts bytes after decompression.
    call.on('downloadProgress', ({ transferred }) => {
      if (transferred <= maxBodyBytes) return;
      tooLarge.abort(new BackendError('too-large', `The response has more than ${maxBodyBytes} bytes.`));
    });
    const body: unknown = await call.catch((error: RequestError) => {
      throw signal.aborted ? signal.reason : toBackendError(error);
    });
    if (!hasFailed(body)) return body;
    throw new BackendError('server-error', `The service reported a failure: ${messageOf(body)}`);
  };
}

/** Keeps only the message, because got's errors contain the request with its credentials. */
function toBackendError(error: RequestError): BackendError {
  const { code, message, cause } = error;
  // An error of the token endpoint is converted already.
  if (cause instanceof BackendError) return cause;
  if (error instanceof TimeoutError) return new BackendError('timeout', message);
  if (error instanceof HTTPError) {
    const { statusCode: status, headers, body } = error.response;
    const statusKind = status < 400 ? 'malformed' : kindOfStatus(status);
    const details = { retryAfter: headers['retry-after'] };
    return new BackendError(statusKind, `Status ${status}: ${messageOf(body)}`, details);
  }
  const statusCode = error.response?.statusCode;
  if (error instanceof MaxRedirectsError)
    return new BackendError('malformed', `Redirects (${statusCode}) are not followed.`, { code: 'redirect' });
  // The message of got ends with the URL, which may contain the query.
  if (error instanceof ParseError)
    return new BackendError('malformed', `Status ${statusCode}, but the body is not JSON.`);
  const kind = /^(?:Z_|HPE_)/.test(code) ? 'malformed' : 'unreachable';
  return new BackendError(kind, `${code}: ${message}`, { code });
}

/** Detects failures and partial results in responses with status 200. */
function hasFailed(body: unknown): boolean {
  const { success, status } = (body ?? {}) as { success?: unknown; status?: unknown };
  return success === false || (typeof status === 'number' && (status < 200 || status > 204));
}

/** In UTF-16 units. */
const MAX_MESSAGE_LENGTH = 300;

/** The service's error message, for the log; services put it in different members. */
function messageOf(body: unknown): string {
  const { errorMessage, message, responseBase } = (body ?? {}) as Record<string, unknown>;
  const text = errorMessage ?? message ?? (responseBase as { message?: unknown } | null | undefined)?.message;
  return typeof text === 'string' ? text.slice(0, MAX_MESSAGE_LENGTH) : 'no message';
}
