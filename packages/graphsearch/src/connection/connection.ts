/** API client: URLs, authorization, retries, and mapping of responses to JSON or errors. */

import { BackendError, kindOfStatus } from '@semantic-search/engine/backend';
import type { OptionsInit, Response } from 'got';
import { authorization, type Credentials } from './credentials.ts';
import { httpClient } from './http-client.ts';

export interface ConnectionOptions {
  /** Base URL, such as `https://search.example.org`, without the path of the API. */
  url: URL;
  /** API version in the path, such as `7.1`; default: no version. */
  version?: string;
  credentials: Credentials;
  /** Maximum size of a response. */
  maxBodyBytes?: number;
  /** Current trace headers, added to each call. */
  traceHeaders?: () => Record<string, string>;
  /** Timeout of one call in milliseconds; the signal limits the whole query. */
  deadline: number;
}

export interface Connection {
  /** Read call with a JSON response; retried once if the connection fails. */
  query(path: string, remoteCall: RemoteCall, signal?: AbortSignal): Promise<unknown>;
  /** Write call; never repeated, except after rejected credentials. */
  change(path: string, json: unknown, signal?: AbortSignal): Promise<unknown>;
  /** Reason why the service is unavailable; undefined if it is available. */
  unavailableReason(): Promise<string | undefined>;
  close(): void;
}

/** POST with `json`, otherwise GET. */
export interface RemoteCall {
  json?: unknown;
  query?: Record<string, string | number | boolean | undefined>;
}

const HEARTBEAT_TIMEOUT_MS = 2000;
/** got waits at most this long, so that a visitor does not notice the retry. */
const RETRY_ONCE = { limit: 1, methods: ['GET', 'POST'], statusCodes: [], backoffLimit: 50 };

export function connect(options: ConnectionOptions): Connection {
  const { url, version, credentials, deadline, traceHeaders } = options;
  const base = new URL(`GraphSearch/${version ? `${version}/` : ''}api/`, withSlash(url));
  const client = httpClient(options.maxBodyBytes);
  const authorized = authorization(credentials, client);

  async function call(path: string, request: OptionsInit, given?: AbortSignal): Promise<unknown> {
    // A coalesced call has no deadline of its own: joining visitors could keep a hanging call alive forever.
    const timeout = AbortSignal.timeout(deadline);
    const signal = given ? AbortSignal.any([given, timeout]) : timeout;
    const send = async (options?: { isRenewed: true }) => {
      const header = await authorized.header(options);
      const headers = { ...traceHeaders?.(), ...(header !== undefined && { authorization: header }) };
      return client.send(new URL(path, base), { ...request, headers }, signal);
    };
    try {
      const response = await send();
      const isRejected = response.statusCode === 401 || response.statusCode === 403;
      // A token can be revoked early. A rejected call had no effect.
      return read(isRejected && authorized.isRenewable ? await send({ isRenewed: true }) : response);
    } catch (error) {
      // A passed deadline is a failure of the service; an abort by the caller is not.
      const isLate = timeout.aborted && !given?.aborted;
      throw isLate ? new BackendError('timeout', `No response to ${path} in time.`) : error;
    }
  }

  return {
    query(path, { json, query }, signal) {
      const method = json === undefined ? 'GET' : 'POST';
      return call(path, { method, json, searchParams: query, retry: RETRY_ONCE } as OptionsInit, signal);
    },
    change: (path, json, signal) => call(path, { method: 'POST', json }, signal),
    async unavailableReason() {
      const signal = AbortSignal.timeout(HEARTBEAT_TIMEOUT_MS);
      // The body may be empty.
      const response = await client.send(new URL('heartbeat', base), {}, signal).catch(() => undefined);
      return response && response.statusCode < 400 ? undefined : 'The heartbeat failed.';
    },
    close: client.close,
  };
}

function withSlash(url: URL): URL {
  const copy = new URL(url);
  if (!copy.pathname.endsWith('/')) copy.pathname += '/';
  return copy;
}

/** JSON of a successful response; null for an empty body. */
function read({ statusCode, headers, body }: Response<string>): unknown {
  if (statusCode >= 300 && statusCode < 400)
    throw new BackendError('malformed', `Redirects (${statusCode}) are not followed.`);
  const json = parsed(body);
  const message = messageOf(json) ?? 'no message';
  if (statusCode >= 400)
    throw new BackendError(kindOfStatus(statusCode), `Status ${statusCode}: ${message}`, {
      retryAfter: headers['retry-after'],
    });
  if (json === undefined)
    throw new BackendError('malformed', `Status ${statusCode}, but the body is not JSON.`);
  if (failed(json)) throw new BackendError('server-error', `The service reported a failure: ${message}`);
  return json;
}

/** Null for an empty body; undefined for a body that is not JSON, such as an HTML page. */
function parsed(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Detects failures and partial results in responses with status 200. */
function failed(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const { success, status } = body as { success?: unknown; status?: unknown };
  return success === false || (typeof status === 'number' && (status < 200 || status > 204));
}

const MAX_MESSAGE_LENGTH = 300;

/** The service's error message, for the log; services put it in different members. */
function messageOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { errorMessage, message, responseBase } = body as Record<string, unknown>;
  const text = errorMessage ?? message ?? (responseBase as { message?: unknown } | null | undefined)?.message;
  return typeof text === 'string' ? text.slice(0, MAX_MESSAGE_LENGTH) : undefined;
}
