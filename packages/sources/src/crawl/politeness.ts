/** Politeness of a crawl: a delay between two requests to one host. */
import { setTimeout } from 'node:timers/promises';

/** Waits until a host may be requested. */
export function politeness(signal: AbortSignal): (address: string, delayMs: number) => Promise<void> {
  /** When the next request to a host may start, in milliseconds. */
  const nextTimes = new Map<string, number>();
  return async (address, delayMs) => {
    const { host } = new URL(address);
    const now = performance.now();
    const start = Math.max(now, nextTimes.get(host) ?? 0);
    nextTimes.set(host, start + delayMs);
    if (start > now) await setTimeout(start - now, undefined, { signal });
  };
}
