/** Writer of all histories: a change is committed when its lines are synced. */
import { open as openFile } from 'node:fs/promises';
import { affectedIds, type ChangeRecord } from '../../configurations/reducer.ts';
import { ProblemError } from '../../errors/problem.ts';
import { fsyncDirectory } from '../../filesystem/durable-file.ts';
import type { HistoryHead } from './documents.ts';
import { appendLines, configurationsFolder, cutHistory, historyPath, type Open } from './history-file.ts';
import { encode } from './history-line.ts';

export interface HistoryWriter {
  /**
   * Resolves to the new heads by ID when all lines are durable. If it rejects, all histories are as they were. Only the
   * last change may concern two configurations: see `cutHalfActivations`.
   */
  append(changes: readonly ChangeRecord[]): Promise<Map<number, HistoryHead>>;
  /** Why nothing can be written now; null if the last write succeeded or was undone. */
  unavailableReason(): string | null;
  /** Removes the remains of a failed write; rejects if that fails too. */
  mend(): Promise<void>;
}

/** Lines to append to one history. */
interface Addition {
  id: number;
  head: HistoryHead;
  texts: string[];
}

const empty: HistoryHead = { version: 0, number: 0, bytes: 0 };

export function historyWriter(
  directory: string,
  headOf: (id: number) => HistoryHead | undefined,
  open: Open = openFile,
): HistoryWriter {
  let unavailableReason: string | null = null;
  /** Committed sizes of histories that a failed write may have left longer. */
  const suspect = new Map<number, number>();

  async function mend(): Promise<void> {
    for (const [id, bytes] of suspect) {
      await cutHistory(historyPath(directory, id), bytes, open);
      suspect.delete(id);
    }
    unavailableReason = null;
  }

  async function write({ id, head, texts }: Addition): Promise<void> {
    suspect.set(id, headOf(id)?.bytes ?? 0);
    head.bytes = await appendLines(historyPath(directory, id), head.bytes, texts, open);
  }

  async function writeAll(additions: readonly Addition[]): Promise<void> {
    const results = await Promise.allSettled(additions.map(write));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    if (additions.some(({ id }) => !headOf(id))) await fsyncDirectory(configurationsFolder(directory));
  }

  return {
    async append(changes) {
      if (unavailableReason !== null) await mend().catch(failWrite);
      const additions = additionsFor(changes, headOf);
      const deactivated = changes.flatMap((change) => affectedIds(change).slice(1));
      try {
        await writeAll(additions.filter(({ id }) => !deactivated.includes(id)));
        await writeAll(additions.filter(({ id }) => deactivated.includes(id)));
      } catch (cause) {
        unavailableReason = `A change could not be saved, and its remains could not be removed: ${String(cause)}`;
        await mend().catch(() => undefined);
        return failWrite(cause);
      }
      suspect.clear();
      return new Map(additions.map(({ id, head }) => [id, head]));
    },
    unavailableReason: () => unavailableReason,
    mend,
  };
}

function additionsFor(
  changes: readonly ChangeRecord[],
  headOf: (id: number) => HistoryHead | undefined,
): Addition[] {
  const additions = new Map<number, Addition>();
  for (const change of changes) {
    for (const id of affectedIds(change)) {
      const addition = additions.get(id) ?? { id, head: { ...(headOf(id) ?? empty) }, texts: [] };
      additions.set(id, addition);
      const version = addition.head.version + 1;
      addition.texts.push(encode({ version, ...change }));
      addition.head = { ...addition.head, version, number: change.number };
    }
  }
  return [...additions.values()];
}

function failWrite(cause: unknown): never {
  throw new ProblemError('service-unavailable', 'The change could not be saved; nothing has changed.', {
    cause,
  });
}
