/** Delay between requests to one host. */
import { setTimeout } from 'node:timers/promises';

export interface Politeness {
  /** Resolves when the host may be requested. Throws if the signal is aborted. */
  turn(address: string, delayMs: number, signal: AbortSignal): Promise<void>;
}

export function politeness(): Politeness {
  /** When the next request to a host may start, in milliseconds. */
  const next = new Map<string, number>();
  return {
    async turn(address, delayMs, signal) {
      const { host } = new URL(address);
      const now = performance.now();
      const start = Math.max(now, next.get(host) ?? 0);
      next.set(host, start + delayMs);
      if (start > now) await setTimeout(start - now, undefined, { signal });
    },
  };
}
