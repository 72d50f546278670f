/** What an index takes on the disks and in the memory of its nodes. */
import { setTimeout as pause } from 'node:timers/promises';

interface Stats {
  _all: {
    primaries: {
      store: { size_in_bytes: number };
      merges: { current: number };
      segments: { count: number; file_sizes: Record<string, { size_in_bytes: number }> };
    };
  };
}

/** Stored documents, and the log of what is not yet in a segment. */
const stored = new Set(['fdt', 'fdx', 'fdm']);

/** `index` is the name of its space. */
export async function takes(url: URL, index: string) {
  const stats = await statsOf(url, index);
  const { nodes } = await ask<{ nodes: Record<string, { jvm: { mem: { heap_used_in_bytes: number } } }> }>(
    url,
    '/_nodes/stats/jvm',
  );
  const heap = Object.values(nodes).reduce((sum, { jvm }) => sum + jvm.mem.heap_used_in_bytes, 0);
  const { store, segments } = stats._all.primaries;
  const searched = Object.entries(segments.file_sizes).filter(([kind]) => !stored.has(kind));
  return {
    bytes: store.size_in_bytes,
    searchedBytes: searched.reduce((sum, [, { size_in_bytes: size }]) => sum + size, 0),
    segments: segments.count,
    heapMb: Math.round(heap / 1e6),
  };
}

/** What merges segments in the background would be counted for the searches. */
export async function untilMerged(url: URL): Promise<void> {
  for (let left = 240; left > 0; left -= 1) {
    const { merges } = (await statsOf(url, '_all'))._all.primaries;
    if (merges.current === 0) return;
    await pause(500);
  }
  throw new Error('The cluster has merged segments for two minutes.');
}

const statsOf = (url: URL, index: string) =>
  ask<Stats>(url, `/${index}/_stats?include_segment_file_sizes=true`);

async function ask<Answer>(url: URL, path: string): Promise<Answer> {
  const answer = await fetch(new URL(path, url));
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
