import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { logsOf, retitle, titled } from '../../../test/support/configurations.ts';
import type { ConfigurationStore } from '../store.ts';
import { readCheckpoint } from './checkpoint.ts';
import { repair } from './repair.ts';
import { DamagedLogError, replay } from './replay.ts';
import { openFileStore } from './store.ts';

let directory: string;
let log: string;
let checkpoint: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'checkpoint-'));
  log = join(directory, 'log', '000001.jsonl');
  checkpoint = join(directory, 'log', 'checkpoint.jsonl');
});
afterEach(() => rm(directory, { recursive: true }));

const open = (checkpointInterval = 5) =>
  openFileStore(directory, { log: pino({ level: 'silent' }), checkpointInterval });

/** Eleven changes: the checkpoint notes the first ten. */
async function fill(): Promise<void> {
  const store = await open();
  for (const title of ['A', 'B', 'C']) await store.create('ann', titled(title));
  for (const title of ['D', 'E', 'F']) await store.update(1, 'bob', retitle(title));
  await store.activate(2, 'ann');
  await store.remove(3, 'ann');
  await store.update(2, 'ann', retitle('G'));
  await store.activate(1, 'ann');
  await store.update(1, 'ann', retitle('H'));
  await store.close();
}

async function contentOf(store: ConfigurationStore) {
  const entries = [...store.list()];
  const logs = await Promise.all(entries.map(({ id }) => logsOf(store, id, 0, 100)));
  const versions = await Promise.all([1, 2, 3, 4, 5, 6].map((version) => store.settingsAt(1, version)));
  return { entries, logs, versions, activeId: store.activeId, number: store.number };
}

async function contentAnew(interval?: number) {
  const store = await open(interval);
  const content = await contentOf(store);
  await store.close();
  return content;
}

test('a start with a checkpoint finds what one without it finds: entries, histories, earlier versions', async () => {
  await fill();
  expect((await readCheckpoint(log))?.number).toBe(10);
  const withIt = await contentAnew();
  expect(withIt.versions.map((settings) => settings?.title)).toEqual(['A', 'D', 'E', 'F', 'F', 'H']);
  await rm(checkpoint);
  expect(await contentAnew(1000)).toEqual(withIt);
});

test('a start reads the lines after the checkpoint only; those before are checked when they are asked for', async () => {
  await fill();
  const lines = (await readFile(log, 'utf8')).split('\n');
  lines[3] = lines[3]!.replace('"D"', '"X"');
  await writeFile(log, lines.join('\n'));
  const store = await open();
  expect(store.find(1)?.config.title).toBe('H');
  await expect(store.settingsAt(1, 2)).rejects.toBeInstanceOf(DamagedLogError);
  await store.close();
  await expect(replay(log)).rejects.toBeInstanceOf(DamagedLogError);
});

test('writing goes on after it, and an id is never given twice', async () => {
  await fill();
  const store = await open();
  expect((await store.create('ann', titled('New'))).id).toBe(4);
  await store.update(4, 'ann', retitle('Newer'));
  await store.close();
  const { entries } = await contentAnew();
  expect(entries.map(({ id, config }) => [id, config.title])).toEqual([
    [1, 'H'],
    [2, 'G'],
    [4, 'Newer'],
  ]);
});

test('one that is damaged at any place is not used', async () => {
  await fill();
  const expected = await contentAnew();
  const bytes = await readFile(checkpoint);
  for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 40)) {
    const damaged = Buffer.from(bytes);
    damaged[at]! ^= 1;
    await writeFile(checkpoint, damaged);
    expect(await readCheckpoint(log)).toBeNull();
    await writeFile(checkpoint, bytes.subarray(0, at));
    expect(await readCheckpoint(log)).toBeNull();
  }
  expect(await contentAnew()).toEqual(expected);
});

test('where the changes before it stand is told beside it; what was not told so is not used', async () => {
  await fill();
  const expected = await contentAnew();
  const path = join(directory, 'log', 'positions.jsonl');
  const bytes = await readFile(path);
  for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 40)) {
    const damaged = Buffer.from(bytes);
    damaged[at]! ^= 1;
    await writeFile(path, damaged);
    expect(await readCheckpoint(log)).toBeNull();
    await writeFile(path, bytes.subarray(0, at));
    expect(await readCheckpoint(log)).toBeNull();
  }
  expect(await contentAnew()).toEqual(expected);
  await rm(path);
  expect(await contentAnew(1000)).toEqual(expected);
});

test('what a crash left behind of what was told harms nothing', async () => {
  await fill();
  const expected = await contentAnew();
  await appendFile(join(directory, 'log', 'positions.jsonl'), '{"id":1,"before":null,"posi');
  const store = await open();
  expect(await contentOf(store)).toEqual(expected);
  for (const title of ['I', 'J', 'K', 'L', 'M', 'N']) await store.update(1, 'ann', retitle(title));
  const grown = await contentOf(store);
  await store.close();
  expect(await contentAnew()).toEqual(grown);
});

test('one of another log is not used: a repair that leaves a line out makes the log anew', async () => {
  await fill();
  const lines = (await readFile(log, 'utf8')).split('\n');
  lines[4] = lines[4]!.replace('"E"', '"X"');
  await writeFile(log, lines.join('\n'));
  expect((await repair(directory)).kept).toBe(10);
  expect(await readCheckpoint(log)).toBeNull();
  expect((await contentAnew()).entries[0]?.config.title).toBe('H');
});
