/**
 * What the log says up to a change, in `log/checkpoint.jsonl`: a start reads only the lines after it, however long the log
 * is. The log stays the truth: a checkpoint that is missing, damaged or of another log is made again from it.
 */
import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '../../disk/durable-file.ts';
import type { Entry, State } from '../state.ts';
import { decode } from './line.ts';
import type { Position } from './log.ts';

/** Reading so many lines takes about a tenth of a second. */
export const usualInterval = 10_000;

export interface Checkpoint {
  /** Of the last change. */
  number: number;
  nextId: number;
  activeId: number | null;
  entries: readonly Entry[];
  /** Of each configuration: its last change, then where its changes stand, as offset and length in turn. */
  histories: readonly [id: number, lastNumber: number, ...positions: number[]][];
  /** Where the line of the last change stands. */
  last: Position;
}

/** What a checkpoint is made of. */
export interface Known {
  state: State;
  history: ReadonlyMap<number, readonly Position[]>;
  numbers: ReadonlyMap<number, number>;
  last: Position;
}

export async function writeCheckpoint(log: string, { state, history, numbers, last }: Known): Promise<void> {
  const { number, nextId, activeId } = state;
  const histories = Array.from(history, ([id, positions]): Checkpoint['histories'][number] => [
    id,
    numbers.get(id) ?? number,
    ...positions.flatMap(({ offset, length }) => [offset, length]),
  ]);
  const entries = [...state.entries.values()];
  const text = JSON.stringify({ number, nextId, activeId, entries, histories, last } satisfies Checkpoint);
  await replaceFile(pathFor(log), `${checksum(text)}\n${text}\n`);
}

/** Null when there is none that this log can be read on from. */
export async function readCheckpoint(log: string): Promise<Checkpoint | null> {
  const content = await readFile(pathFor(log), 'utf8').catch(() => '');
  const [sum, text = ''] = content.split('\n', 2);
  if (sum !== checksum(text)) return null;
  const checkpoint = JSON.parse(text) as Checkpoint;
  const line = decode(await textAt(log, checkpoint.last).catch(() => ''));
  return line?.number === checkpoint.number ? checkpoint : null;
}

/** What it says of each configuration, as a replay finds it. */
export function* historiesOf({ histories }: Checkpoint): Generator<[number, number, Position[]]> {
  for (const [id, lastNumber, ...places] of histories) {
    const positions = Array.from({ length: places.length / 2 }, (_, i) => ({
      offset: places[2 * i]!,
      length: places[2 * i + 1]!,
    }));
    yield [id, lastNumber, positions];
  }
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
