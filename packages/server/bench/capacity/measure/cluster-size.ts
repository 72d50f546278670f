/** What an index takes on the disks of its nodes, where it lies, and what goes between them. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Layout } from '../layouts.ts';

interface Stats {
  store: { size_in_bytes: number };
  merges: { current: number };
  segments: { count: number; file_sizes: Record<string, { size_in_bytes: number }> };
}

/** Stored documents, and the log of what is not yet in a segment. */
const stored = new Set(['fdt', 'fdx', 'fdm']);

/** Of one copy; `index` is the name of its space. */
export async function indexSize(url: URL, index: string) {
  const { store, segments } = (await statsOf(url, index)).primaries;
  const searched = Object.entries(segments.file_sizes).filter(([kind]) => !stored.has(kind));
  return {
    bytes: store.size_in_bytes,
    searchedBytes: searched.reduce((sum, [, { size_in_bytes: size }]) => sum + size, 0),
    segments: segments.count,
  };
}

/** What merges segments in the background would be counted for what comes after. */
export async function waitForMerges(url: URL): Promise<void> {
  for (let left = 4800; left > 0; left -= 1) {
    if ((await statsOf(url, '_all')).total.merges.current === 0) return;
    await pause(25);
  }
  throw new Error('The cluster has merged segments for two minutes.');
}

async function statsOf(url: URL, index: string) {
  const query = 'include_segment_file_sizes=true';
  const stats = await ask<{ _all: { primaries: Stats; total: Stats } }>(
    url,
    `/${index}/_stats/store,merge,segments?${query}`,
  );
  return stats._all;
}

/** Puts the index of a space, which has no documents yet, on the first nodes, the same number of shards on each. */
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
  if (timed_out) throw new Error(`${index} did not come to lie on ${names.join()}.`);
}

export interface Traffic {
  /** Bytes that nodes have received from each other. */
  received: number;
  /** Searches of single shards that were answered from the cache of whole answers, and those that were looked for. */
  answered: number;
  lookedFor: number;
  /** Bytes of that cache. */
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
