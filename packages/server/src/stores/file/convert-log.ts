/** Conversion of a data directory with one log for all configurations, as versions before 0.2 wrote it. */

import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { applyEvent, type ChangeRecord, emptyState } from '../../configurations/reducer.ts';
import { fsyncDirectory, nullIfNotFound } from '../../filesystem/durable-file.ts';
import { quarantine } from '../../filesystem/quarantine.ts';
import { writeChanges } from './changes.ts';
import { statePath } from './documents.ts';
import { decode } from './history-line.ts';

export const logFolder = (directory: string): string => join(directory, 'log');

/**
 * Does nothing without a log. The log moves to quarantine in the last step, so an interrupted conversion is repeated.
 *
 * Throws if the log is damaged: the version that wrote it can repair it.
 */
export async function convertLog(directory: string, log?: Pick<Logger, 'info'>): Promise<void> {
  if (!existsSync(logFolder(directory))) return;
  const changes = await readLog(directory);
  await writeChanges(directory, changes);
  const aside = join(await quarantine(directory), `converted-log-${Date.now()}`);
  await rename(logFolder(directory), aside);
  await fsyncDirectory(directory);
  log?.info({ changes: changes.length, aside }, 'Converted the log of configurations to one history each');
}

async function readLog(directory: string): Promise<ChangeRecord[]> {
  const path = join(logFolder(directory), '000001.jsonl');
  const damaged = (what: string) =>
    new Error(
      `${path}: ${what}. Repair it with the version that wrote it (semantic-search doctor --repair), or restore a backup`,
    );
  const text = await readFile(path, 'utf8').catch(nullIfNotFound);
  if (text === null) throw damaged('it is missing');
  const state = emptyState();
  const changes: ChangeRecord[] = [];
  const texts = text.split('\n');
  for (const [index, each] of texts.entries()) {
    const change = decode<ChangeRecord>(each);
    // The last line was never acknowledged if it is incomplete.
    if (!change && index === texts.length - 1) break;
    try {
      if (!change) throw new Error('not as it was written');
      state.commit(applyEvent(state, change));
      changes.push(change);
    } catch {
      throw damaged(`the line after change ${state.number} is damaged`);
    }
  }
  if (state.number < (await lastNumber(directory)))
    throw damaged(`it ends with change ${state.number}, but there were more`);
  return changes;
}

/** Number of changes according to `state.json` of the previous layout; 0 if unknown. */
async function lastNumber(directory: string): Promise<number> {
  return (await previousState(directory)).number ?? 0;
}

/** The highest ID in a directory that is not converted yet; 0 if unknown or converted. */
export async function lastLoggedId(directory: string): Promise<number> {
  if (!existsSync(logFolder(directory))) return 0;
  return ((await previousState(directory)).nextId ?? 1) - 1;
}

async function previousState(directory: string): Promise<{ number?: number; nextId?: number }> {
  const text = await readFile(statePath(directory), 'utf8').catch(nullIfNotFound);
  try {
    return JSON.parse(text ?? '{}') as { number?: number; nextId?: number };
  } catch {
    return {};
  }
}
