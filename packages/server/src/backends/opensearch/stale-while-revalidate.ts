/**
 * Stale-while-revalidate cache.
 *
 * A failing or hanging refresh does not block readers while the cached value is still trusted. If a refresh hangs, a
 * limited number of others start concurrently.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { abortable } from '../abortable.ts';
import { isTransient } from './ignorable-errors.ts';

export interface RevalidatingCache<Seen> {
  /** Rejects if there is no trusted value and the refresh fails, or with the abort reason of the signal. */
  get(signal?: AbortSignal): Promise<Seen>;
  /** Cached value if it is fresh, otherwise undefined. */
  peek(): Seen | undefined;
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
interface CacheState<Seen> {
  last?: { value: Seen; since: number };
  /** Refreshes in flight, oldest first. */
  refreshes: Refresh<Seen>[];
  /** Resolves with the next refresh that succeeds. */
  next: PromiseWithResolvers<Seen>;
}

interface Refresh<Seen> {
  value: Promise<Seen>;
  since: number;
}

export function staleWhileRevalidate<Seen>(
  load: () => Promise<Seen>,
  times = DEFAULT_CACHE_TIMES,
): RevalidatingCache<Seen> {
  let latest = emptyState<Seen>();

  async function wait(state: CacheState<Seen>): Promise<Seen> {
    for (;;) {
      const { last: seen, refreshes: looks, next } = state;
      const last = looks.at(-1);
      const isLate = !last || age(last) >= times.refreshWaitMs;
      const { value, since } =
        isLate && looks.length < MAX_CONCURRENT_REFRESHES ? startRefresh(load, state) : last!;
      const trusted = seen && age(seen) <= times.maxStaleMs ? seen : undefined;
      const left = times.refreshWaitMs - age({ since });
      const isStuck = !trusted && looks.length >= MAX_CONCURRENT_REFRESHES;
      try {
        const refreshed = Promise.race([value, next.promise]);
        const result = await (isStuck ? refreshed : withTimeout(refreshed, left));
        if (result !== TIMED_OUT) return result;
      } catch (error) {
        if (!(trusted && isTransient(error))) throw error;
      }
      if (trusted) return trusted.value;
    }
  }

  return {
    async get(signal) {
      signal?.throwIfAborted();
      const { last: seen } = latest;
      if (seen && age(seen) <= times.freshMs) return seen.value;
      return abortable(wait(latest), signal);
    },
    peek() {
      const { last: seen } = latest;
      return seen && age(seen) <= times.freshMs ? seen.value : undefined;
    },
    invalidate() {
      latest = emptyState();
    },
  };
}

const emptyState = <Seen>(): CacheState<Seen> => ({ refreshes: [], next: Promise.withResolvers() });

const age = ({ since }: { since: number }) => performance.now() - since;

function startRefresh<Seen>(load: () => Promise<Seen>, state: CacheState<Seen>): Refresh<Seen> {
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
      if (!isTransient(error)) delete state.last;
    },
  );
  return refresh;
}

const TIMED_OUT = Symbol('late');

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
