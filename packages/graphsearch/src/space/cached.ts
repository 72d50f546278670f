/**
 * Time-to-live cache for single and keyed values; concurrent readers share one fetch.
 *
 * Without it, every search would make up to three more calls to the remote service: metadata, spelling and concepts. Concurrent
 * searches would also repeat them.
 */
import { abortable } from '@semantic-search/server/backends';

export interface Cached<Value> {
  /** An abort ends the wait of this caller only, not the shared fetch. */
  get(signal?: AbortSignal): Promise<Value>;
  /** Forces a fetch on the next read. */
  invalidate(): void;
}

/** Fetches at most once per `ttlMs`. Failures are not cached, and stale values are never returned. */
export function cached<Value>(ttlMs: number, fetch: () => Promise<Value>): Cached<Value> {
  let entry: { value: Promise<Value>; until: number } | undefined;

  function refresh(): Promise<Value> {
    const fresh = { value: fetch(), until: Number.POSITIVE_INFINITY };
    entry = fresh;
    fresh.value.then(
      () => {
        fresh.until = performance.now() + ttlMs;
      },
      () => {
        if (entry === fresh) entry = undefined;
      },
    );
    return fresh.value;
  }

  return {
    get(signal) {
      const value = entry && performance.now() < entry.until ? entry.value : refresh();
      // A value that has arrived needs no abortable wait.
      return signal && entry?.until === Number.POSITIVE_INFINITY ? abortable(value, signal) : value;
    },
    invalidate() {
      entry = undefined;
    },
  };
}

/** Keyed variant with at most `maxEntries` entries; the oldest is evicted first. */
export function cachedByKey<Value>(
  ttlMs: number,
  maxEntries: number,
): (key: string, fetch: () => Promise<Value>, signal?: AbortSignal) => Promise<Value> {
  const byKey = new Map<string, Cached<Value>>();
  return (key, fetch, signal) => {
    const entry = byKey.get(key) ?? cached(ttlMs, fetch);
    byKey.set(key, entry);
    if (byKey.size > maxEntries) byKey.delete(byKey.keys().next().value!);
    return entry.get(signal);
  };
}
