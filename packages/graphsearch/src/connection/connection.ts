/** API client: URLs, authorization, retries, and mapping of responses to JSON or errors. */

import { BackendError, kindOfStatus } from '@semantic-search/engine/backend';
import type { OptionsInit, RetryOptions } from 'got';
import { type Authorization, authorization, type Credentials, type TokenOptions } from './credentials.ts';
import { type HttpResponse, httpClient } from './http-client.ts';

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

export type RemoteCall = { json: unknown; query?: Query } | { query: Query };
export type Query = Record<string, string | number | boolean | undefined>;

const HEARTBEAT_TIMEOUT_MS = 2000;
/** got waits at most this long, so that a visitor does not notice the retry. */
const RETRY_ONCE: Partial<RetryOptions> = {
  limit: 1,
  methods: ['GET', 'POST'],
  statusCodes: [],
  backoffLimit: 50,
};

const NO_RETRY: Partial<RetryOptions> = { limit: 0 };

export function connect(options: ConnectionOptions): Connection {
  const { url, version, credentials, deadline, traceHeaders } = options;
  const base = new URL(`GraphSearch/${version ? `${version}/` : ''}api/`, withSlash(url));
  const client = httpClient(options.maxBodyBytes);
  const authorized = authorization(credentials, client);

  async function call(
    path: string,
    remoteCall: RemoteCall,
    retry: Partial<RetryOptions>,
    given?: AbortSignal,
  ) {
    // A coalesced call has no deadline of its own: joining visitors could keep a hanging call alive forever.
    const timeout = AbortSignal.timeout(deadline);
    const signal = given ? AbortSignal.any([given, timeout]) : timeout;
    const send = async ({ isFresh }: TokenOptions): Promise<HttpResponse> => {
      const header = await authorized.header(signal, { isFresh });
      const request: OptionsInit = {
        ...('json' in remoteCall ? { method: 'POST', json: remoteCall.json } : { method: 'GET' }),
        searchParams: remoteCall.query,
        headers: { ...traceHeaders?.(), ...(header !== undefined && { authorization: header }) },
        retry,
      };
      return client.send(new URL(path, base), request, signal);
    };
    try {
      return await answerTo(send, authorized);
    } catch (error) {
      // A passed deadline is a failure of the service; an abort by the caller is not.
      const isLate = timeout.aborted && !given?.aborted;
      throw isLate ? new BackendError('timeout', `No response to ${path} in time.`) : error;
    }
  }

  return {
    query: (path, remoteCall, signal) => call(path, remoteCall, RETRY_ONCE, signal),
    change: (path, json, signal) => call(path, { json }, NO_RETRY, signal),
    async unavailableReason() {
      const signal = AbortSignal.timeout(HEARTBEAT_TIMEOUT_MS);
      // The body may be empty.
      const response = await client.send(new URL('heartbeat', base), {}, signal).catch(() => undefined);
      return response && response.status < 400 ? undefined : 'The heartbeat failed.';
    },
    close: client.close,
  };
}

function withSlash(url: URL): URL {
  const copy = new URL(url);
  if (!copy.pathname.endsWith('/')) copy.pathname += '/';
  return copy;
}

/** Retries once with a new token after 401 or 403, because a token can be revoked early. A rejected call had no effect. */
async function answerTo(
  send: (options: TokenOptions) => Promise<HttpResponse>,
  { renewable }: Authorization,
): Promise<unknown> {
  const response = await send({});
  const unauthorized = response.status === 401 || response.status === 403;
  return read(unauthorized && renewable ? await send({ isFresh: true }) : response);
}

/** JSON of a successful response; null for an empty body. */
function read({ status, mediaType, text, retryAfter }: HttpResponse): unknown {
  if (status >= 300 && status < 400)
    throw new BackendError('malformed', `Redirects (${status}) are not followed.`);
  const body = status < 300 || mediaType.endsWith('json') ? parsed(text, status) : undefined;
  if (status >= 400)
    throw new BackendError(kindOfStatus(status), `Status ${status}: ${messageOf(body) ?? 'no message'}`, {
      retryAfter,
    });
  if (failed(body))
    throw new BackendError(
      'server-error',
      `The service reported a failure: ${messageOf(body) ?? 'no message'}`,
    );
  return body;
}

function parsed(text: string, status: number): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    // The body of an HTML error page is ignored.
    if (status >= 400) return undefined;
    throw new BackendError('malformed', `Status ${status}, but the body is not JSON.`);
  }
}

/** Detects failures and partial results in responses with status 200. */
function failed(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const { success, status } = body as { success?: unknown; status?: unknown };
  return success === false || (typeof status === 'number' && (status < 200 || status > 204));
}

const MAX_MESSAGE_LENGTH = 300;

/** Error message of the service, for the log; its location varies. */
function messageOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { errorMessage, message, responseBase } = body as Record<string, unknown>;
  const text = errorMessage ?? message ?? (responseBase as { message?: unknown } | null | undefined)?.message;
  return typeof text === 'string' ? text.slice(0, MAX_MESSAGE_LENGTH) : undefined;
}
