/** Readable copies beside the log, written behind: `configurations/<id>.json` and `state.json`. */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Low } from 'lowdb';
import type { Logger } from 'pino';
import { durableFile, syncDirectory } from '../../disk/durable-file.ts';
import type { State } from '../state.ts';

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
    await syncDirectory(join(directory, 'configurations'));
  }
}

/** Null when there is none, or when it is damaged: then it goes to the quarantine and is made again. */
export async function readSummary(directory: string): Promise<Summary | null> {
  const path = summaryPath(directory);
  try {
    const summary = await durableFile<Summary>(path).read();
    if (summary === null || Number.isInteger(summary.number)) return summary;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
  }
  await rename(path, join(await quarantine(directory), `state-${Date.now()}.json`));
  return null;
}

/** Where damaged files go: never to the bin. */
export async function quarantine(directory: string): Promise<string> {
  const path = join(directory, 'quarantine');
  await mkdir(path, { recursive: true });
  return path;
}

/** The configurations of which there are readable copies. */
export async function copiedIds(directory: string): Promise<number[]> {
  const names = await readdir(join(directory, 'configurations'));
  return names.filter((name) => /^\d+\.json$/.test(name)).map((name) => Number.parseInt(name, 10));
}

function summaryPath(directory: string): string {
  return join(directory, 'state.json');
}
