/** File store: every change is appended to a write-ahead log before memory changes. */
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { lockDirectory } from '../../filesystem/directory-lock.ts';
import { fsyncDirectory } from '../../filesystem/durable-file.ts';
import { makeFolder } from '../../filesystem/file-ownership.ts';
import { isFull } from '../../system-errors.ts';
import {
  affectedIds,
  applyEvent,
  type ChangeRecord,
  createDraft,
  type Effect,
  type Event,
  type View,
} from '../reducer.ts';
import { batchRanges, type ConfigurationStore, configurationStore, type Journal } from '../store.ts';
import { DEFAULT_CHECKPOINT_INTERVAL, readCheckpoint, writeCheckpoint } from './checkpoint.ts';
import { appendPosition, historyLength, openHistoryIndex, type PersistedIndex } from './history-index.ts';
import { logPath, type Open, openLog, type Position } from './log.ts';
import { decode, encode } from './log-line.ts';
import { copiedIds, projections, quarantine, readSummary } from './projections.ts';
import { type Recovery, recoverState } from './recovery.ts';
import { DamagedLogError, emptyReplay } from './replay.ts';

export interface FileStoreOptions {
  log: Logger;
  /** Opens the log's file; another one than node:fs/promises' lets a test fail its calls. */
  open?: Open;
  /** Changes after which a start would take longer than it should, so that what they made is noted beside the log. */
  checkpointInterval?: number;
}

/** Throws LockedError when another process has the directory, DamagedLogError when the log is not as written. */
export async function openFileStore(
  directory: string,
  options: FileStoreOptions,
): Promise<ConfigurationStore> {
  await mkdir(directory, { recursive: true });
  const unlock = await lockDirectory(directory);
  try {
    for (const name of ['configurations', 'log']) await makeFolder(join(directory, name));
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

/** Most changes that share one sync. */
const largestBatch = 1000;
/** Of so many changes of a history it is in memory at a time where they stand; of the changes themselves, one. */
const mostPlaces = 5000;

interface Waiting {
  decide(view: View): Event | null;
  resolve(effect: Effect | null): void;
  reject(error: unknown): void;
}

async function openJournal(
  directory: string,
  { log: logger, open, checkpointInterval = DEFAULT_CHECKPOINT_INTERVAL }: FileStoreOptions,
): Promise<Journal> {
  const path = logPath(directory);
  const { state, histories, size, projected, told, ...recovered } = await recover(directory, path, logger);
  let { last, checkpoint } = recovered;
  const copied = await copiedIds(directory);
  const log = await openLog(path, size, open);
  const places = await openHistoryIndex(path, told, open).catch(async (error) => {
    await log.close();
    throw error;
  });
  const copies = projections(directory, state, logger);
  copies.renew([...histories].filter(([, { number }]) => number > projected).map(([id]) => id));
  copies.renew(copied.filter((id) => !state.find(id)));
  const waiting: Waiting[] = [];
  let busy = false;
  let writing = Promise.resolve();

  function keep(effect: Effect, position: Position): void {
    state.commit(effect);
    last = position;
    const { line, entry } = effect;
    for (const id of affectedIds(line)) appendPosition(histories, id, line.number, position);
    if (entry === null) histories.delete(line.id);
  }

  async function write(batch: Waiting[]): Promise<void> {
    const decided = decideAll(state, batch);
    const effects = decided.flatMap(({ effect }) => effect ?? []);
    const positions = effects.length === 0 ? [] : await log.append(effects.map(({ line }) => encode(line)));
    for (const [index, effect] of effects.entries()) keep(effect, positions[index] as Position);
    for (const { settle } of decided) settle();
    if (effects.length > 0) copies.renew(effects.map(({ line }) => line.id));
    await noteWhenDue();
  }

  async function noteWhenDue(): Promise<void> {
    if (state.number - checkpoint < checkpointInterval) return;
    checkpoint = state.number;
    // Without it the next start takes longer and memory keeps where the changes stand, no more.
    const failed = (error: unknown) =>
      logger.warn({ error }, 'The checkpoint of the log could not be written');
    await places
      .flush(histories)
      .then((told) => writeCheckpoint(path, { state, histories, told, last }))
      .catch(failed);
  }

  await noteWhenDue();

  async function writeWaiting(): Promise<void> {
    busy = true;
    // Between writes, whoever asks for the trouble has it mended: else no one would after readers left.
    if (waiting.length === 0)
      await log.mend().catch((error) => logger.warn({ error }, 'The log cannot be mended'));
    while (waiting.length > 0) {
      const batch = waiting.splice(0, largestBatch);
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
    countOf: (id) => historyLength(histories.get(id)),
    async *read(id, from, to, order) {
      const history = histories.get(id);
      if (!history) return;
      for (const [first, end] of batchRanges(from, to, mostPlaces, order)) {
        const found = await places.read(history, first, end);
        for (const at of order === 'newest first' ? found.reverse() : found) {
          yield lineAt(path, await log.read(at));
        }
      }
    },
    trouble() {
      const trouble = log.trouble();
      if (trouble !== null && !busy) writing = writeWaiting();
      return trouble;
    },
    async close() {
      await writing;
      await copies.settled();
      await places.close().finally(() => log.close());
    },
  };
}

/** Each decision sees those before it. One that throws is refused when the others are durable, and harms none of them. */
function decideAll(state: View, batch: Waiting[]): { effect: Effect | null; settle(): void }[] {
  const draft = createDraft(state);
  return batch.map(({ decide, resolve, reject }) => {
    try {
      const event = decide(draft);
      if (!event) return { effect: null, settle: () => resolve(null) };
      const effect = applyEvent(draft, { number: draft.number + 1, ...event });
      draft.add(effect);
      return { effect, settle: () => resolve(effect) };
    } catch (error) {
      return { effect: null, settle: () => reject(error) };
    }
  });
}

/** The state as the log tells it, after what a crash left behind is put away. */
async function recover(
  directory: string,
  path: string,
  logger: Logger,
): Promise<Recovery & { checkpoint: number; told: PersistedIndex | null }> {
  const checkpoint = await readCheckpoint(path);
  const found = await recoverState(directory, checkpoint);
  // What is damaged of the copies is made again.
  await readSummary(directory);
  if (!found) await appendFile(path, '');
  await fsyncDirectory(join(directory, 'log'));
  await fsyncDirectory(directory);
  if (found && found.torn.length > 0) await putAside(directory, found, logger);
  if (found?.unended) await appendFile(path, '\n');
  const nothingYet = { ...emptyReplay(), projected: 0 };
  return { ...(found ?? nothingYet), checkpoint: checkpoint?.number ?? 0, told: checkpoint?.told ?? null };
}

/** What was being written and never acknowledged. Where the disk is full, the server's log keeps it instead. */
async function putAside(directory: string, { torn, state }: Recovery, logger: Logger): Promise<void> {
  const name = `torn-after-${state.number}-${Date.now()}.jsonl`;
  try {
    await writeFile(join(await quarantine(directory), name), torn);
  } catch (error) {
    if (!isFull(error)) throw error;
    logger.warn({ error, torn: torn.toString() }, 'The torn end of the log could not be put aside');
  }
}

function lineAt(path: string, text: string): ChangeRecord {
  const line = decode(text);
  if (!line) throw new DamagedLogError(path, 'a line was changed while the server ran');
  return line;
}
