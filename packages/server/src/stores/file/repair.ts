/** Repair of damaged histories: keeps their valid lines and adds what the documents have in addition. */

import { link, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Change, ConfigurationSettings } from '@semantic-search/contract';
import { planSettings } from '../../configurations/merge-settings.ts';
import type { ChangeRecord, Event } from '../../configurations/reducer.ts';
import { lockDirectory } from '../../filesystem/directory-lock.ts';
import { fsyncDirectory, nullIfNotFound, replaceFile } from '../../filesystem/durable-file.ts';
import { makeFolder } from '../../filesystem/file-ownership.ts';
import { quarantine } from '../../filesystem/quarantine.ts';
import {
  type ConfigurationState,
  configurationIds,
  documentPath,
  readConfiguration,
  writeConfiguration,
} from './documents.ts';
import { configurationsFolder, historyName, historyPath, linesForward } from './history-file.ts';
import { decode, encode, type HistoryLine } from './history-line.ts';
import { applyLine, emptyHistory, type Replay, replayHistory } from './recovery.ts';

/** A history and its document. */
export interface Inspection extends Replay {
  id: number;
  document: ConfigurationState | 'damaged' | null;
  /** Number of valid changes, without those of other configurations. */
  changes: number;
}

/** Reads everything of one configuration and changes nothing. */
export async function inspectConfiguration(directory: string, id: number): Promise<Inspection> {
  const document = readConfiguration(directory, id);
  let changes = 0;
  const found = await replayHistory(directory, id, emptyHistory, (line) => {
    if (line.id === id) changes += 1;
  });
  return {
    ...found,
    id,
    document,
    changes,
    damage: found.damage ?? missingChanges(found.state, id, document),
  };
}

function missingChanges(
  { version, bytes }: ConfigurationState,
  id: number,
  document: Inspection['document'],
): string | null {
  if (document === 'damaged')
    return version === 0 ? `it is missing or empty, and ${id}.json is damaged` : null;
  if (!document || document.bytes <= bytes) return null;
  return `it has ${version} of ${document.version} changes`;
}

/** Returns a message for each repaired configuration. Throws LockedError while a server uses the directory. */
export async function repairHistories(directory: string): Promise<string[]> {
  const unlock = await lockDirectory(directory);
  try {
    await makeFolder(configurationsFolder(directory));
    const ids = await configurationIds(directory);
    const found = await Promise.all(ids.map((id) => inspectConfiguration(directory, id)));
    // Corrections need numbers that no change has.
    const last = found.flatMap(({ state, document }) =>
      document === null || document === 'damaged' ? state.number : [state.number, document.number],
    );
    let number = Math.max(0, ...last);
    const notes: string[] = [];
    for (const { id, document } of found.filter(({ damage }) => damage !== null))
      notes.push(await repairHistory(directory, id, document, () => ++number));
    return notes;
  } finally {
    await unlock();
  }
}

async function repairHistory(
  directory: string,
  id: number,
  document: Inspection['document'],
  nextNumber: () => number,
): Promise<string> {
  const path = historyPath(directory, id);
  const aside = join(await quarantine(directory), `${Date.now()}-${historyName(id)}`);
  // A second name for the file: at no moment is there no history.
  await link(path, aside).catch(nullIfNotFound);
  await fsyncDirectory(join(directory, 'quarantine'));
  const kept = await validLines(path, id);
  const draft = { ...kept, texts: [...kept.texts] };
  for (const event of corrections(kept.state, document))
    append(draft, { ...event, id, number: nextNumber() } as ChangeRecord, id);
  await replaceFile(path, draft.texts.map((text) => `${text}\n`).join(''));
  if (draft.state.version === 0) {
    await rm(documentPath(directory, id), { force: true });
    return `Configuration ${id} is lost: neither its history nor its document can be read.`;
  }
  await writeConfiguration(directory, id, draft.state);
  const added = draft.texts.length - kept.texts.length;
  return `Configuration ${id}: ${kept.texts.length} changes recovered, ${added} added from its document.`;
}

/** Lines of a new history and the state that they lead to. */
interface Draft {
  state: ConfigurationState;
  texts: string[];
}

/** All lines that are as they were written and follow from those before, with new versions. */
async function validLines(path: string, id: number): Promise<Draft> {
  const draft: Draft = { state: emptyHistory, texts: [] };
  const size = (await stat(path).catch(nullIfNotFound))?.size ?? 0;
  if (size === 0) return draft;
  for await (const text of linesForward(path, 0, size)) {
    const line = decode(text);
    if (line) append(draft, line, id);
  }
  return draft;
}

/** Skips a change that cannot follow. */
function append(
  draft: Draft,
  { version: _, ...change }: ChangeRecord & { version?: number },
  id: number,
): void {
  const line: HistoryLine = { version: draft.state.version + 1, ...change };
  const text = encode(line);
  const next = applyLine(draft.state, line, id, Buffer.byteLength(text) + 1);
  if (!next) return;
  draft.state = next;
  draft.texts.push(text);
}

type Correction = Pick<Event, 'user' | 'date'> &
  (
    | { action: 'created'; config: ConfigurationSettings }
    | { action: 'updated'; changes: readonly Change[] }
    | { action: 'deleted' }
  );

/** Changes that lead from the recovered state to that of the document, unless the document is older. */
function corrections(
  { number, entry, version }: ConfigurationState,
  document: Inspection['document'],
): Correction[] {
  if (document === null || document === 'damaged' || document.number < number) return [];
  const by = { user: 'repair', date: new Date().toISOString() };
  const target = document.entry;
  if (!target) return entry ? [{ ...by, action: 'deleted' }] : [];
  // A deleted configuration cannot be created again under its ID.
  if (!entry && version > 0) return [];
  if (!entry) return [{ action: 'created', user: target.user, date: target.created, config: target.config }];
  const { changes } = planSettings({ ...target.config }, entry.config);
  return changes.length === 0 ? [] : [{ ...by, action: 'updated', changes }];
}
