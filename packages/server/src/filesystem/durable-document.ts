/** Lowdb document whose content in memory changes only after the file on the disk. */
import { SaveError } from '@semantic-search/contract/storage';
import { Low } from 'lowdb';
import type { DurableFile } from './durable-file.ts';

export type DurableDocument<Data extends object> = ReturnType<typeof durableDocument<Data>>;

export function durableDocument<Data extends object>(file: DurableFile<Data>, data: Data) {
  let current = new Low<Data>(file, data);
  return {
    get data() {
      return current.data;
    },
    /** Rejects with a SaveError if the write fails; then nothing has changed. The caller waits for each write. */
    async write(newData: Data): Promise<void> {
      // A document of its own, because readers may see the new data only after the write.
      const next = new Low<Data>(file, newData);
      await writeOrUndo(
        () => next.write(),
        () => current.write(),
      );
      current = next;
    },
  };
}

/** A write may fail after the rename, so that a restart would find the rejected change. Throws a SaveError. */
export async function writeOrUndo(write: () => Promise<void>, undo: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (cause) {
    // A second error in a row must not leave the rejected change on the disk.
    await undo().catch(() => undo().catch(() => undefined));
    throw new SaveError('unchanged', cause);
  }
}
