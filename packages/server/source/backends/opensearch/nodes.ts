/** The nodes of a cluster through its client: a call goes on to another node when its own fails, and what goes wrong has a kind. */
import { Client, errors } from '@opensearch-project/opensearch';
import { type FaultKind, RemoteFault } from '../fault.ts';

export interface NodeOptions {
  /** Addresses; a call goes to another one when its own cannot be reached. */
  nodes: URL[];
  credentials?: { user: string; password: string };
  /** Certificates, in PEM, of the authority that signed those of the nodes; what the system trusts where absent. */
  authority?: string;
  /** Headers of the moment for a call, such as those of a trace. */
  carried?: () => Record<string, string>;
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

/** What makes, blocks, renames or deletes an index: the cluster itself takes up to 30 s to agree on it. */
export const longestAgreement = 35_000;

export interface Nodes {
  /** Rejects with a RemoteFault, or with the reason of the signal when that was aborted. */
  send(call: Call, signal: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}

interface ConnectionOptions extends NodeOptions {
  sockets: number;
  /** Longest time of a call, in milliseconds; its signal ends it. */
  deadline: number;
}

/** A node that froze must leave time to ask another one. */
const shareOfOneAttempt = 0.4;

export function nodes(options: ConnectionOptions): Nodes {
  const client = clientFor(options);
  const others = options.nodes.length - 1;
  const share = others > 0 ? shareOfOneAttempt : 1;
  return {
    async send(call, signal) {
      signal.throwIfAborted();
      const { promise: answer, resolve, reject } = Promise.withResolvers<unknown>();
      // By callback: a promise of the client's own that is aborted may reject unheard.
      const given = {
        requestTimeout: (call.longest ?? options.deadline) * share,
        maxRetries: Math.max(1, others),
        headers: options.carried?.(),
      };
      const sent = client.transport.request(params(call), given, (error, result) =>
        error ? reject(error) : resolve(result.body),
      );
      const giveUp = () => sent.abort();
      signal.addEventListener('abort', giveUp, { once: true });
      try {
        return await answer;
      } catch (error) {
        signal.throwIfAborted();
        throw asFault(error);
      } finally {
        signal.removeEventListener('abort', giveUp);
      }
    },
    close: () => client.close(),
  };
}

function clientFor({ nodes, credentials, authority, sockets }: ConnectionOptions): Client {
  return new Client({
    nodes: nodes.map(String),
    agent: { keepAlive: true, maxSockets: sockets, maxFreeSockets: sockets },
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

/** The client's errors carry the request with its credentials: only their words go on. */
function asFault(error: unknown): unknown {
  if (error instanceof errors.ResponseError) return new RemoteFault(kindOf(error), error.message);
  if (error instanceof errors.TimeoutError) return new RemoteFault('slow', error.message);
  // Not given up by us, so the client gave it up: the answer is too large for its memory.
  if (error instanceof errors.RequestAbortedError) return new RemoteFault('garbled', error.message);
  if (error instanceof errors.DeserializationError) return new RemoteFault('garbled', error.message);
  if (error instanceof errors.OpenSearchClientError) return new RemoteFault('unreachable', error.message);
  return error;
}

function kindOf({ statusCode = 500, message }: { statusCode?: number; message: string }): FaultKind {
  if (statusCode === 404) return 'unknown-space';
  // Too many searches, shards that are just being moved, or a write block while the index is built anew.
  if (statusCode === 429 || statusCode === 503 || message.includes('cluster_block_exception'))
    return 'overloaded';
  if (statusCode === 504) return 'slow';
  if (statusCode === 401 || statusCode === 403) return 'credentials';
  return statusCode >= 500 ? 'failing' : 'refused';
}
