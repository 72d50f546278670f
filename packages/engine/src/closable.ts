/** Wrapper that makes `close` idempotent and rejects all other calls after it. */

import { StorageError } from './storage/storage-error.ts';
import type { WritableSpace } from './writable-space.ts';

const closedError = () => new StorageError('storage-closed', 'The search space has been closed.');

/** Calls after `close` reject with `storage-closed`. */
export function closable(space: WritableSpace): WritableSpace {
  let closing: Promise<void> | undefined;
  const methods = Object.entries(space) as [string, (...args: unknown[]) => unknown][];
  const guarded = methods.map(([name, method]) => [
    name,
    (...args: unknown[]) => (closing ? Promise.reject(closedError()) : method(...args)),
  ]);
  return {
    ...(Object.fromEntries(guarded) as WritableSpace),
    close() {
      closing ??= space.close();
      return closing;
    },
  };
}
