/** File store: every change is appended to the history of its configuration before memory changes. */
import { mkdir } from 'node:fs/promises';
import type { Logger } from 'pino';
import {
  affectedIds,
  applyEvent,
  createDraft,
  type Effect,
  type Event,
  type View,
} from '../../configurations/reducer.ts';
import { type ConfigurationStore, configurationStore, type Journal } from '../../configurations/store.ts';
import { lockDirectory } from '../../filesystem/directory-lock.ts';
import { fsyncDirectory } from '../../filesystem/durable-file.ts';
import { makeFolder } from '../../filesystem/file-ownership.ts';
import { documentWriter } from './document-writer.ts';
import type { HistoryHead } from './documents.ts';
import { configurationsFolder, historyPath, linesBackward, linesForward, type Open } from './history-file.ts';
import { decode, type HistoryLine } from './history-line.ts';
import { historyWriter } from './history-writer.ts';
import { DamagedStateError, recoverState } from './recovery.ts';

export interface FileStoreOptions {
  log: Logger;
  /** Opens histories for writing; tests inject failures. */
  open?: Open;
}

/** Throws LockedError if another process has locked the directory, and DamagedStateError if its files are damaged. */
export async function openFileStore(
  directory: string,
  options: FileStoreOptions,
): Promise<ConfigurationStore> {
  await mkdir(directory, { recursive: true });
  const unlock = await lockDirectory(directory);
  try {
    const journal = await openJournal(directory, options);
    return configurationStore({
      ...journal,
      async close() {
        await journal.close().finally(unlock);
      },
    });
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Each changed configuration needs a file handle. */
const MAX_BATCH_CHANGES = 100;

interface Waiting {
  decide(view: View): Event | null;
  resolve(effect: Effect | null): void;
  reject(error: unknown): void;
}

async function openJournal(directory: string, { log, open }: FileStoreOptions): Promise<Journal> {
  const { state, heads: recovered, outdated, isStateOutdated } = await recoverState(directory, log);
  const heads = new Map<number, HistoryHead>(
    Array.from(recovered, ([id, { version, number, bytes }]) => [id, { version, number, bytes }]),
  );
  await makeFolder(configurationsFolder(directory));
  await fsyncDirectory(directory);
  const writer = historyWriter(directory, (id) => heads.get(id), open);
  const known = isStateOutdated ? undefined : state.activeId;
  const documents = documentWriter(directory, state, heads, known, log);
  documents.renew(outdated);
  const waiting: Waiting[] = [];
  let busy = false;
  let writing = Promise.resolve();

  async function write(batch: readonly Decision[]): Promise<void> {
    const effects = batch.flatMap(({ effect }) => effect ?? []);
    if (effects.length > 0) {
      for (const [id, head] of await writer.append(effects.map(({ line }) => line))) heads.set(id, head);
    }
    for (const effect of effects) state.commit(effect);
    for (const { settle } of batch) settle();
    if (effects.length > 0) documents.renew(effects.flatMap(({ line }) => affectedIds(line)));
  }

  async function writeWaiting(): Promise<void> {
    busy = true;
    // Without writes, a call of `unavailableReason` starts the repair: without readiness there may be no further write.
    if (waiting.length === 0)
      await writer.mend().catch((error) => log.warn({ error }, 'A history cannot be repaired'));
    while (waiting.length > 0) {
      const batch = decideBatch(state, waiting);
      await write(batch).catch((error) => {
        for (const { reject } of batch) reject(error);
      });
    }
    busy = false;
  }

  return {
    view: state,
    entries: () => state.entries.values(),
    commit: (decide) =>
      new Promise((resolve, reject) => {
        waiting.push({ decide, resolve, reject });
        if (!busy) writing = writeWaiting();
      }),
    countOf: (id) => heads.get(id)?.version ?? 0,
    read: (id, from, to, order) => readLines(directory, id, heads.get(id), { from, to, order }),
    unavailableReason() {
      const reason = writer.unavailableReason();
      if (reason !== null && !busy) writing = writeWaiting();
      return reason;
    },
    async close() {
      await writing;
      // A rejected change must not appear at the next start.
      if (writer.unavailableReason() !== null) await writer.mend().catch(() => undefined);
      await documents.settled();
    },
  };
}

interface Decision {
  effect: Effect | null;
  /** Resolves or rejects this change alone, after the batch is durable. */
  settle(): void;
  /** Rejects it because the batch could not be written. */
  reject(error: unknown): void;
}

/** Removes the changes of one batch from the queue. Each decision sees those before it. An activation ends the batch. */
function decideBatch(state: View, waiting: Waiting[]): Decision[] {
  const draft = createDraft(state);
  const batch: Decision[] = [];
  while (waiting.length > 0 && batch.length < MAX_BATCH_CHANGES) {
    const { decide, resolve, reject } = waiting.shift()!;
    let effect: Effect | null = null;
    try {
      const event = decide(draft);
      if (event) {
        effect = applyEvent(draft, { number: draft.number + 1, ...event });
        draft.add(effect);
      }
      batch.push({ effect, settle: () => resolve(effect), reject });
    } catch (error) {
      batch.push({ effect: null, settle: () => reject(error), reject });
    }
    if (effect?.line.action === 'activated') break;
  }
  return batch;
}

interface LineRange {
  /** From this line (0 is the oldest) up to, but not including, `to`. */
  from: number;
  to: number;
  order?: 'oldest first' | 'newest first' | undefined;
}

/** Throws DamagedStateError if a line is not as it was written. */
async function* readLines(
  directory: string,
  id: number,
  head: HistoryHead | undefined,
  { from, to, order }: LineRange,
): AsyncGenerator<HistoryLine> {
  if (!head) return;
  const path = historyPath(directory, id);
  const isBackward = order === 'newest first';
  const texts = isBackward ? linesBackward(path, head.bytes) : linesForward(path, 0, head.bytes);
  let version = isBackward ? head.version : 1;
  for await (const text of texts) {
    const isWanted = version > from && version <= to;
    if (isWanted) yield requireLine(path, text, version);
    version += isBackward ? -1 : 1;
    if (isBackward ? version <= from : version > to) return;
  }
}

function requireLine(path: string, text: string, version: number): HistoryLine {
  const line = decode(text);
  if (line?.version !== version) throw new DamagedStateError(path, `version ${version} is damaged`);
  return line;
}
