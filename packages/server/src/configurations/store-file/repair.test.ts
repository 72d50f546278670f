import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { retitle, titled } from '../../../test/support/configurations.ts';
import { repair } from './repair.ts';
import { openFileStore } from './store.ts';

const log = pino({ level: 'silent' });
let directory: string;
let path: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'repair-'));
  path = join(directory, 'log', '000001.jsonl');
  const store = await openFileStore(directory, { log });
  for (const title of ['A', 'B', 'C', 'D']) await store.create('ann', titled(title));
  await store.update(2, 'bob', retitle('Z'));
  await store.activate(3, 'ann');
  await store.remove(1, 'ann');
  await store.remove(4, 'ann');
  await store.close();
});

afterEach(() => rm(directory, { recursive: true }));

async function contentNow() {
  const store = await openFileStore(directory, { log });
  const content = { entries: [...store.list()], activeId: store.activeId };
  const { id } = await store.create('ann', titled('next'));
  await store.close();
  return { ...content, nextId: id };
}

test('whichever line is damaged, everything comes back and no id twice', async () => {
  const bytes = await readFile(path);
  const lines = bytes.toString().split('\n').slice(0, -1);
  for (const damaged of lines.keys()) {
    await writeFile(
      path,
      lines.map((line, index) => `${index === damaged ? line.replace('a', 'b') : line}\n`).join(''),
    );
    await expect(openFileStore(directory, { log })).rejects.toThrow(/semantic-search doctor --repair/);
    const report = await repair(directory);
    expect(report.lines).toBe(8);
    expect(report.kept).toBeLessThan(8);
    expect(await readFile(report.damagedLog ?? '', 'utf8')).toContain('"sum"');

    const store = await openFileStore(directory, { log });
    expect(Array.from(store.list(), ({ id, user, config }) => [id, user, config.title])).toEqual([
      [2, 'ann', 'Z'],
      [3, 'ann', 'C'],
    ]);
    expect(store.activeId).toBe(3);
    await store.close();
    await writeFile(path, bytes);
    await writeFile(join(directory, 'state.json'), JSON.stringify({ number: 8, nextId: 5, activeId: 3 }));
  }
});

test('a log that is gone is made from the copies', async () => {
  await rm(path);
  await repair(directory);
  const { entries, activeId, nextId } = await contentNow();
  expect(entries.map(({ id }) => id)).toEqual([2, 3]);
  expect({ activeId, nextId }).toEqual({ activeId: 3, nextId: 5 });
});

test('a configuration whose copy is damaged too is kept as the log has it', async () => {
  await writeFile(path, (await readFile(path, 'utf8')).replace('"A"', '"X"'));
  await writeFile(join(directory, 'configurations', '3.json'), '{"id":');
  await repair(directory);
  expect((await contentNow()).entries.map(({ id }) => id)).toEqual([2, 3]);
});

test('a log that is whole is left alone', async () => {
  const before = await readFile(path);
  expect(await repair(directory)).toMatchObject({ kept: 8, lines: 8, notes: [], damagedLog: null });
  expect(await readFile(path)).toEqual(before);
  expect(await readdir(directory)).not.toContain('quarantine');
});
