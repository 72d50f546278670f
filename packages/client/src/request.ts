/** One request to the API: address, token, abort, and errors with a code. */
import { ApiError, errorOf } from './api-error.ts';

export interface Connection {
  /** Base URL of the service; an empty string means the page's own origin. */
  endpoint: string;
  /** The access token, or where to get the one that holds now. */
  token: string | (() => string | Promise<string>);
  /** Milliseconds after which a service that has not answered counts as unreachable. */
  patience?: number;
}

export interface RequestOptions {
  signal?: AbortSignal | undefined;
  /** Told the headers of a good answer, for `ETag` and the like. */
  onHeaders?: (headers: Headers) => void;
}

export interface WriteOptions extends RequestOptions {
  /** The `ETag` that must still hold, else ApiError `precondition-failed`. */
  ifMatch?: string;
  /** True refuses the whole body where one setting is invalid (`Prefer: handling=strict`, RFC 7240). */
  strict?: boolean;
}

const patience = 30_000;

type Parameters = Record<string, string | number | undefined>;

interface Call extends WriteOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  parameters?: Parameters;
  body?: unknown;
}

/** The parsed answer. Rejects with ApiError, or with the signal's reason when aborted. */
export async function request<Answer>(
  connection: Connection,
  path: string,
  call: Call = {},
): Promise<Answer> {
  const late = AbortSignal.timeout(connection.patience ?? patience);
  const response = await send(connection, path, call, late);
  if (!response.ok) throw await errorOf(response);
  call.onHeaders?.(response.headers);
  try {
    return (await response.json()) as Answer;
  } catch (cause) {
    call.signal?.throwIfAborted();
    throw late.aborted ? unreachable(cause) : unreadable(response, cause);
  }
}

async function send(
  { endpoint, token }: Connection,
  path: string,
  call: Call,
  late: AbortSignal,
): Promise<Response> {
  const headers = headersOf(typeof token === 'function' ? await token() : token, call);
  const { method = 'GET' } = call;
  const signal = call.signal ? AbortSignal.any([call.signal, late]) : late;
  const body = call.body === undefined ? null : JSON.stringify(call.body);
  const url = `${endpoint.replace(/\/{1,9}$/, '')}/api/configurations${path}${queryOf(call.parameters)}`;
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
    detail: 'The answer is not the JSON that was expected.',
    requestId: headers.get('x-request-id'),
    cause,
  });

function headersOf(token: string, { body, ifMatch, strict }: Call): Record<string, string> {
  return {
    Authorization: `Bearer ${token}`,
    Accept: 'application/json',
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(ifMatch && { 'If-Match': ifMatch }),
    ...(strict && { Prefer: 'handling=strict' }),
  };
}

function queryOf(parameters: Parameters = {}): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== '');
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : '';
}
