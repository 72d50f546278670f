/** The end of a space: it can be closed any number of times, and answers nothing afterwards. */
import type { WritableSpace } from './api.ts';
import { StorageError } from './storage/storage-error.ts';

export const closedError = () => new StorageError('storage-closed', 'The search space has been closed.');

/** The same space, whose `close` is asked once; whatever is asked after that is refused. */
export function closable(space: WritableSpace): WritableSpace {
  let closing: Promise<void> | undefined;
  const methods = Object.entries(space) as [string, (...given: unknown[]) => unknown][];
  const refusing = methods.map(([name, method]) => [
    name,
    (...given: unknown[]) => (closing ? Promise.reject(closedError()) : method(...given)),
  ]);
  return {
    ...(Object.fromEntries(refusing) as WritableSpace),
    close() {
      closing ??= space.close();
      return closing;
    },
  };
}
