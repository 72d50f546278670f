/** Memory of a node: used heap after a full collection, and non-heap memory. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ask } from './cluster-size.ts';

const run = promisify(execFile);

export interface NodeMemory {
  /** Shard copies on the node. */
  shards: number;
  documents: number;
  /** Used heap after a full collection, in bytes. */
  heap: number;
  /** Non-heap memory in bytes: classes, code and network buffers. */
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

/** Memory of each node; `pids` are in the order of the node names. */
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
