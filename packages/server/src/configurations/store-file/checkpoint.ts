/**
 * What the log says up to a change, in `log/checkpoint.jsonl`: a start reads only the lines after it, however long the log
 * is. The log stays the truth: a checkpoint that is missing, damaged or of another log is made again from it.
 */
import { createHash } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '../../filesystem/durable-file.ts';
import type { State, StoredConfiguration } from '../reducer.ts';
import { type Histories, isIndexIntact, type PersistedIndex } from './history-index.ts';
import type { Position } from './log.ts';
import { decode } from './log-line.ts';

/** Reading so many lines takes about a tenth of a second. */
export const DEFAULT_CHECKPOINT_INTERVAL = 10_000;

export interface Checkpoint {
  /** Of the last change. */
  number: number;
  nextId: number;
  activeId: number | null;
  entries: readonly StoredConfiguration[];
  /** Of each configuration: its last change, how many it has, and which block tells of the newest of them. */
  histories: readonly (readonly [id: number, number: number, count: number, block: Position | null])[];
  /** Where all blocks are. */
  told: PersistedIndex;
  /** Where the line of the last change stands. */
  last: Position;
}

/** What a checkpoint is made of; all `histories` are told. */
export interface CheckpointInput {
  state: State;
  histories: Histories;
  told: PersistedIndex;
  last: Position;
}

export async function writeCheckpoint(
  log: string,
  { state, histories, told, last }: CheckpointInput,
): Promise<void> {
  const { number, nextId, activeId } = state;
  const checkpoint: Checkpoint = {
    number,
    nextId,
    activeId,
    entries: [...state.entries.values()],
    histories: Array.from(histories, ([id, { number, older, block }]) => [id, number, older, block]),
    told,
    last,
  };
  const text = JSON.stringify(checkpoint);
  await replaceFile(pathFor(log), `${checksum(text)}\n${text}\n`);
}

/** Null when there is none that this log can be read on from. */
export async function readCheckpoint(log: string): Promise<Checkpoint | null> {
  const content = await readFile(pathFor(log), 'utf8').catch(() => '');
  const [sum, text = ''] = content.split('\n', 2);
  if (sum !== checksum(text)) return null;
  const checkpoint = JSON.parse(text) as Partial<Checkpoint> & Omit<Checkpoint, 'told'>;
  const line = decode(await textAt(log, checkpoint.last).catch(() => ''));
  if (line?.number !== checkpoint.number) return null;
  // Without `told` it is one of an earlier version.
  const { told } = checkpoint;
  return told && (await isIndexIntact(log, told)) ? { ...checkpoint, told } : null;
}

/** Where the log is another one: what was noted of the former must not be taken for it. */
export function deleteCheckpoint(log: string): Promise<void> {
  return rm(pathFor(log), { force: true });
}

/** What it says of each configuration, as a replay goes on with it. */
export function historiesOf({ histories }: Checkpoint): Histories {
  return new Map(
    histories.map(([id, number, older, block]) => [id, { number, older, block, recent: [] }] as const),
  );
}

async function textAt(path: string, { offset, length }: Position): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function pathFor(log: string): string {
  return join(dirname(log), 'checkpoint.jsonl');
}
