import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type DocumentFormat, readDocuments } from './read-documents.ts';

// Each reading of the clock advances it by 1 ms, so the speed of the machine does not matter.
let now = 0;
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now++);
});
afterEach(() => vi.restoreAllMocks());

/** Counts the turns of the event loop while `reading` runs. */
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
  ['lines that are not JSON', 'x\n', 'ndjson', 10_000],
  ['broken JSON', '{x\n', 'ndjson', 10_000],
  ['invalid documents', '{"id":"a","title":5}\n', 'ndjson', 10_000],
  ['documents', '{"id":"a","title":"b"}\n', 'ndjson', 10_000],
  ['blank lines', '\n', 'ndjson', 0],
  ['a line without end', 'x', 'ndjson', 1],
  ['rows with too few cells', 'x\n', 'csv', 10_000],
  ['invalid rows', ',b\n', 'csv', 10_000],
  ['blank rows', '\n', 'csv', 0],
  ['a row without end', 'x', 'csv', 1],
] as const)(
  'reading %s yields to the event loop every few milliseconds',
  async (_, line, format, expected) => {
    let count = 0;
    const turns = await turnsDuring(async () => {
      count = await countOf(line, format);
    });
    expect(count).toBe(expected);
    // The clock is read once for each chunk and each item.
    expect(turns).toBeGreaterThanOrEqual((expected + 100) / 10);
  },
);

it('resumes only one of many concurrent readers in each turn', async () => {
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
