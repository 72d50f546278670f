/** Repair of a damaged log: keeps its valid lines and adds missing state from the copies. */
import { link, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { defaultSettings } from '@semantic-search/contract';
import type { Logger } from 'pino';
import { lockDirectory } from '../../filesystem/directory-lock.ts';
import { durableFile, fsyncDirectory, nullIfNotFound, replaceFile } from '../../filesystem/durable-file.ts';
import { makeFolder } from '../../filesystem/file-ownership.ts';
import { planSettings } from '../merge-settings.ts';
import {
  applyEvent,
  type ChangeRecord,
  type Event,
  emptyState,
  type State,
  type StoredConfiguration,
} from '../reducer.ts';
import { deleteCheckpoint } from './checkpoint.ts';
import { logPath } from './log.ts';
import { decode, encode } from './log-line.ts';
import { copiedIds, projections, quarantine, readCopy, readSummary, type Summary } from './projections.ts';
import { recoverState } from './recovery.ts';
import { DamagedLogError } from './replay.ts';

/** What was done, in numbers and words for the operator. */
export interface RepairReport {
  /** Lines taken over, of those that were there. */
  kept: number;
  lines: number;
  /** What was restored from the readable copies, and what could not be. */
  notes: string[];
  /** Where the damaged log is now; null when nothing was wrong with it, or there was none. */
  damagedLog: string | null;
}

/** Throws LockedError while a server runs on the directory. */
export async function repair(directory: string): Promise<RepairReport> {
  const unlock = await lockDirectory(directory);
  try {
    return await repairLog(directory);
  } finally {
    await unlock();
  }
}

/** The lines that stay, and the state they make. */
interface Draft {
  state: State;
  texts: string[];
  /** Configurations whose copy may be older than the log. */
  newer: Set<number>;
}

async function repairLog(directory: string): Promise<RepairReport> {
  const path = logPath(directory);
  const whole = await recoverState(directory).catch(damaged);
  if (whole !== 'damaged') {
    const lines = whole?.state.number ?? 0;
    return { kept: lines, lines, notes: [], damagedLog: null };
  }
  const bytes = await readFile(path, 'utf8').catch(nullIfNotFound);
  const summary = await readSummary(directory);
  const copied = new Set(await copiedIds(directory));
  const copies = await readCopies(directory, copied);
  const found = (bytes ?? '').split('\n').filter((text) => text !== '');
  const draft: Draft = { state: emptyState(), texts: [], newer: new Set() };
  for (const text of found) keepLine(draft, decode(text), summary?.number ?? Number.POSITIVE_INFINITY);
  const kept = draft.texts.length;
  const notes = [...restore(draft, { copied, copies, summary })];
  const damagedLog = join(await quarantine(directory), `log-${Date.now()}.jsonl`);
  // A second name for it: at no moment is there no log.
  if (bytes !== null) await link(path, damagedLog);
  await fsyncDirectory(dirname(damagedLog));
  await deleteCheckpoint(path);
  await makeFolder(dirname(path));
  await replaceFile(path, draft.texts.map((text) => `${text}\n`).join(''));
  // The numbers start anew, so what the summary says of them holds no longer.
  const { number, nextId, activeId } = draft.state;
  await durableFile<Summary>(join(directory, 'state.json')).write({ number: 0, nextId, activeId });
  notes.push(`The log has ${number} changes now.`);
  return { kept, lines: found.length, notes, damagedLog: bytes === null ? null : damagedLog };
}

function damaged(error: unknown): 'damaged' {
  if (error instanceof DamagedLogError) return 'damaged';
  throw error;
}

/** Writes all readable copies anew from the log, which has to be whole; the server has to be stopped. */
export async function rewriteCopies(directory: string, log: Logger): Promise<void> {
  const found = await recoverState(directory);
  if (!found) return;
  const { state } = found;
  await makeFolder(join(directory, 'configurations'));
  await readSummary(directory);
  const copies = projections(directory, state, log);
  copies.renew([...state.entries.keys(), ...(await copiedIds(directory))]);
  await copies.settled();
}

/** Takes the line over under the next number; one that does not follow from those before is left out. */
function keepLine(draft: Draft, line: ChangeRecord | null, copied: number): void {
  if (!line) return;
  if (append(draft, line) && line.number > copied) draft.newer.add(line.id);
}

function append({ state, texts }: Draft, event: Event): boolean {
  const line = { ...event, number: state.number + 1 };
  try {
    state.commit(applyEvent(state, line));
  } catch {
    // It speaks of a configuration that a damaged line made: the copies know more.
    return false;
  }
  texts.push(encode(line));
  return true;
}

/** What lies beside the log. */
interface Copies {
  /** Of which configurations there are copies, damaged ones too. */
  copied: ReadonlySet<number>;
  copies: ReadonlyMap<number, StoredConfiguration>;
  summary: Summary | null;
}

/** Brings the state to what the copies say, by changes that stand in the log as the repair's. */
function* restore(draft: Draft, { copied, copies, summary }: Copies): Generator<string> {
  const { state, newer } = draft;
  const by = (id: number) => ({ id, user: 'repair', date: new Date().toISOString() });
  for (const [id, copy] of copies) {
    const present = state.find(id);
    if (!present) {
      append(draft, { action: 'created', id, user: copy.user, date: copy.created, config: copy.config });
      yield `Configuration ${id} was restored from its copy.`;
    } else if (!newer.has(id)) {
      const { changes } = planSettings({ ...copy.config }, present.config);
      if (changes.length === 0) continue;
      append(draft, { ...by(id), action: 'updated', changes });
      yield `Configuration ${id} was brought to its copy: ${changes.map(({ key }) => key).join(', ')}.`;
    }
  }
  if (!summary) return;
  for (const id of [...state.entries.keys()]) {
    if (copied.has(id) || newer.has(id)) continue;
    append(draft, { ...by(id), action: 'deleted' });
    yield `Configuration ${id} has no copy, so it was deleted.`;
  }
  yield* restoreSummary(draft, summary, by);
}

type Stamp = (id: number) => { id: number; user: string; date: string };

function* restoreSummary(draft: Draft, { nextId, activeId }: Summary, by: Stamp): Generator<string> {
  const { state } = draft;
  if (state.nextId < nextId) {
    const id = nextId - 1;
    append(draft, { ...by(id), action: 'created', config: defaultSettings });
    append(draft, { ...by(id), action: 'deleted' });
    yield `Ids below ${nextId} are not given again.`;
  }
  if (activeId !== null && activeId !== state.activeId && state.find(activeId)) {
    append(draft, { ...by(activeId), action: 'activated', deactivated: state.activeId });
    yield `Configuration ${activeId} is the active one again.`;
  }
}

/** By id; a damaged copy counts as none. */
async function readCopies(
  directory: string,
  ids: ReadonlySet<number>,
): Promise<Map<number, StoredConfiguration>> {
  const copies = new Map<number, StoredConfiguration>();
  for (const id of [...ids].sort((one, other) => one - other)) {
    const copy = await readCopy(directory, id);
    if (isEntry(copy) && copy.id === id) copies.set(id, copy);
  }
  return copies;
}

function isEntry(data: unknown): data is StoredConfiguration {
  const { id, user, created, config } = (data ?? {}) as Partial<StoredConfiguration>;
  const stamped =
    typeof id === 'number' && typeof user === 'string' && !Number.isNaN(Date.parse(created ?? ''));
  return (
    stamped && typeof config === 'object' && planSettings({ ...config }, defaultSettings).errors.length === 0
  );
}
