/** A lowdb document in memory that changes only after the disk, one change after another. */
import { Low } from 'lowdb';
import { ProblemError } from '../errors/problem.ts';
import type { DurableFile } from './durable-file.ts';

export interface DurableDocument<Data extends object> {
  readonly data: Data;
  /**
   * `change` receives the newest data and returns the next, or the same if nothing has to be written. If it throws, or the
   * write fails, nothing has changed.
   */
  update(change: (data: Data) => Data | Promise<Data>): Promise<void>;
}

export function durableDocument<Data extends object>(
  file: DurableFile<Data>,
  data: Data,
): DurableDocument<Data> {
  const low = new Low<Data>(file, data);
  const queue = taskQueue();
  return {
    get data() {
      return low.data;
    },
    update: (change) =>
      queue(async () => {
        const next = await change(low.data);
        if (next === low.data) return;
        await writeOrUndo(
          () => file.write(next),
          () => file.write(low.data),
        );
        low.data = next;
      }),
  };
}

/** A write may fail after the rename, so that a restart would find the rejected change. Throws service-unavailable. */
export async function writeOrUndo(write: () => Promise<void>, undo: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (cause) {
    await undo().catch(() => undo().catch(() => undefined));
    const detail = 'The change could not be saved; nothing has changed.';
    throw new ProblemError('service-unavailable', detail, { cause });
  }
}

export type TaskQueue = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Runs tasks one after another. */
export function taskQueue(): TaskQueue {
  let latest: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = latest.then(task);
    latest = result.catch(() => undefined);
    return result;
  };
}
