/** Cluster statistics for the benchmark: disk size, allocation, and traffic between nodes. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Layout } from '../layouts.ts';

interface Stats {
  store: { size_in_bytes: number };
  merges: { current: number };
  segments: { count: number; file_sizes: Record<string, { size_in_bytes: number }> };
}

/** File extensions of stored fields. */
const stored = new Set(['fdt', 'fdx', 'fdm']);

/** Size of one copy. */
export async function indexSize(url: URL, index: string) {
  const { store, segments } = (await statsOf(url, index)).primaries;
  const searched = Object.entries(segments.file_sizes).filter(([kind]) => !stored.has(kind));
  return {
    bytes: store.size_in_bytes,
    searchedBytes: searched.reduce((sum, [, { size_in_bytes: size }]) => sum + size, 0),
    segments: segments.count,
  };
}

/** Waits for background merges, whose cost would be attributed to the next step. */
export async function waitForMerges(url: URL): Promise<void> {
  for (let left = 4800; left > 0; left -= 1) {
    if ((await statsOf(url, '_all')).total.merges.current === 0) return;
    await pause(25);
  }
  throw new Error('Segment merges did not complete within two minutes.');
}

async function statsOf(url: URL, index: string) {
  const query = 'include_segment_file_sizes=true';
  const stats = await ask<{ _all: { primaries: Stats; total: Stats } }>(
    url,
    `/${index}/_stats/store,merge,segments?${query}`,
  );
  return stats._all;
}

/** Allocates an empty index to the first nodes, with equal numbers of shards. */
export async function allocateIndex(
  url: URL,
  index: string,
  { nodes, shards, replicas }: Layout,
): Promise<void> {
  const names = Array.from({ length: nodes }, (_, i) => `node-${i}`);
  const allocation = {
    'include._name': names.join(),
    total_shards_per_node: Math.ceil((shards * (1 + replicas)) / nodes),
  };
  await ask(url, `/${index}/_settings`, 'PUT', { index: { routing: { allocation } } });
  const query = 'wait_for_status=green&wait_for_no_relocating_shards=true&timeout=60s';
  const { timed_out } = await ask<{ timed_out: boolean }>(url, `/_cluster/health/${index}?${query}`);
  if (timed_out) throw new Error(`${index} was not allocated to ${names.join()} in time.`);
}

export interface Traffic {
  /** Bytes received from other nodes. */
  received: number;
  /** Hits and lookups of the shard request cache. */
  answered: number;
  lookedFor: number;
  /** Size of this cache in bytes. */
  kept: number;
}

export async function readTraffic(url: URL): Promise<Traffic> {
  const { nodes } = await ask<{ nodes: Record<string, NodeTraffic> }>(
    url,
    '/_nodes/stats/transport,indices/request_cache',
  );
  const sum = (of: (node: NodeTraffic) => number) =>
    Object.values(nodes).reduce((total, node) => total + of(node), 0);
  const answered = sum(({ indices }) => indices.request_cache.hit_count);
  return {
    received: sum(({ transport }) => transport.rx_size_in_bytes),
    answered,
    lookedFor: answered + sum(({ indices }) => indices.request_cache.miss_count),
    kept: sum(({ indices }) => indices.request_cache.memory_size_in_bytes),
  };
}

interface NodeTraffic {
  transport: { rx_size_in_bytes: number };
  indices: { request_cache: { hit_count: number; miss_count: number; memory_size_in_bytes: number } };
}

export async function ask<Answer>(url: URL, path: string, method = 'GET', body?: object): Promise<Answer> {
  const answer = await fetch(new URL(path, url), {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
