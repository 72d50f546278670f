/**
 * Where each configuration's changes stand in the log. A server runs for months, so memory has those since the last
 * checkpoint only; all older ones are told of in `log/positions.jsonl`, in blocks that each name the one before.
 */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Log, type Open, openLog, type Position } from './log.ts';

/** The changes of one configuration, oldest first. */
export interface History {
  /** Of its last change. */
  number: number;
  /** How many of them are told of on the disk, and where the newest block of them stands. */
  older: number;
  block: Position | null;
  /** The others. */
  recent: Position[];
}

/** By configuration; deleted ones have none. */
export type Histories = Map<number, History>;

/** How far the file is written, and the checksum of so much of it. */
export interface PersistedIndex {
  size: number;
  sum: string;
}

export interface HistoryIndex {
  /** Takes what is in memory to the disk. When it rejects, all is as it was. */
  flush(histories: Histories): Promise<PersistedIndex>;
  /** Where the changes from `from` (0 is the oldest) up to but without `to` stand. */
  read(history: History, from: number, to: number): Promise<Position[]>;
  close(): Promise<void>;
}

/** So many changes a block tells of at most: whoever asks for one of them reads them all. */
const largestBlock = 1000;

interface Block {
  /** Of which configuration: for people who read it. */
  id: number;
  before: Position | null;
  /** Offset and length. */
  positions: readonly (readonly [number, number])[];
}

export function appendPosition(histories: Histories, id: number, number: number, position: Position): void {
  const known = histories.get(id);
  if (!known) {
    histories.set(id, { number, older: 0, block: null, recent: [position] });
    return;
  }
  known.number = number;
  known.recent.push(position);
}

export const historyLength = (history: History | undefined): number =>
  history ? history.older + history.recent.length : 0;

/** What stands behind `told` is cut. Without it the file starts anew, when there is something to tell. */
export async function openHistoryIndex(
  log: string,
  told: PersistedIndex | null,
  open?: Open,
): Promise<HistoryIndex> {
  const path = pathFor(log);
  let size = told?.size ?? 0;
  let file = told && (await openLog(path, size, open));
  /** Of what is in the file; not known before it is needed. */
  let digest: Hash | null = null;

  async function startAnew(): Promise<Log> {
    await writeFile(path, '');
    return openLog(path, 0, open);
  }

  return {
    async flush(histories) {
      const { texts, ends, size: grown } = blocksOf(histories, size);
      file ??= await startAnew();
      digest ??= await digestOf(path, size);
      await file.append(texts);
      size = grown;
      for (const text of texts) digest.update(`${text}\n`);
      for (const [history, block] of ends) {
        history.older = historyLength(history);
        history.block = block;
        history.recent = [];
      }
      return { size, sum: sumOf(digest) };
    },
    async read({ older, block, recent }, from, to) {
      const found = [slice(recent, from - older, to - older)];
      for (let [at, end] = [block, older]; at !== null && from < end; ) {
        const { before, positions } = JSON.parse(await file!.read(at)) as Block;
        const start = end - positions.length;
        found.unshift(
          slice(positions, from - start, to - start).map(([offset, length]) => ({ offset, length })),
        );
        [at, end] = [before, start];
      }
      return found.flat();
    },
    close: async () => file?.close(),
  };
}

/** Whether the file begins as it was told. */
export async function isIndexIntact(log: string, { size, sum }: PersistedIndex): Promise<boolean> {
  const digest = await digestOf(pathFor(log), size).catch(() => null);
  return digest !== null && sumOf(digest) === sum;
}

/** What is to be written behind `size`, and the newest block of each history that has one. */
function blocksOf(histories: Histories, size: number) {
  const texts: string[] = [];
  const ends = new Map<History, Position>();
  for (const [id, history] of histories) {
    let before = history.block;
    for (let start = 0; start < history.recent.length; start += largestBlock) {
      const part = history.recent.slice(start, start + largestBlock);
      const positions = part.map(({ offset, length }) => [offset, length] as const);
      const text = JSON.stringify({ id, before, positions } satisfies Block);
      before = { offset: size, length: Buffer.byteLength(text) };
      size += before.length + 1;
      texts.push(text);
      ends.set(history, before);
    }
  }
  return { texts, ends, size };
}

const slice = <Item>(items: readonly Item[], from: number, to: number): Item[] =>
  items.slice(Math.max(0, from), Math.max(0, to));

/** Of the first `size` bytes; of all when there are fewer. */
async function digestOf(path: string, size: number): Promise<Hash> {
  const digest = createHash('sha256');
  if (size === 0) return digest;
  for await (const chunk of createReadStream(path, { end: size - 1, highWaterMark: 1 << 20 })) {
    digest.update(chunk as Buffer);
  }
  return digest;
}

const sumOf = (digest: Hash): string => digest.copy().digest('hex');

function pathFor(log: string): string {
  return join(dirname(log), 'positions.jsonl');
}
