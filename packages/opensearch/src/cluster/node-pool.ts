/**
 * Node pool with round-robin load balancing, failover and health probes.
 *
 * A call fails over if a node is unreachable or unavailable. If a node is slow but alive, the pool waits: repeating the call
 * on another node would add load to a slow cluster.
 */
import { BackendError, type BackendErrorKind } from '@semantic-search/server/backends';
import { type Call, type Node, type NodeOptions, type NodeResponse, openNode } from './node.ts';

export type { Call };

/** For operations on indices and aliases: the cluster waits up to 30 s for its nodes to acknowledge the new state. */
export const CLUSTER_STATE_TIMEOUT_MS = 35_000;

export interface NodePool {
  /** Rejects with a BackendError, or with the reason of the signal when that was aborted. */
  send(call: Call, signal: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}

export interface NodePoolOptions extends NodeOptions {
  nodes: URL[];
}

/** Share of the deadline before a silent node is probed, and for the probe, so that time remains for other nodes. */
const FAILOVER_SHARE = 0.2;

/** Returned by an unavailable node, or by a proxy that cannot reach its node. */
const UNAVAILABLE_STATUS = [502, 503];
/** Reported by a node that lost another one during a call; a retry uses other shard copies. */
const LOST_NODE = /\bnode_(?:disconnected|not_connected|closed)_exception|connect_transport_exception/;

export function nodePool(options: NodePoolOptions): NodePool {
  const all = options.nodes.map((url) => openNode(url, options));
  const longestSilence = FAILOVER_SHARE * options.deadline;
  const turns = roundRobin(all, longestSilence);

  async function tryNodes([node, ...others]: Node[], call: Call, signal: AbortSignal): Promise<unknown> {
    const isLast = others.length === 0;
    try {
      const mayFreeze = others.some((other) => other !== node);
      const response = await (mayFreeze
        ? whileAlive(node!, call, signal, longestSilence)
        : node!.send(call, signal));
      if (isLast || !isUnavailable(response)) {
        turns.back(node!);
        return contentOf(response, call);
      }
    } catch (error) {
      const isAway = error instanceof BackendError && error.kind === 'unreachable';
      if (isLast || !isAway) throw error;
    }
    turns.away(node!);
    return tryNodes(others, call, signal);
  }

  return {
    send(call, signal) {
      const order = turns.next();
      // A single node gets one retry, because it may have closed a keep-alive connection that was just reused.
      return tryNodes(order.length > 1 ? order : [...order, ...order], call, signal);
    },
    async close() {
      for (const node of all) await node.close();
    },
  };
}

function isUnavailable({ status, body }: NodeResponse): boolean {
  return UNAVAILABLE_STATUS.includes(status) || (status === 500 && LOST_NODE.test(errorText(body)));
}

async function whileAlive(
  node: Node,
  call: Call,
  signal: AbortSignal,
  longest: number,
): Promise<NodeResponse> {
  const frozen = new AbortController();
  const look = async () => {
    if (await node.isAlive(longest)) return;
    frozen.abort(
      new BackendError('unreachable', `No response to ${call.path}, and the health probe failed.`),
    );
  };
  const looking = setInterval(look, longest);
  try {
    return await node.send(call, AbortSignal.any([signal, frozen.signal]));
  } finally {
    clearInterval(looking);
  }
}

const PROBE_INTERVAL_MS = 1000;

/** Round-robin order of the nodes; failed nodes come last until a probe succeeds. */
function roundRobin(all: Node[], longest: number) {
  let first = -1;
  const away = new Map<Node, { since: number }>();

  async function lookFor(node: Node): Promise<void> {
    away.set(node, { since: performance.now() });
    if (await node.isAlive(longest)) away.delete(node);
  }

  return {
    next(): Node[] {
      for (const [node, { since }] of away)
        if (performance.now() - since > PROBE_INTERVAL_MS) void lookFor(node);
      first = (first + 1) % all.length;
      const turned = [...all.slice(first), ...all.slice(0, first)];
      return turned.sort((one, other) => Number(away.has(one)) - Number(away.has(other)));
    },
    away: (node: Node) => away.set(node, { since: performance.now() }),
    back: (node: Node) => away.delete(node),
  };
}

function contentOf({ status, body, retryAfter }: NodeResponse, { path }: Call): unknown {
  if (status >= 400) {
    const words = errorText(body);
    throw new BackendError(kindOf(status, words), `Status ${status}: ${words}`, { retryAfter });
  }
  if (body === undefined) throw new BackendError('malformed', `The response to ${path} is not JSON.`);
  return body;
}

interface ClusterErrorBody {
  type: string;
  reason?: string;
  root_cause?: { type: string; reason: string }[];
}

/** Error message of the cluster, for the log. */
function errorText(body: unknown): string {
  const { error } = (body ?? {}) as { error?: Partial<ClusterErrorBody> | string };
  if (typeof error !== 'object') return error ?? 'no message';
  const causes = error.root_cause ?? [error];
  return [error.type, ...causes.map(({ type, reason }) => `[${type}] ${reason}`)].join(' ');
}

function kindOf(status: number, words: string): BackendErrorKind {
  if (status === 404) return 'unknown-space';
  // Too many searches, relocating shards, or a write block during reindexing.
  if (status === 429 || status === 503 || words.includes('cluster_block_exception')) return 'overloaded';
  if (status === 504) return 'timeout';
  if (status === 401 || status === 403) return 'credentials';
  return status >= 500 ? 'server-error' : 'rejected';
}
