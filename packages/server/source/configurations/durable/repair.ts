/** Makes a log that can be read again out of a damaged one: its good lines, and the copies for what they miss. */
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultSettings } from '@semantic-search/contract';
import { lockDirectory } from '../../disk/directory-lock.ts';
import { durableFile, nullWhenMissing, replaceFile } from '../../disk/durable-file.ts';
import { planSettings } from '../settings.ts';
import { type Entry, type Event, effectOf, emptyState, type Line, type State } from '../state.ts';
import { decode, encode } from './line.ts';
import { logPath } from './log.ts';
import { copiedIds, quarantine, readSummary, type Summary } from './projections.ts';

/** What was done, in numbers and words for the operator. */
export interface RepairReport {
  /** Lines taken over, of those that were there. */
  kept: number;
  lines: number;
  /** What was restored from the readable copies, and what could not be. */
  notes: string[];
  /** Where the damaged log is now; null when nothing was wrong with it. */
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
  const bytes = await readFile(path, 'utf8').catch(nullWhenMissing);
  const summary = await readSummary(directory);
  const copies = await readCopies(directory);
  const found = (bytes ?? '').split('\n').filter((text) => text !== '');
  const draft: Draft = { state: emptyState(), texts: [], newer: new Set() };
  for (const text of found) keepLine(draft, decode(text), summary?.number ?? Number.POSITIVE_INFINITY);
  const kept = draft.texts.length;
  const notes = [...restore(draft, copies, summary)];
  if (kept === found.length && notes.length === 0) return { kept, lines: kept, notes, damagedLog: null };
  const damagedLog = join(await quarantine(directory), `log-${Date.now()}.jsonl`);
  if (bytes !== null) await rename(path, damagedLog);
  await replaceFile(path, draft.texts.map((text) => `${text}\n`).join(''));
  // The numbers start anew, so what the summary says of them holds no longer.
  const { number, nextId, activeId } = draft.state;
  await durableFile<Summary>(join(directory, 'state.json')).write({ number: 0, nextId, activeId });
  return { kept, lines: found.length, notes: [...notes, `The log has ${number} changes now.`], damagedLog };
}

/** Takes the line over under the next number; one that does not follow from those before is left out. */
function keepLine(draft: Draft, line: Line | null, copied: number): void {
  if (!line) return;
  if (append(draft, line) && line.number > copied) draft.newer.add(line.id);
}

function append({ state, texts }: Draft, event: Event): boolean {
  const line = { ...event, number: state.number + 1 };
  try {
    state.commit(effectOf(state, line));
  } catch {
    // It speaks of a configuration that a damaged line made: the copies know more.
    return false;
  }
  texts.push(encode(line));
  return true;
}

/** Brings the state to what the copies say, by changes that stand in the log as the repair's. */
function* restore(draft: Draft, copies: Map<number, Entry>, summary: Summary | null): Generator<string> {
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
    if (copies.has(id) || newer.has(id)) continue;
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
async function readCopies(directory: string): Promise<Map<number, Entry>> {
  const ids = (await copiedIds(directory)).sort((one, other) => one - other);
  const copies = new Map<number, Entry>();
  for (const id of ids) {
    const copy = await durableFile<Entry>(join(directory, 'configurations', `${id}.json`))
      .read()
      .catch(() => null);
    if (copy?.id === id && planSettings({ ...copy.config }, defaultSettings).errors.length === 0)
      copies.set(id, copy);
  }
  return copies;
}
