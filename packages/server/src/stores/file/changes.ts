/**
 * All changes of a data directory in their order, for backups, migrations and conversions.
 *
 * The caller holds the lock of the directory.
 */

import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { affectedIds, type ChangeRecord } from '../../configurations/reducer.ts';
import { fsyncDirectory, nullIfNotFound } from '../../filesystem/durable-file.ts';
import { makeFolder } from '../../filesystem/file-ownership.ts';
import { quarantine } from '../../filesystem/quarantine.ts';
import { configurationIds } from './documents.ts';
import { appendLines, configurationsFolder, historyName, historyPath } from './history-file.ts';
import { encode } from './history-line.ts';
import { DamagedStateError, emptyHistory, replayHistory } from './recovery.ts';

/** Verifies every line. The changes are numbered from 1 without gaps. */
export async function readChanges(directory: string): Promise<ChangeRecord[]> {
  const changes = new Map<number, ChangeRecord>();
  for (const id of await configurationIds(directory)) {
    const { damage } = await replayHistory(directory, id, emptyHistory, ({ version: _, ...change }) =>
      changes.set(change.number, change),
    );
    if (damage !== null) throw new DamagedStateError(historyPath(directory, id), damage);
  }
  const ordered = [...changes.values()].sort((one, other) => one.number - other.number);
  return ordered.map((change, index) => ({ ...change, number: index + 1 }));
}

/** Number of changes and of configurations that exist. */
export interface ChangesSummary {
  changes: number;
  configurations: number;
}

/** Verifies every line. Throws DamagedStateError. */
export async function summarizeChanges(directory: string): Promise<ChangesSummary> {
  const summary: ChangesSummary = { changes: 0, configurations: 0 };
  for (const id of await configurationIds(directory)) {
    const { state, damage } = await replayHistory(directory, id, emptyHistory, (line) => {
      // An activation is also in the history of the configuration that it deactivates.
      if (line.id === id) summary.changes += 1;
    });
    if (damage !== null) throw new DamagedStateError(historyPath(directory, id), damage);
    if (state.entry) summary.configurations += 1;
  }
  return summary;
}

/**
 * Replaces all configurations at once; previous ones are moved to quarantine. Documents are written at the next start.
 * Numbers have to ascend.
 */
export async function writeChanges(directory: string, changes: readonly ChangeRecord[]): Promise<void> {
  const staged = `${configurationsFolder(directory)}.new`;
  await rm(staged, { recursive: true, force: true });
  await makeFolder(staged);
  for (const [id, texts] of textsById(changes)) await appendLines(join(staged, historyName(id)), 0, texts);
  await fsyncDirectory(staged);
  const aside = join(await quarantine(directory), `configurations-${Date.now()}`);
  await rename(configurationsFolder(directory), aside).catch(nullIfNotFound);
  await rename(staged, configurationsFolder(directory));
  await fsyncDirectory(directory);
}

function textsById(changes: readonly ChangeRecord[]): Map<number, string[]> {
  const histories = new Map<number, string[]>();
  for (const change of changes) {
    for (const id of affectedIds(change)) {
      const texts = getOrInsert(histories, id);
      texts.push(encode({ version: texts.length + 1, ...change }));
    }
  }
  return histories;
}

function getOrInsert(histories: Map<number, string[]>, id: number): string[] {
  const texts = histories.get(id) ?? [];
  histories.set(id, texts);
  return texts;
}
