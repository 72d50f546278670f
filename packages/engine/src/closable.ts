/** Wrapper that makes `close` idempotent and rejects all other calls after it. */

import { closedError } from './storage/storage-error.ts';
import type { WritableSpace } from './writable-space.ts';

/** Calls after `close` reject with `storage-closed`. */
export function closable<Space extends WritableSpace>(space: Space): Space {
  let closing: Promise<void> | undefined;
  const methods = Object.entries(space) as [string, (...args: unknown[]) => unknown][];
  const guarded = methods.map(([name, method]) => [
    name,
    (...args: unknown[]) => (closing ? Promise.reject(closedError()) : method(...args)),
  ]);
  return {
    ...(Object.fromEntries(guarded) as unknown as Space),
    close() {
      closing ??= space.close();
      return closing;
    },
  };
}
