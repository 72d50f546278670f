/**
 * What others may change, looked at again when it has been known for a while. A look that fails or hangs stands in nobody's
 * way for as long as what was seen before can be trusted; only one is under way at a time.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isPassing } from './outcomes.ts';

export interface LastSeen<Seen> {
  /** Rejects where nothing that can be trusted was seen, and the look fails. */
  now(): Promise<Seen>;
  /** What was seen just now; undefined where that is too long ago. */
  fresh(): Seen | undefined;
  /** What was seen is outdated: only a look that begins after this one is true. */
  changed(): void;
}

/** In milliseconds. */
export interface Times {
  /** What was seen is taken for what is: changes made elsewhere are seen after that. */
  validity: number;
  /** A look is waited for where something was seen before. */
  patience: number;
  /** What was seen is trusted while looks fail: a cluster takes half a minute to notice that its manager froze. */
  trust: number;
}

const usualTimes: Times = { validity: 500, patience: 500, trust: 45_000 };

export function lastSeen<Seen>(look: () => Promise<Seen>, times = usualTimes): LastSeen<Seen> {
  let seen: { value: Seen; since: number } | undefined;
  let looking: { value: Promise<Seen>; since: number } | undefined;
  const isWithin = (time: number) => seen !== undefined && performance.now() - seen.since <= time;

  function begin() {
    const begun = { value: look(), since: performance.now() };
    looking = begun;
    begun.value.then(
      (value) => {
        if (looking !== begun) return;
        seen = { value, since: begun.since };
        looking = undefined;
      },
      (error) => {
        if (looking !== begun) return;
        looking = undefined;
        // What is known for certain to be otherwise is trusted no longer.
        if (!isPassing(error)) seen = undefined;
      },
    );
    return begun;
  }

  return {
    async now() {
      if (seen && isWithin(times.validity)) return seen.value;
      const { value, since } = looking ?? begin();
      if (!seen || !isWithin(times.trust)) return value;
      const left = times.patience - (performance.now() - since);
      return inTime(value, left, seen.value);
    },
    fresh: () => (isWithin(times.validity) ? seen?.value : undefined),
    changed() {
      seen = undefined;
      looking = undefined;
    },
  };
}

/** The other one where this one is not there in time, or fails in a way that passes. */
async function inTime<Value>(value: Promise<Value>, milliseconds: number, other: Value): Promise<Value> {
  const ended = new AbortController();
  const { signal } = ended;
  const late = pause(Math.max(0, milliseconds), other, { signal }).catch(() => other);
  try {
    return await Promise.race([value, late]);
  } catch (error) {
    if (isPassing(error)) return other;
    throw error;
  } finally {
    ended.abort();
  }
}
