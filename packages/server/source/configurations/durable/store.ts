/** The durable store: every change is a line in `log/000001.jsonl` before memory has it and anyone is told. */
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { lockDirectory } from '../../disk/directory-lock.ts';
import { syncDirectory } from '../../disk/durable-file.ts';
import { concerned, draftOf, type Effect, type Event, effectOf, type Line, type View } from '../state.ts';
import { type ConfigurationStore, configurationStore, type Journal } from '../store.ts';
import { readCheckpoint, usualInterval, writeCheckpoint } from './checkpoint.ts';
import { lengthOf, openToldHistories, remember, type Told } from './history.ts';
import { decode, encode } from './line.ts';
import { logPath, type Open, openLog, type Position } from './log.ts';
import { copiedIds, projections, quarantine, readSummary } from './projections.ts';
import { DamagedLogError, type Replay, replay } from './replay.ts';

export interface DurableOptions {
  log: Logger;
  /** Opens the log's file; another one than node:fs/promises' lets a test fail its calls. */
  open?: Open;
  /** Changes after which a start would take longer than it should, so that what they made is noted beside the log. */
  checkpointInterval?: number;
}

/** Throws LockedError when another process has the directory, DamagedLogError when the log is not as written. */
export async function openDurableStore(
  directory: string,
  options: DurableOptions,
): Promise<ConfigurationStore> {
  await mkdir(join(directory, 'configurations'), { recursive: true });
  await mkdir(join(directory, 'log'), { recursive: true });
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

/** Most changes that share one sync. */
const largestBatch = 1000;

interface Waiting {
  decide(view: View): Event | null;
  resolve(effect: Effect | null): void;
  reject(error: unknown): void;
}

async function openJournal(
  directory: string,
  { log: logger, open, checkpointInterval = usualInterval }: DurableOptions,
): Promise<Journal> {
  const path = logPath(directory);
  const { state, histories, size, projected, told, ...recovered } = await recover(directory, path);
  let { last, checkpoint } = recovered;
  const copied = await copiedIds(directory);
  const log = await openLog(path, size, open);
  const places = await openToldHistories(path, told, open).catch(async (error) => {
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
    for (const id of concerned(line)) remember(histories, id, line.number, position);
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
      .tell(histories)
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
    countOf: (id) => lengthOf(histories.get(id)),
    async read(id, from, to) {
      const history = histories.get(id);
      const found = history ? await places.read(history, from, to) : [];
      return Promise.all(found.map(async (at) => lineAt(path, await log.read(at))));
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
  const draft = draftOf(state);
  return batch.map(({ decide, resolve, reject }) => {
    try {
      const event = decide(draft);
      if (!event) return { effect: null, settle: () => resolve(null) };
      const effect = effectOf(draft, { number: draft.number + 1, ...event });
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
): Promise<Replay & { projected: number; checkpoint: number; told: Told | null }> {
  const summary = await readSummary(directory);
  const projected = summary?.number ?? 0;
  await makeWhenNew(directory, path, projected);
  const checkpoint = await readCheckpoint(path);
  const found = await replay(path, checkpoint);
  if (
    found.state.number < projected ||
    (found.state.number === 0 && (await copiedIds(directory)).length > 0)
  ) {
    throw new DamagedLogError(
      path,
      `it ends with change ${found.state.number}, but there were ${projected || 'more'}`,
    );
  }
  if (found.torn.length > 0) {
    await writeFile(
      join(await quarantine(directory), `torn-after-${found.state.number}-${Date.now()}.jsonl`),
      found.torn,
    );
  }
  if (found.unended) await appendFile(path, '\n');
  return { ...found, projected, checkpoint: checkpoint?.number ?? 0, told: checkpoint?.told ?? null };
}

/** A new directory gets an empty log; one that was in use must have its log. */
async function makeWhenNew(directory: string, path: string, projected: number): Promise<void> {
  const used = projected > 0 || (await copiedIds(directory)).length > 0;
  if (!used) await appendFile(path, '');
  await syncDirectory(join(directory, 'log'));
  await syncDirectory(directory);
}

function lineAt(path: string, text: string): Line {
  const line = decode(text);
  if (!line) throw new DamagedLogError(path, 'a line was changed while the server ran');
  return line;
}
