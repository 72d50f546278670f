/** What a node holds, and what that takes of its memory: its heap when everything is collected, and what is beside it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ask } from './cluster-size.ts';

const run = promisify(execFile);

export interface NodeMemory {
  /** Every copy of a shard counts. */
  shards: number;
  documents: number;
  /** Bytes of the heap that are still in use after a full collection. */
  heap: number;
  /** Bytes that the Java machine has beside it: its classes and code, and buffers for what goes over the network. */
  beside: number;
}

interface Shard {
  node: string | null;
  docs: string | null;
}

interface NodeStats {
  name: string;
  jvm: {
    mem: { heap_used_in_bytes: number; non_heap_committed_in_bytes: number };
    buffer_pools: { direct: { used_in_bytes: number } };
  };
}

/** Of each node; `pids` are their processes, in the order of their names. */
export async function memoryOfNodes(url: URL, pids: readonly number[]): Promise<NodeMemory[]> {
  for (const pid of pids) await run('jcmd', [String(pid), 'GC.run']);
  const { nodes } = await ask<{ nodes: Record<string, NodeStats> }>(url, '/_nodes/stats/jvm');
  const shards = await ask<Shard[]>(url, '/_cat/shards?format=json&h=node,docs');
  const byName = new Map(Object.values(nodes).map(({ name, jvm }) => [name, jvm]));
  return pids.map((_, i) => {
    const { mem, buffer_pools: buffers } = byName.get(`node-${i}`)!;
    const held = shards.filter(({ node }) => node === `node-${i}`);
    return {
      shards: held.length,
      documents: held.reduce((sum, { docs }) => sum + Number(docs), 0),
      heap: mem.heap_used_in_bytes,
      beside: mem.non_heap_committed_in_bytes + buffers.direct.used_in_bytes,
    };
  });
}
