/** Answers that are asked for again and again and seldom change: kept for a while, fetched once for all who wait. */
import { orAborted } from '../abortable.ts';

export interface Remembered<Value> {
  /** Who waits may give up by a signal without ending it for the others. */
  value(signal?: AbortSignal): Promise<Value>;
  /** The next to ask gets a new one. */
  forget(): void;
}

/** `fetch` at most once in `validity` milliseconds. While it fails nothing is remembered and nothing outdated given out. */
export function remembered<Value>(validity: number, fetch: () => Promise<Value>): Remembered<Value> {
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
      return signal && known?.until === Number.POSITIVE_INFINITY ? orAborted(value, signal) : value;
    },
    forget() {
      known = undefined;
    },
  };
}

/** The same for values by key; the one that came first goes when there are more than `most`. */
export function rememberedByKey<Value>(
  validity: number,
  most: number,
): (key: string, fetch: () => Promise<Value>, signal?: AbortSignal) => Promise<Value> {
  const byKey = new Map<string, Remembered<Value>>();
  return (key, fetch, signal) => {
    const known = byKey.get(key) ?? remembered(validity, fetch);
    byKey.set(key, known);
    if (byKey.size > most) byKey.delete(byKey.keys().next().value!);
    return known.value(signal);
  };
}
