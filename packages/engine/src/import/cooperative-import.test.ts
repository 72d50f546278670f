import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type DocumentFormat, readDocuments } from './documents.ts';

// Every look at the clock is a millisecond later than the one before: how fast the machine is plays no part.
let now = 0;
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now++);
});
afterEach(() => vi.restoreAllMocks());

/** How many turns the event loop takes until all that lies ready is read, and what was read. */
async function turnsDuring(reading: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let timer = setImmediate(function again() {
    turns += 1;
    timer = setImmediate(again);
  });
  await reading();
  clearImmediate(timer);
  return turns;
}

async function* ready(line: string, format: DocumentFormat): AsyncGenerator<string> {
  if (format === 'csv') yield 'id,title\n';
  for (let piece = 0; piece < 100; piece += 1) yield line.repeat(100);
}

async function countOf(line: string, format: DocumentFormat): Promise<number> {
  let count = 0;
  for await (const _ of readDocuments(ready(line, format), format)) count += 1;
  return count;
}

it.each([
  ['no JSON', 'x\n', 'ndjson', 10_000],
  ['broken JSON', '{x\n', 'ndjson', 10_000],
  ['refused documents', '{"id":"a","title":5}\n', 'ndjson', 10_000],
  ['documents', '{"id":"a","title":"b"}\n', 'ndjson', 10_000],
  ['nothing but line ends', '\n', 'ndjson', 0],
  ['no line ends', 'x', 'ndjson', 1],
  ['rows of too few cells', 'x\n', 'csv', 10_000],
  ['refused rows', ',b\n', 'csv', 10_000],
  ['nothing but line ends of a table', '\n', 'csv', 0],
  ['a row without end', 'x', 'csv', 1],
] as const)('%s let others have their turn every few milliseconds', async (_, line, format, expected) => {
  let count = 0;
  const turns = await turnsDuring(async () => {
    count = await countOf(line, format);
  });
  expect(count).toBe(expected);
  // The clock is looked at once for each piece and for each thing that is read from it.
  expect(turns).toBeGreaterThanOrEqual((expected + 100) / 10);
});

it('of many who read at a time one goes on in each turn', async () => {
  const steps: number[] = [];
  let turn = 0;
  let timer = setImmediate(function again() {
    turn += 1;
    timer = setImmediate(again);
  });
  const read = async (reader: number) => {
    for await (const _ of readDocuments(ready('x\n', 'ndjson'), 'ndjson')) steps.push(turn * 10 + reader);
  };
  await Promise.all([1, 2, 3, 4].map(read));
  clearImmediate(timer);
  const readersByTurn = Map.groupBy(new Set(steps), (step) => Math.floor(step / 10));
  expect([...readersByTurn.values()].every((readers) => readers.length === 1)).toBe(true);
  expect(readersByTurn.size).toBeGreaterThan(4000);
});
