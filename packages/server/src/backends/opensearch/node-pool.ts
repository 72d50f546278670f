/**
 * The nodes of a cluster: calls go to each in its turn, and on to another one where one cannot be reached or says that it
 * cannot answer. What takes its time is waited for as long as the node gives signs of life: asked of another one too, it
 * would cost a cluster that is slow even more.
 */
import { BackendError, type FaultKind } from '../backend-error.ts';
import { type Answer, type Call, type Node, type NodeOptions, nodeAt } from './node.ts';

export type { Call };

/** What makes, blocks, renames or deletes an index: the cluster itself takes up to 30 s to agree on it. */
export const longestAgreement = 35_000;

export interface Nodes {
  /** Rejects with a RemoteFault, or with the reason of the signal when that was aborted. */
  send(call: Call, signal: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}

export interface NodesOptions extends NodeOptions {
  /** Addresses. */
  nodes: URL[];
}

/** Of the deadline, until a node that does not answer is asked for a sign of life, and how long it has for that: others must have time. */
const patience = 0.2;

/** A node that is not able to answer, or a proxy that did not reach one. */
const unavailable = [502, 503];
/** What a node says where it lost another one in the middle of a call: asked anew, that goes to other copies. */
const lost = /\bnode_(?:disconnected|not_connected|closed)_exception|connect_transport_exception/;

export function nodes(options: NodesOptions): Nodes {
  const all = options.nodes.map((url) => nodeAt(url, options));
  const longestSilence = patience * options.deadline;
  const turns = inTurn(all, longestSilence);

  async function ask([node, ...others]: Node[], call: Call, signal: AbortSignal): Promise<unknown> {
    const isLast = others.length === 0;
    try {
      const mayFreeze = others.some((other) => other !== node);
      const answer = await (mayFreeze
        ? whileAlive(node!, call, signal, longestSilence)
        : node!.send(call, signal));
      if (isLast || !mayBeBetterElsewhere(answer)) {
        turns.back(node!);
        return contentOf(answer, call);
      }
    } catch (error) {
      const isAway = error instanceof BackendError && error.kind === 'unreachable';
      if (isLast || !isAway) throw error;
    }
    turns.away(node!);
    return ask(others, call, signal);
  }

  return {
    send(call, signal) {
      const order = turns.next();
      // The only one is asked once more: it may have closed a connection just when it was used again.
      return ask(order.length > 1 ? order : [...order, ...order], call, signal);
    },
    async close() {
      for (const node of all) await node.close();
    },
  };
}

function mayBeBetterElsewhere({ status, body }: Answer): boolean {
  return unavailable.includes(status) || (status === 500 && lost.test(wordsOf(body)));
}

async function whileAlive(node: Node, call: Call, signal: AbortSignal, longest: number): Promise<Answer> {
  const frozen = new AbortController();
  const look = async () => {
    if (await node.isAlive(longest)) return;
    frozen.abort(new BackendError('unreachable', `No answer to ${call.path}, and no sign of life.`));
  };
  const looking = setInterval(look, longest);
  try {
    return await node.send(call, AbortSignal.any([signal, frozen.signal]));
  } finally {
    clearInterval(looking);
  }
}

/** How soon a node that was away is looked for, in milliseconds. */
const rest = 1000;

/** The order in which nodes are asked: another one is the first each time, and those that are away are the last. */
function inTurn(all: Node[], longest: number) {
  let first = -1;
  const away = new Map<Node, { since: number }>();

  async function lookFor(node: Node): Promise<void> {
    away.set(node, { since: performance.now() });
    if (await node.isAlive(longest)) away.delete(node);
  }

  return {
    next(): Node[] {
      for (const [node, { since }] of away) if (performance.now() - since > rest) void lookFor(node);
      first = (first + 1) % all.length;
      const turned = [...all.slice(first), ...all.slice(0, first)];
      return turned.sort((one, other) => Number(away.has(one)) - Number(away.has(other)));
    },
    away: (node: Node) => away.set(node, { since: performance.now() }),
    back: (node: Node) => away.delete(node),
  };
}

function contentOf({ status, body, again }: Answer, { path }: Call): unknown {
  if (status >= 400) {
    const words = wordsOf(body);
    throw new BackendError(kindOf(status, words), `Status ${status}: ${words}`, { again });
  }
  if (body === undefined) throw new BackendError('garbled', `The answer to ${path} is no JSON.`);
  return body;
}

interface Told {
  type: string;
  reason?: string;
  root_cause?: { type: string; reason: string }[];
}

/** What the cluster says of an error, for the log. */
function wordsOf(body: unknown): string {
  const { error } = (body ?? {}) as { error?: Partial<Told> | string };
  if (typeof error !== 'object') return error ?? 'no message';
  const causes = error.root_cause ?? [error];
  return [error.type, ...causes.map(({ type, reason }) => `[${type}] ${reason}`)].join(' ');
}

function kindOf(status: number, words: string): FaultKind {
  if (status === 404) return 'unknown-space';
  // Too many searches, shards that are just being moved, or a write block while the index is built anew.
  if (status === 429 || status === 503 || words.includes('cluster_block_exception')) return 'overloaded';
  if (status === 504) return 'slow';
  if (status === 401 || status === 403) return 'credentials';
  return status >= 500 ? 'failing' : 'refused';
}
