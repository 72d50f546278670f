/**
 * Stale-while-revalidate cache.
 *
 * A failing or hanging refresh does not block readers while the cached value is still trusted. If a refresh hangs, a
 * limited number of others start concurrently. lru-cache has one refresh per key, so a hanging one would block the next.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { abortable, isServiceFailure } from '@semantic-search/server/backends';

export interface RevalidatingCache<Value> {
  /** Rejects if there is no trusted value and the refresh fails, or with the abort reason of the signal. */
  get(signal?: AbortSignal): Promise<Value>;
  /** Cached value if it is fresh, otherwise undefined. */
  peek(): Value | undefined;
  /** Discards the value; only refreshes that start later are accepted. */
  invalidate(): void;
}

/** In milliseconds. */
export interface CacheTimes {
  /** A younger value is returned without a refresh. */
  freshMs: number;
  /** Time to wait for a refresh before returning the stale value, and before starting another refresh. */
  refreshWaitMs: number;
  /** Maximum age while refreshes fail: a cluster needs half a minute to replace a frozen manager. */
  maxStaleMs: number;
}

const DEFAULT_CACHE_TIMES: CacheTimes = { freshMs: 500, refreshWaitMs: 500, maxStaleMs: 45_000 };

/** Each refresh occupies one of the concurrent calls. */
const MAX_CONCURRENT_REFRESHES = 4;

/** State since the last invalidation. */
interface CacheState<Value> {
  last?: { value: Value; since: number };
  /** Refreshes in flight, oldest first. */
  refreshes: Refresh<Value>[];
  /** Resolves with the next refresh that succeeds. */
  next: PromiseWithResolvers<Value>;
}

interface Refresh<Value> {
  value: Promise<Value>;
  since: number;
}

export function staleWhileRevalidate<Value>(
  load: () => Promise<Value>,
  times = DEFAULT_CACHE_TIMES,
): RevalidatingCache<Value> {
  let latest = emptyState<Value>();

  async function wait(state: CacheState<Value>): Promise<Value> {
    for (;;) {
      const { last: cached, refreshes, next } = state;
      const latestRefresh = refreshes.at(-1);
      const isLate = !latestRefresh || age(latestRefresh) >= times.refreshWaitMs;
      const { value, since } =
        isLate && refreshes.length < MAX_CONCURRENT_REFRESHES ? startRefresh(load, state) : latestRefresh!;
      const trusted = cached && age(cached) <= times.maxStaleMs ? cached : undefined;
      const left = times.refreshWaitMs - age({ since });
      const isStuck = !trusted && refreshes.length >= MAX_CONCURRENT_REFRESHES;
      try {
        const refreshed = Promise.race([value, next.promise]);
        const result = await (isStuck ? refreshed : withTimeout(refreshed, left));
        if (result !== TIMED_OUT) return result;
      } catch (error) {
        if (!(trusted && isServiceFailure(error))) throw error;
      }
      if (trusted) return trusted.value;
    }
  }

  return {
    async get(signal) {
      signal?.throwIfAborted();
      const { last } = latest;
      if (last && age(last) <= times.freshMs) return last.value;
      return abortable(wait(latest), signal);
    },
    peek() {
      const { last } = latest;
      return last && age(last) <= times.freshMs ? last.value : undefined;
    },
    invalidate() {
      latest = emptyState();
    },
  };
}

const emptyState = <Value>(): CacheState<Value> => ({ refreshes: [], next: Promise.withResolvers() });

const age = ({ since }: { since: number }) => performance.now() - since;

function startRefresh<Value>(load: () => Promise<Value>, state: CacheState<Value>): Refresh<Value> {
  const refresh = { value: load(), since: performance.now() };
  state.refreshes.push(refresh);
  const end = () => {
    state.refreshes.splice(state.refreshes.indexOf(refresh), 1);
  };
  refresh.value.then(
    (value) => {
      end();
      if (!state.last || state.last.since < refresh.since) state.last = { value, since: refresh.since };
      state.next.resolve(value);
      state.next = Promise.withResolvers();
    },
    (error) => {
      end();
      // A definite error, such as rejected credentials, invalidates the value.
      if (!isServiceFailure(error)) delete state.last;
    },
  );
  return refresh;
}

const TIMED_OUT = Symbol('timed out');

async function withTimeout<Value>(
  value: Promise<Value>,
  milliseconds: number,
): Promise<Value | typeof TIMED_OUT> {
  const ended = new AbortController();
  const { signal } = ended;
  try {
    const over = pause(Math.max(0, milliseconds), TIMED_OUT, { signal }).catch(() => TIMED_OUT);
    return await Promise.race([value, over as Promise<typeof TIMED_OUT>]);
  } finally {
    ended.abort();
  }
}
