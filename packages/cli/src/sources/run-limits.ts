/** Limits of a source run, of what it reads and of what it removes. */
import { statfs } from 'node:fs/promises';
import type { FetchError, Fetcher } from '@semantic-search/sources/websites';

export const DEFAULT_RUN_LIMITS = { maxMinutes: 720, maxRequests: 200_000, maxMegabytes: 20_000 };
export type RunLimitOptions = typeof DEFAULT_RUN_LIMITS;
export type RunLimits = ReturnType<typeof runLimits>;

/** Maximum number of addresses; each takes about 400 bytes of memory, so that a run needs at most 300 MB for them. */
const MAX_ADDRESSES = 750_000;
/** Enough for the server to keep writing while somebody frees space. */
const MIN_FREE_BYTES = 1024 ** 3;
/** Longer timers of Node end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** Number of addresses between two checks of the disk space, which the addresses fill slowly. */
const DISK_CHECK_INTERVAL = 500;

/** A site that answers with a login page or with errors must not empty the space. */
const MAX_REMOVED_SHARE = 0.5;
/** Whether a run would remove too many of the indexed pages. Even a site with one page may lose one. */
export const removesTooMany = (removedCount: number, indexedCount: number): boolean =>
  removedCount > Math.max(1, indexedCount * MAX_REMOVED_SHARE);

/** The run ends at the first limit that it reaches, and keeps what it has read. */
export class RunLimitError extends Error {}

export function runLimits({ maxMinutes, maxRequests, maxMegabytes }: RunLimitOptions) {
  const controller = new AbortController();
  // Only the first call has an effect.
  const end = (limit: string) => controller.abort(new RunLimitError(`ended at the limit of ${limit}`));
  setTimeout(end, Math.min(maxMinutes * 60_000, MAX_TIMER_MS), `${maxMinutes} minutes`).unref();
  let requests = 0;
  let bytes = 0;

  function countBytes(received: number): void {
    bytes += received;
    if (bytes > maxMegabytes * 1_000_000) end(`${maxMegabytes} MB received`);
  }

  return {
    /** Aborted with a RunLimitError when a limit is reached. */
    signal: controller.signal,
    /** A fetcher that counts requests and the bytes of their bodies. */
    limited: ({ fetch }: Fetcher): Fetcher => ({
      async fetch(request) {
        requests += 1;
        if (requests > maxRequests) end(`${maxRequests} requests`);
        controller.signal.throwIfAborted();
        try {
          const fetched = await fetch(request);
          countBytes(fetched.body.length);
          return fetched;
        } catch (error) {
          // The fetcher stops at this size, and returns no body.
          if ((error as FetchError).code === 'too-large') countBytes(request.maxBytes);
          throw error;
        }
      },
    }),
    /** Checks the number of addresses, and from time to time the free space on the disk of `folder`. */
    async checkAddresses(count: number, folder: string): Promise<void> {
      if (count > MAX_ADDRESSES) end(`${MAX_ADDRESSES} addresses`);
      if (count % DISK_CHECK_INTERVAL !== 1) return;
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize < MIN_FREE_BYTES) end(`${MIN_FREE_BYTES / 1024 ** 3} GiB of free disk space`);
    },
  };
}
