/** Background writer of the documents: `<id>.json` and `state.json` follow the histories. */
import type { Logger } from 'pino';
import type { State } from '../../configurations/reducer.ts';
import { type HistoryHead, writeConfiguration, writeState } from './documents.ts';

export interface DocumentWriter {
  /** Writes the documents of these configurations soon, and `state.json` if another configuration is active. */
  renew(ids: Iterable<number>): void;
  /** Resolves when all documents are up to date or could not be written. */
  settled(): Promise<void>;
}

/** `activeId` is the one in `state.json`; undefined if it has to be written. */
export function documentWriter(
  directory: string,
  state: State,
  heads: ReadonlyMap<number, HistoryHead>,
  activeId: number | null | undefined,
  log: Logger,
): DocumentWriter {
  let writtenId = activeId;
  const outdated = new Set<number>();
  let busy = false;
  let running = Promise.resolve();

  /**
   * Writes `state.json` first, so that no document is newer. If `state.json` lacks an activation, the next start finds it
   * in a history that is newer than its document.
   */
  async function writeAll(): Promise<void> {
    const { activeId, number } = state;
    const documents = Array.from(outdated, (id) => ({
      id,
      head: heads.get(id),
      entry: state.find(id) ?? null,
    }));
    if (activeId !== writtenId) {
      await writeState(directory, { activeId, number });
      writtenId = activeId;
    }
    for (const { id, head, entry } of documents) {
      if (head) await writeConfiguration(directory, id, { ...head, entry });
      // A change in the meantime has replaced the head.
      if (heads.get(id) === head) outdated.delete(id);
    }
  }

  async function run(): Promise<void> {
    busy = true;
    try {
      while (outdated.size > 0 || state.activeId !== writtenId) await writeAll();
    } catch (error) {
      // The histories have everything: the next change or start writes the document.
      log.warn({ error }, 'The documents of the configurations could not be written');
    }
    busy = false;
  }

  return {
    renew(ids) {
      for (const id of ids) outdated.add(id);
      if (!busy) running = run();
    },
    settled: () => running,
  };
}
