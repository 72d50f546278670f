/** One request to the API: connection, URL, headers, timeout, and errors with codes. */
import { ApiError, type ApiResponse, errorOf } from './api-error.ts';

export interface Connection {
  /** Base URL of the service; an empty string means the page's own origin. */
  endpoint: string;
  /** Access token, or a function that returns the current one; empty for the session of a signed-in person. */
  token: string | (() => string | Promise<string>);
  /** Timeout in milliseconds, including the response body; 0 for none. Default 30,000. */
  timeoutMs?: number;
  /** Replaces the `fetch` of the platform. Node's `fetch` gives up after five minutes without a response. */
  fetch?: (url: string, options: RequestInit) => Promise<ApiResponse>;
}

export interface RequestOptions {
  signal?: AbortSignal | undefined;
  /** Receives the headers of a successful response, for example `ETag`. */
  onHeaders?: (headers: ApiResponse['headers']) => void;
}

export interface WriteOptions extends RequestOptions {
  /** Expected `ETag`. If it is stale, the call rejects with ApiError `precondition-failed`. */
  ifMatch?: string;
  /** Rejects the whole body if one setting is invalid (`Prefer: handling=strict`, RFC 7240). */
  strict?: boolean;
}

/** Longer than the default `BACKEND_DEADLINE` of the server, so that a slow backend is reported as such. */
const DEFAULT_TIMEOUT_MS = 30_000;

type QueryParameters = Record<string, string | number | string[] | undefined>;

/** What an operation sends, and how its response is read. */
export interface ApiCall extends WriteOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Query parameters; empty and undefined ones are left out. */
  parameters?: QueryParameters;
  /** Accepted media type of the response; default JSON. */
  accept?: string;
  /** Body that is sent as JSON. */
  body?: unknown;
  /** A body of another type, instead of `body`. */
  content?: Content;
  /** Reads the body of a successful response; default JSON. */
  read?: (response: ApiResponse) => Promise<unknown>;
}

/** Body of a request that is not JSON, such as an uploaded file. */
export interface Content {
  /** Media type of the body. */
  type: string;
  body: string | Blob | ReadableStream<Uint8Array>;
}

/**
 * Calls an operation by its path. Resolves to the response as `call.read` reads it. Rejects with ApiError, or with the reason
 * of `call.signal` if that aborts the request.
 */
export async function request<Result>(
  { endpoint, token, timeoutMs = DEFAULT_TIMEOUT_MS, fetch = globalThis.fetch }: Connection,
  path: string,
  call: ApiCall = {},
): Promise<Result> {
  const timeoutSignal = timeoutMs === 0 ? new AbortController().signal : AbortSignal.timeout(timeoutMs);
  const headers = headersOf(typeof token === 'function' ? await token() : token, call);
  const { method = 'GET', read = (received: ApiResponse) => received.json() } = call;
  const signal = call.signal ? AbortSignal.any([call.signal, timeoutSignal]) : timeoutSignal;
  const body = call.content?.body ?? (call.body === undefined ? null : JSON.stringify(call.body));
  const url = `${endpoint.replace(/\/$/, '')}${path}${queryOf(call.parameters)}`;
  // A stream as body needs `duplex`, which the types of the DOM do not have.
  const options: RequestInit & { duplex: 'half' } = { method, headers, body, signal, duplex: 'half' };
  const response = await fetch(url, { ...options, credentials: 'same-origin' }).catch((cause) => {
    call.signal?.throwIfAborted();
    throw unreachable(cause);
  });
  if (!response.ok) throw await errorOf(response);
  call.onHeaders?.(response.headers);
  try {
    return (await read(response)) as Result;
  } catch (cause) {
    call.signal?.throwIfAborted();
    if (cause instanceof ApiError) throw cause;
    throw timeoutSignal.aborted ? unreachable(cause) : unreadable(response, cause);
  }
}

/** Error of a call without a complete response. */
export const unreachable = (cause: unknown) =>
  new ApiError({ status: 0, code: 'unreachable', detail: 'The service cannot be reached.', cause });

const unreadable = ({ status, headers }: ApiResponse, cause: unknown) =>
  new ApiError({
    status,
    code: 'unreadable',
    detail: 'The response is not the expected JSON.',
    requestId: headers.get('x-request-id'),
    cause,
  });

function headersOf(token: string, call: ApiCall): Record<string, string> {
  const { accept = 'application/json', body, content, ifMatch, strict } = call;
  return {
    ...(token && { Authorization: `Bearer ${token}` }),
    Accept: accept,
    ...((content || body !== undefined) && { 'Content-Type': content?.type ?? 'application/json' }),
    ...(ifMatch && { 'If-Match': ifMatch }),
    ...(strict && { Prefer: 'handling=strict' }),
  };
}

/** An array repeats its parameter. */
function queryOf(parameters: QueryParameters = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    for (const item of Array.isArray(value) ? value : [value])
      if ((item ?? '') !== '') query.append(name, String(item));
  return `${query}` && `?${query}`;
}

/** Path of a search space. */
export const spacePath = (space: string): string => `/api/spaces/${encodeURIComponent(space)}`;
