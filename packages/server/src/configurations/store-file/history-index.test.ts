import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  appendPosition,
  type Histories,
  historyLength,
  isIndexIntact,
  openHistoryIndex,
} from './history-index.ts';
import type { Position } from './log.ts';

let directory: string;
let log: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'history-'));
  log = join(directory, '000001.jsonl');
});
afterEach(() => rm(directory, { recursive: true }));

/** Changes of three configurations in turns; every third is the first one's. */
function changesFrom(start: number, count: number, histories: Histories): Position[][] {
  const made: Position[][] = [[], [], []];
  for (let number = start; number < start + count; number += 1) {
    const position = { offset: number * 100, length: 99 };
    appendPosition(histories, number % 3, number, position);
    made[number % 3]!.push(position);
  }
  return made;
}

test('memory has the changes since the last time of telling only, and every part of a history can be read', async () => {
  const histories: Histories = new Map();
  const told = await openHistoryIndex(log, null);
  const expected: Position[][] = [[], [], []];
  for (const start of [0, 9000, 9003, 18_000]) {
    for (const [id, made] of changesFrom(start, start === 9000 ? 3 : 7500, histories).entries()) {
      expected[id]!.push(...made);
    }
    if (start < 18_000) await told.flush(histories);
    else expect(Array.from(histories.values(), ({ recent }) => recent.length)).toEqual([2500, 2500, 2500]);
  }
  for (const [id, history] of histories) {
    const all = expected[id]!;
    expect(historyLength(history)).toBe(all.length);
    for (const [from, to] of [
      [0, 1],
      [0, all.length],
      [999, 1001],
      [2499, 2502],
      [all.length - 20, all.length],
      [3, 3],
    ]) {
      expect(await told.read(history, from!, to!)).toEqual(all.slice(from, to));
    }
  }
  await told.close();
});

test('telling goes on where a former process ended', async () => {
  const histories: Histories = new Map();
  const first = await openHistoryIndex(log, null);
  const [early] = changesFrom(0, 30, histories);
  const known = await first.flush(histories);
  await first.close();
  const second = await openHistoryIndex(log, known);
  const [late] = changesFrom(30, 30, histories);
  const more = await second.flush(histories);
  expect(await second.read(histories.get(0)!, 0, 20)).toEqual([...early!, ...late!]);
  await second.close();
  expect(await isIndexIntact(log, more)).toBe(true);
  expect(await isIndexIntact(log, { ...more, sum: known.sum })).toBe(false);
});
