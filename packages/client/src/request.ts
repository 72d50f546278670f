/** API request: URL, token, abort, coded errors. */
import { ApiError, errorOf } from './api-error.ts';

export interface Connection {
  /** Base URL of the service; an empty string means the page's own origin. */
  endpoint: string;
  /** Access token, or a function that returns the current one; empty for the session of a signed-in person. */
  token: string | (() => string | Promise<string>);
  /** Timeout in milliseconds, including the response body; 0 for none. */
  timeoutMs?: number;
  /** Replaces the `fetch` of the platform. That of Node gives up after five minutes without a response. */
  fetch?: typeof fetch;
}

export interface RequestOptions {
  signal?: AbortSignal | undefined;
  /** Receives the headers of a successful response, for example `ETag`. */
  onHeaders?: (headers: Headers) => void;
}

export interface WriteOptions extends RequestOptions {
  /** Expected `ETag`. If it is stale, the call rejects with ApiError `precondition-failed`. */
  ifMatch?: string;
  /** Rejects the whole body if one setting is invalid (`Prefer: handling=strict`, RFC 7240). */
  strict?: boolean;
}

const DEFAULT_TIMEOUT_MS = 30_000;

type Parameters = Record<string, string | number | string[] | undefined>;

interface Call extends WriteOptions {
  /** Path of the resource; default `/api/configurations`. */
  resource?: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  parameters?: Parameters;
  body?: unknown;
}

/** Calls an operation by its path. Returns the parsed response. Rejects with ApiError, or with the signal's reason if aborted. */
export async function request<Body>(connection: Connection, path: string, call: Call = {}): Promise<Body> {
  const late = timeoutSignal(connection.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  const response = await send(connection, path, call, late);
  if (!response.ok) throw await errorOf(response);
  call.onHeaders?.(response.headers);
  try {
    const isCsv = response.headers.get('Content-Type')?.startsWith('text/csv');
    return (await (isCsv ? response.text() : response.json())) as Body;
  } catch (cause) {
    call.signal?.throwIfAborted();
    throw late.aborted ? unreachable(cause) : unreadable(response, cause);
  }
}

export function timeoutSignal(timeoutMs: number): AbortSignal {
  return timeoutMs === 0 ? new AbortController().signal : AbortSignal.timeout(timeoutMs);
}

async function send(
  { endpoint, token, fetch = globalThis.fetch }: Connection,
  path: string,
  call: Call,
  late: AbortSignal,
): Promise<Response> {
  const headers = headersOf(typeof token === 'function' ? await token() : token, call);
  const { method = 'GET', resource = '/api/configurations' } = call;
  const signal = call.signal ? AbortSignal.any([call.signal, late]) : late;
  const body = call.body === undefined ? null : JSON.stringify(call.body);
  const url = `${endpoint.replace(/\/{1,9}$/, '')}${resource}${path}${queryOf(call.parameters)}`;
  return fetch(url, { method, headers, body, signal, credentials: 'same-origin' }).catch((cause) => {
    call.signal?.throwIfAborted();
    throw unreachable(cause);
  });
}

const unreachable = (cause: unknown) =>
  new ApiError({ status: 0, code: 'unreachable', detail: 'The service cannot be reached.', cause });

const unreadable = ({ status, headers }: Response, cause: unknown) =>
  new ApiError({
    status,
    code: 'unreadable',
    detail: 'The response is not the expected JSON.',
    requestId: headers.get('x-request-id'),
    cause,
  });

function headersOf(token: string, { body, ifMatch, strict }: Call): Record<string, string> {
  return {
    ...(token && { Authorization: `Bearer ${token}` }),
    Accept: 'application/json',
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(ifMatch && { 'If-Match': ifMatch }),
    ...(strict && { Prefer: 'handling=strict' }),
  };
}

function queryOf(parameters: Parameters = {}): string {
  const given = Object.entries(parameters)
    .flatMap(([name, value]) => [value ?? ''].flat().map((each) => [name, String(each)]))
    .filter(([, value]) => value !== '');
  return given.length ? `?${new URLSearchParams(given)}` : '';
}
