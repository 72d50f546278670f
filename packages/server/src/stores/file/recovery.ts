/** Crash recovery: reads documents and newer changes, and cuts changes that were never acknowledged. */

import { existsSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { applyChanges } from '../../configurations/merge-settings.ts';
import { type State, stateFrom } from '../../configurations/reducer.ts';
import { isFull } from '../../errors/system-errors.ts';
import { quarantine } from '../../filesystem/quarantine.ts';
import {
  type ConfigurationState,
  configurationIds,
  quarantineDocument,
  readConfiguration,
  readState,
  type StateDocument,
} from './documents.ts';
import { configurationsFolder, cutHistory, historyPath, linesForward } from './history-file.ts';
import { decode, encode, type HistoryLine } from './history-line.ts';

/** The files contradict each other or are not as written. A person has to decide what to do about it. */
export class DamagedStateError extends Error {
  override readonly name = 'DamagedStateError';

  constructor(path: string, what: string) {
    super(
      `${path}: ${what}. The server does not start, so that nothing is lost; see what can be saved with: semantic-search doctor --repair`,
    );
  }
}

type Activation = HistoryLine & { action: 'activated' };

/** Result of reading a history from a position on. */
export interface Replay {
  /** State after the last valid line. */
  state: ConfigurationState;
  /** Lines of activations, which concern other configurations too. */
  activations: Activation[];
  /** Bytes of an incomplete last line, which was never acknowledged. */
  torn: Buffer;
  /** Why the lines after the last valid one cannot be used; null if there are none. */
  damage: string | null;
}

/** State before the first line of a history. */
export const emptyHistory: ConfigurationState = { version: 0, number: 0, bytes: 0, entry: null };

/** Reads the lines after `from`, one at a time, and calls `onLine` for each valid one. */
export async function replayHistory(
  directory: string,
  id: number,
  from: ConfigurationState,
  onLine: (line: HistoryLine) => void = () => undefined,
): Promise<Replay> {
  const path = historyPath(directory, id);
  const size = sizeOf(path);
  const found: Replay = { state: from, activations: [], torn: Buffer.alloc(0), damage: null };
  if (size < from.bytes) {
    found.damage = `it has ${size} bytes, but there were ${from.bytes}`;
    return found;
  }
  if (size === from.bytes) return found;
  const texts = linesForward(path, from.bytes, size);
  try {
    for (;;) {
      const { done, value } = await texts.next();
      if (done) {
        found.torn = value;
        return found;
      }
      const line = decode(value);
      const next = line && applyLine(found.state, line, id, Buffer.byteLength(value) + 1);
      if (!next) {
        found.damage = `the line after version ${found.state.version} is damaged`;
        return found;
      }
      found.state = next;
      if (line.action === 'activated') found.activations.push(line);
      onLine(line);
    }
  } finally {
    await texts.return(found.torn);
  }
}

/** Returns null if the line cannot follow the state. */
export function applyLine(
  state: ConfigurationState,
  line: HistoryLine,
  id: number,
  bytes: number,
): ConfigurationState | null {
  const { entry } = state;
  const isNext = line.version === state.version + 1 && line.number > state.number;
  const isOwn = line.id === id || (line.action === 'activated' && line.deactivated === id);
  const isPossible = line.action === 'created' ? state.version === 0 : entry !== null;
  if (!isNext || !isOwn || !isPossible) return null;
  const head = { version: line.version, number: line.number, bytes: state.bytes + bytes };
  if (line.action === 'created') {
    const { user, date: created, config } = line;
    return { ...head, entry: { id, user, created, config } };
  }
  if (line.action === 'deleted') return { ...head, entry: null };
  if (line.action === 'updated')
    return { ...head, entry: { ...entry!, config: applyChanges(entry!.config, line.changes) } };
  return { ...head, entry };
}

export interface Recovered {
  state: State;
  /** By ID, including deleted configurations. */
  heads: Map<number, ConfigurationState>;
  /** Configurations whose documents are missing or older than their histories. */
  outdated: number[];
  /** `state.json` is missing or does not name the active configuration. */
  isStateOutdated: boolean;
}

/** Throws DamagedStateError if acknowledged changes are missing or unreadable. */
export async function recoverState(directory: string, log: Logger): Promise<Recovered> {
  const heads = new Map<number, ConfigurationState>();
  const [outdated, recent]: [number[], Activation[]] = [[], []];
  const stored = readState(directory);
  if (stored !== null && !existsSync(configurationsFolder(directory)))
    throw new DamagedStateError(configurationsFolder(directory), 'it is missing');
  for (const id of await configurationIds(directory)) {
    const document = await intactDocument(directory, id, log);
    const found = await replayHistory(directory, id, document ?? emptyHistory);
    if (found.damage !== null) throw new DamagedStateError(historyPath(directory, id), found.damage);
    if (found.torn.length > 0) await cutTorn(directory, id, found, log);
    heads.set(id, found.state);
    recent.push(...found.activations);
    if (found.state !== document && found.state !== emptyHistory) outdated.push(id);
  }
  const completeActivations = await cutHalfActivations(directory, heads, recent);
  if (stored === 'damaged') await quarantineDocument(directory, 'state');
  const known = stored === 'damaged' ? null : stored;
  const activeId = activeOf(
    heads,
    known,
    known ? completeActivations : await allActivations(directory, heads),
  );
  const entries = [...heads.values()].flatMap(({ entry }) => entry ?? []);
  const number = largest(Array.from(heads.values(), (head) => head.number));
  const state = stateFrom({ number, nextId: largest(heads.keys()) + 1, activeId, entries });
  return { state, heads, outdated, isStateOutdated: known?.activeId !== activeId };
}

/** Returns null for a missing document. A damaged one is moved to quarantine if the history can replace it. */
async function intactDocument(
  directory: string,
  id: number,
  log: Logger,
): Promise<ConfigurationState | null> {
  const document = readConfiguration(directory, id);
  if (document !== 'damaged') return document;
  const path = historyPath(directory, id);
  if (sizeOf(path) === 0)
    throw new DamagedStateError(path, `it is missing or empty, and ${id}.json is damaged`);
  log.warn({ id }, 'A damaged configuration document was moved to quarantine and is written again');
  await quarantineDocument(directory, id);
  return null;
}

/** The last activation counts, unless its configuration was deleted. */
function activeOf(
  heads: ReadonlyMap<number, ConfigurationState>,
  known: StateDocument | null,
  lines: readonly Activation[],
): number | null {
  let [id, number] = [known?.activeId ?? null, known?.number ?? 0];
  for (const line of lines) if (line.number > number) ({ id, number } = line);
  return id !== null && heads.get(id)?.entry ? id : null;
}

/** Activations of all histories, for a missing or damaged `state.json`. */
async function allActivations(
  directory: string,
  heads: ReadonlyMap<number, ConfigurationState>,
): Promise<Activation[]> {
  const lines: Activation[] = [];
  for (const id of heads.keys()) {
    const found = await replayHistory(directory, id, emptyHistory);
    if (found.damage !== null) throw new DamagedStateError(historyPath(directory, id), found.damage);
    lines.push(...found.activations);
  }
  return lines;
}

/**
 * An activation is a line in two histories, first in that of the activated configuration. If the process ended between
 * the two writes, the change was never acknowledged and is cut. Nothing follows it, because an activation ends its batch.
 *
 * @returns the other activations
 */
async function cutHalfActivations(
  directory: string,
  heads: Map<number, ConfigurationState>,
  lines: readonly Activation[],
): Promise<Activation[]> {
  const completeActivations: Activation[] = [];
  for (const line of lines) {
    const head = heads.get(line.id)!;
    const other = line.deactivated === null ? undefined : heads.get(line.deactivated);
    if (!other || other.number >= line.number || head.number !== line.number) {
      completeActivations.push(line);
      continue;
    }
    const path = historyPath(directory, line.id);
    await cutHistory(path, head.bytes - Buffer.byteLength(encode(line)) - 1);
    heads.set(line.id, (await replayHistory(directory, line.id, emptyHistory)).state);
  }
  return completeActivations;
}

/** Keeps the torn bytes in quarantine. If the disk is full, the log has them instead. */
async function cutTorn(directory: string, id: number, { torn, state }: Replay, log: Logger): Promise<void> {
  const name = `torn-${id}-after-${state.version}-${Date.now()}.jsonl`;
  try {
    await writeFile(join(await quarantine(directory), name), torn);
  } catch (error) {
    if (!isFull(error)) throw error;
    log.warn({ error, id, torn: torn.toString() }, 'A torn change could not be moved to quarantine');
  }
  await cutHistory(historyPath(directory, id), state.bytes);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function largest(numbers: Iterable<number>): number {
  let found = 0;
  for (const each of numbers) found = Math.max(found, each);
  return found;
}
