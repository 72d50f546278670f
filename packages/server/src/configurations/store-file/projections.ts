/** Readable copies beside the log, written behind: `configurations/<id>.json` and `state.json`. */
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Low } from 'lowdb';
import type { Logger } from 'pino';
import { durableFile, fsyncDirectory, nullIfNotFound } from '../../filesystem/durable-file.ts';
import { makeFolder } from '../../filesystem/file-ownership.ts';
import type { State } from '../reducer.ts';

/** What `state.json` says: all copies are as new as change `number`. */
export interface Summary {
  number: number;
  nextId: number;
  activeId: number | null;
}

export interface Projections {
  /** Writes the copies of these configurations soon; deleted ones are removed. */
  renew(ids: Iterable<number>): void;
  /** Resolves when all copies are as new as the state was, or could not be written. */
  settled(): Promise<void>;
}

export function projections(directory: string, state: State, log: Logger): Projections {
  const stale = new Set<number>();
  let busy = false;
  let running = Promise.resolve();

  async function run(): Promise<void> {
    busy = true;
    while (stale.size > 0) {
      const summary: Summary = { number: state.number, nextId: state.nextId, activeId: state.activeId };
      const ids = [...stale];
      stale.clear();
      try {
        for (const id of ids) await writeCopy(directory, state, id);
        await new Low<Summary>(durableFile(summaryPath(directory)), summary).write();
      } catch (error) {
        // The log is the truth: a copy that could not be written is written with the next change or start.
        for (const id of ids) stale.add(id);
        log.warn({ error }, 'The readable copies of the configurations could not be written');
        break;
      }
    }
    busy = false;
  }

  return {
    renew(ids) {
      for (const id of ids) stale.add(id);
      if (!busy && stale.size > 0) running = run();
    },
    settled: () => running,
  };
}

async function writeCopy(directory: string, state: State, id: number): Promise<void> {
  const path = join(directory, 'configurations', `${id}.json`);
  const entry = state.find(id);
  if (entry) await new Low(durableFile(path), entry).write();
  else {
    await rm(path, { force: true });
    await fsyncDirectory(join(directory, 'configurations'));
  }
}

/** Null when there is none, or when it is damaged: then it goes to the quarantine and is made again. */
export async function readSummary(directory: string): Promise<Summary | null> {
  const summary = await loadSummary(directory);
  if (summary !== 'damaged') return summary;
  await rename(summaryPath(directory), join(await quarantine(directory), `state-${Date.now()}.json`));
  return null;
}

/** Null when there is none. Nothing is changed. */
export async function loadSummary(directory: string): Promise<Summary | 'damaged' | null> {
  try {
    const summary = await durableFile<unknown>(summaryPath(directory)).read();
    return summary === null || isSummary(summary) ? summary : 'damaged';
  } catch (error) {
    return nullWhenDamaged(error as NodeJS.ErrnoException) ?? 'damaged';
  }
}

function isSummary(data: unknown): data is Summary {
  const { number, nextId, activeId } = data as Partial<Summary>;
  return isNatural(number) && isNatural(nextId) && nextId > 0 && (activeId === null || isNatural(activeId));
}

/** At most one more than the greatest int32, which is the greatest id. */
function isNatural(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 2 ** 31;
}

/** Whatever the readable copy of a configuration holds; null when there is none, or when it is no JSON. */
export async function readCopy(directory: string, id: number): Promise<unknown> {
  const file = durableFile<unknown>(join(directory, 'configurations', `${id}.json`));
  return file.read().catch(nullWhenDamaged);
}

/** A file that cannot be read for now is not damaged. */
function nullWhenDamaged(error: NodeJS.ErrnoException): null {
  if (error.code === undefined) return null;
  throw error;
}

/** Where damaged files go: never to the bin. */
export async function quarantine(directory: string): Promise<string> {
  const path = join(directory, 'quarantine');
  await makeFolder(path);
  return path;
}

/** The configurations of which there are readable copies. */
export async function copiedIds(directory: string): Promise<number[]> {
  const names = (await readdir(join(directory, 'configurations')).catch(nullIfNotFound)) ?? [];
  return names.filter((name) => /^\d+\.json$/.test(name)).map((name) => Number.parseInt(name, 10));
}

function summaryPath(directory: string): string {
  return join(directory, 'state.json');
}
