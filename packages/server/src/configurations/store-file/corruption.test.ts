/** A log that a crash has torn is cut where its last whole line ends; one that is damaged keeps the server from starting. */
import { appendFile, cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { retitle, titled } from '../../../test/support/configurations.ts';
import { folderOfTest } from '../../../test/support/service.ts';
import { contentOf, fill, log } from '../../../test/support/store-history.ts';
import { logPath } from './log.ts';
import { openFileStore } from './store.ts';

let directory: string;

beforeEach(async () => {
  directory = await folderOfTest();
});

describe('after a crash', () => {
  test('a log cut at any byte gives the changes whose lines are whole, in order', async () => {
    const store = await openFileStore(directory, { log });
    const contents = [await contentOf(store)];
    await store.create('ann', titled('Ä'));
    contents.push(await contentOf(store));
    await store.update(1, 'ann', retitle('B'));
    contents.push(await contentOf(store));
    await store.activate(1, 'ann');
    contents.push(await contentOf(store));
    await store.close();

    const bytes = await readFile(logPath(directory));
    const ends = [...bytes.keys()].filter((index) => bytes[index] === 10);
    const near = (size: number) => ends.some((end) => Math.abs(end - size) < 4);
    for (let size = 0; size <= bytes.length; size += 1) {
      if (size % 61 !== 0 && !near(size)) continue;
      const crashed = await folderOfTest();
      await cp(join(directory, 'log'), join(crashed, 'log'), { recursive: true });
      await truncate(logPath(crashed), size);
      const restarted = await openFileStore(crashed, { log });
      const whole = ends.filter((end) => end <= size).length;
      expect(await contentOf(restarted)).toEqual(contents[whole]);
      await restarted.close();
      const replayed = await openFileStore(crashed, { log });
      expect(replayed.number).toBe(whole);
      await replayed.close();
      await rm(crashed, { recursive: true });
    }
  });

  test('a cut that takes acknowledged changes away keeps the server from starting', async () => {
    const store = await openFileStore(directory, { log });
    await fill(store);
    await store.close();
    const bytes = await readFile(logPath(directory));
    for (const size of [0, 1, bytes.indexOf(10) + 1, bytes.length - 20]) {
      await truncate(logPath(directory), size);
      await expect(openFileStore(directory, { log })).rejects.toThrow(/semantic-search doctor --repair/);
      await writeFile(logPath(directory), bytes);
    }
    await rm(logPath(directory));
    await expect(openFileStore(directory, { log })).rejects.toThrow(/it is missing/);
  });

  test('what was being written is put aside, not thrown away', async () => {
    const first = await openFileStore(directory, { log });
    await first.create('ann', titled('A'));
    await first.close();
    await appendFile(logPath(directory), '{"number":2,"action":"upd');
    const second = await openFileStore(directory, { log });
    expect(second.number).toBe(1);
    await second.update(1, 'ann', retitle('B'));
    await second.close();
    const [name = ''] = await readdir(join(directory, 'quarantine'));
    expect(await readFile(join(directory, 'quarantine', name), 'utf8')).toBe('{"number":2,"action":"upd');
    const third = await openFileStore(directory, { log });
    expect(third.find(1)?.config.title).toBe('B');
    await third.close();
  });

  test('a byte flipped anywhere never goes unnoticed', async () => {
    const store = await openFileStore(directory, { log });
    await fill(store);
    await store.close();
    const bytes = await readFile(logPath(directory));
    for (let index = 0; index < bytes.length; index += 97) {
      const flipped = Buffer.from(bytes);
      flipped[index] = (flipped[index] ?? 0) ^ 4;
      await writeFile(logPath(directory), flipped);
      await expect(openFileStore(directory, { log })).rejects.toThrow(/semantic-search doctor --repair/);
    }
  });

  test('a second process is turned away while the first lives', async () => {
    const store = await openFileStore(directory, { log });
    await expect(openFileStore(directory, { log })).rejects.toThrow(/one process at a time/);
    await store.close();
    await (await openFileStore(directory, { log })).close();
  });
});
