/** Answers that are asked for again and again and seldom change: kept for a while, fetched once for all who wait. */
import { abortable } from '../abortable.ts';

export interface Cached<Value> {
  /** Who waits may give up by a signal without ending it for the others. */
  value(signal?: AbortSignal): Promise<Value>;
  /** The next to ask gets a new one. */
  forget(): void;
}

/** `fetch` at most once in `validity` milliseconds. While it fails nothing is remembered and nothing outdated given out. */
export function cached<Value>(validity: number, fetch: () => Promise<Value>): Cached<Value> {
  let known: { value: Promise<Value>; until: number } | undefined;

  function fetched(): Promise<Value> {
    const fresh = { value: fetch(), until: Number.POSITIVE_INFINITY };
    known = fresh;
    fresh.value.then(
      () => {
        fresh.until = performance.now() + validity;
      },
      () => {
        if (known === fresh) known = undefined;
      },
    );
    return fresh.value;
  }

  return {
    value(signal) {
      const value = known && performance.now() < known.until ? known.value : fetched();
      // What has come already is not waited for.
      return signal && known?.until === Number.POSITIVE_INFINITY ? abortable(value, signal) : value;
    },
    forget() {
      known = undefined;
    },
  };
}

/** The same for values by key; the one that came first goes when there are more than `most`. */
export function cachedByKey<Value>(
  validity: number,
  most: number,
): (key: string, fetch: () => Promise<Value>, signal?: AbortSignal) => Promise<Value> {
  const byKey = new Map<string, Cached<Value>>();
  return (key, fetch, signal) => {
    const known = byKey.get(key) ?? cached(validity, fetch);
    byKey.set(key, known);
    if (byKey.size > most) byKey.delete(byKey.keys().next().value!);
    return known.value(signal);
  };
}
