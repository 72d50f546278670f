/** One node of a cluster through its client: a call is sent to it once, and its answer read whole up to a size. */
import type { ClientRequest, IncomingMessage } from 'node:http';
import { type ApiResponse, Client, errors } from '@opensearch-project/opensearch';
import { BackendError } from '../backend-error.ts';
import { DEFAULT_MAX_BODY_BYTES, readBoundedBody, tooLarge } from '../bounded-body.ts';
import { secondsToWait } from '../retry-after.ts';

export interface NodeOptions {
  credentials?: { user: string; password: string };
  /** Certificates, in PEM, of the authority that signed that of the node; what the system trusts where absent. */
  authority?: string;
  /** Headers of the moment for a call, such as those of a trace. */
  carried?: () => Record<string, string>;
  /** Calls at a time. */
  sockets: number;
  /** Longest time of a call, in milliseconds; its signal ends it. */
  deadline: number;
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  path: string;
  query?: Record<string, string | number | boolean>;
  body?: object;
  /** Lines of a bulk request, in place of `body`. */
  lines?: string;
  /** Longest time in milliseconds, where it is not the usual deadline. */
  longest?: number;
}

export interface Answer {
  status: number;
  /** Undefined where it is no JSON. */
  body: unknown;
  /** In how many seconds it may answer otherwise, if it says so. */
  again?: number | undefined;
}

export interface Node {
  /** Rejects with a RemoteFault, or with the reason of the signal when that was aborted. */
  send(call: Call, signal: AbortSignal): Promise<Answer>;
  /** Whether it answers at all within so many milliseconds. Who asks while it is being asked waits along. */
  isAlive(longest: number): Promise<boolean>;
  close(): Promise<void>;
}

export function nodeAt(url: URL, options: NodeOptions): Node {
  const client = clientOf(url, options);
  let sign: Promise<boolean> | undefined;

  async function send(call: Call, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<ApiResponse>();
    const given = {
      requestTimeout: call.longest ?? options.deadline,
      maxRetries: 0,
      asStream: true,
      headers: options.carried?.(),
    };
    // By callback: a promise of the client's own that is aborted may reject unheard.
    const sent = client.transport.request(params(call), given, (error, result) =>
      error ? reject(error) : resolve(result),
    );
    const giveUp = () => sent.abort();
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      const { statusCode, headers, body } = await promise;
      const again = secondsToWait(headers?.['retry-after']);
      return { status: statusCode ?? 0, again, body: parsed(await textOf(body as IncomingMessage)) };
    } catch (error) {
      signal.throwIfAborted();
      throw asFault(error);
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  function isAlive(longest: number): Promise<boolean> {
    sign ??= send({ method: 'HEAD', path: '/' }, AbortSignal.timeout(longest))
      .then(
        ({ status }) => status < 500,
        () => false,
      )
      .finally(() => {
        sign = undefined;
      });
    return sign;
  }

  return { send, isAlive, close: () => client.close() };
}

function clientOf(url: URL, { credentials, authority, sockets }: NodeOptions): Client {
  // One more for signs of life, while all calls wait.
  const maxSockets = sockets + 1;
  return new Client({
    node: String(url),
    agent: { keepAlive: true, maxSockets, maxFreeSockets: maxSockets },
    ...(credentials && { auth: { username: credentials.user, password: credentials.password } }),
    ...(authority !== undefined && { ssl: { ca: authority } }),
  });
}

function params({ method, path, query, body, lines }: Call) {
  return {
    method,
    path,
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(lines !== undefined && { bulkBody: lines }),
  };
}

async function textOf(answer: IncomingMessage & { req?: ClientRequest }): Promise<string> {
  // The client would print on the standard output what breaks from now on; the answer tells it, too.
  answer.req?.removeAllListeners('error').on('error', () => undefined);
  if (Number(answer.headers['content-length'] ?? 0) > DEFAULT_MAX_BODY_BYTES) {
    answer.destroy();
    throw tooLarge(DEFAULT_MAX_BODY_BYTES);
  }
  return readBoundedBody(DEFAULT_MAX_BODY_BYTES, answer).catch((error: unknown) => {
    throw error instanceof BackendError ? error : new BackendError('unreachable', String(error));
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Of the system: its words name the call and then what went wrong, such as `connect EMFILE`. */
const systemError = /^\w+ (E[A-Z0-9]+)\b/u;

/** The client's errors carry the request with its credentials: only their words go on. */
function asFault(error: unknown): unknown {
  if (error instanceof errors.TimeoutError) return new BackendError('slow', error.message);
  if (error instanceof errors.OpenSearchClientError)
    return new BackendError('unreachable', error.message, { code: systemError.exec(error.message)?.[1] });
  return error;
}
