/** Client of a search space in a worker, so that searching and writing never block the calling thread. */
import type { SpaceOptions } from '../search-space.ts';
import { closedError, StorageError } from '../storage/storage-error.ts';
import type { WritableSpace } from '../writable-space.ts';
import { bridge } from './bridge.ts';
import { fromMessage, type toMessage } from './facet-message.ts';
import type { ClonedOptions } from './search-space-worker.ts';
import { connectSpace } from './worker-pool.ts';

export interface WorkerSpaceOptions extends ClonedOptions, Pick<SpaceOptions, 'onWarning'> {
  /**
   * Called when the worker terminates unexpectedly, for example out of memory, with the `StorageError` (`storage-ended`)
   * that all later calls reject with. Its `cause` is the reason. The space can then be opened again.
   */
  onEnd?: (error: Error) => void;
  /** Opens the space in its own worker, so that the end of this worker ends no other space. */
  alone?: boolean;
}

/** Opens or creates the space in `directory`, in a worker of the pool. Rejects with `storage-locked` if any process has it open. */
export async function openSearchSpace(
  directory: string,
  { onWarning = () => {}, onEnd = () => {}, alone = false, ...options }: WorkerSpaceOptions = {},
): Promise<WritableSpace> {
  const { port, ended, release } = connectSpace({ directory, options, isAlone: alone });
  const { call, rejectLaterCalls, stop } = bridge(port, onWarning);
  let state: 'opening' | 'open' | 'closing' | 'ended' = 'opening';
  let closing: Promise<void> | undefined;

  void ended.then((reason) => {
    const wasOpen = state === 'open';
    state = 'ended';
    const cause = reason instanceof Error ? reason : new Error(String(reason));
    const message = 'The worker of the search space has terminated.';
    const error = new StorageError('storage-ended', message, { cause });
    stop(error);
    void release();
    if (wasOpen) onEnd(error);
  });

  async function close(): Promise<void> {
    if (state === 'ended') return;
    state = 'closing';
    const hostClosed = new Promise((resolve) => port.once('close', resolve));
    const closed = call('close');
    rejectLaterCalls(closedError());
    await closed.catch(() => undefined);
    await Promise.race([hostClosed, ended]);
    await release();
  }

  const names = await call<string[]>('operationNames').catch(async (error: unknown) => {
    await release();
    throw error;
  });
  state = 'open';
  // The operations of `embeddedSpace`, which the worker calls by their names.
  const operations = Object.fromEntries(names.map((name) => [name, call.bind(undefined, name)]));
  return {
    ...(operations as unknown as WritableSpace),
    search: async (...query) => fromMessage(await call<ReturnType<typeof toMessage>>('search', ...query)),
    close() {
      closing ??= close();
      return closing;
    },
  };
}
