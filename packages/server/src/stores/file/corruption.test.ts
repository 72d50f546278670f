/** Histories that a crash has torn, and damaged ones. */
import { appendFile, cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { logsOf, retitle, titled } from '../../../test/support/configurations.ts';
import { folderOfTest } from '../../../test/support/service.ts';
import { contentOf, fill, log } from '../../../test/support/store-history.ts';
import { documentPath } from './documents.ts';
import { historyPath } from './history-file.ts';
import { openFileStore } from './store.ts';

let directory: string;

beforeEach(async () => {
  directory = await folderOfTest();
});

/** Everything, or the error that reading it causes. */
async function reopened(path: string) {
  const store = await openFileStore(path, { log });
  try {
    const content = await contentOf(store);
    const histories = await Promise.all(content.entries.map(({ id }) => logsOf(store, id, 0, 100)));
    return { ...content, logs: histories };
  } finally {
    await store.close();
  }
}

describe('after a crash', () => {
  test('a history cut at any byte contains the changes whose lines are complete', async () => {
    const store = await openFileStore(directory, { log });
    const titles = ['Ä', 'B', 'C'];
    await store.create('ann', titled(titles[0]!));
    for (const title of titles.slice(1)) await store.update(1, 'ann', retitle(title));
    await store.close();
    const bytes = await readFile(historyPath(directory, 1));
    const ends = [...bytes.keys()].filter((index) => bytes[index] === 10);
    const isNear = (size: number) => ends.some((end) => Math.abs(end - size) < 4);
    for (let size = 0; size <= bytes.length; size += 1) {
      if (size % 61 !== 0 && !isNear(size)) continue;
      const crashed = await folderOfTest();
      await cp(join(directory, 'configurations'), join(crashed, 'configurations'), { recursive: true });
      // As if the process had died before it wrote the document.
      await rm(documentPath(crashed, 1));
      await truncate(historyPath(crashed, 1), size);
      const complete = ends.filter((end) => end < size).length;
      for (let start = 0; start < 2; start += 1) {
        const restarted = await openFileStore(crashed, { log });
        expect(restarted.find(1)?.config.title).toBe(titles[complete - 1]);
        expect((await logsOf(restarted, 1, 0, 10))?.total ?? 0).toBe(complete);
        await restarted.close();
      }
      await rm(crashed, { recursive: true });
    }
  });

  test('an activation that is only in one history was not acknowledged and is removed', async () => {
    const store = await openFileStore(directory, { log });
    for (const title of ['A', 'B']) await store.create('ann', titled(title));
    await store.activate(1, 'ann');
    await store.close();
    const crashed = await folderOfTest();
    await cp(directory, crashed, { recursive: true });
    const again = await openFileStore(directory, { log });
    await again.activate(2, 'ann');
    await again.close();
    await cp(historyPath(directory, 2), historyPath(crashed, 2));
    const recovered = await openFileStore(crashed, { log });
    expect(recovered.activeId).toBe(1);
    await recovered.activate(2, 'bob');
    expect((await logsOf(recovered, 1, 0, 1))?.logs[0]).toMatchObject({ action: 'deactivated', user: 'bob' });
    await recovered.close();
  });

  test('torn bytes are kept in quarantine', async () => {
    const first = await openFileStore(directory, { log });
    await first.create('ann', titled('A'));
    await first.close();
    const torn = '{"version":2,"number":2,"action":"upd';
    await appendFile(historyPath(directory, 1), torn);
    const second = await openFileStore(directory, { log });
    expect(second.number).toBe(1);
    await second.update(1, 'ann', retitle('B'));
    await second.close();
    const [name = ''] = await readdir(join(directory, 'quarantine'));
    expect(await readFile(join(directory, 'quarantine', name), 'utf8')).toBe(torn);
    const third = await openFileStore(directory, { log });
    expect(third.find(1)?.config.title).toBe('B');
    await third.close();
  });
});

describe('damage', () => {
  test('of acknowledged changes prevents the start', async () => {
    const store = await openFileStore(directory, { log });
    await fill(store);
    await store.close();
    const path = historyPath(directory, 1);
    const bytes = await readFile(path);
    for (const size of [0, 1, bytes.indexOf(10) + 1, bytes.length - 20]) {
      await truncate(path, size);
      await expect(openFileStore(directory, { log })).rejects.toThrow(/semantic-search doctor --repair/);
      await writeFile(path, bytes);
    }
    await rm(path);
    await expect(openFileStore(directory, { log })).rejects.toThrow(/it has 0 bytes/);
    await writeFile(documentPath(directory, 1), '{');
    await expect(openFileStore(directory, { log })).rejects.toThrow(
      /missing or empty, and 1.json is damaged/,
    );
    await rm(join(directory, 'configurations'), { recursive: true });
    await expect(openFileStore(directory, { log })).rejects.toThrow(/configurations: it is missing/);
  });

  test('of one byte anywhere is noticed at the start or when the history is read', async () => {
    const store = await openFileStore(directory, { log });
    await fill(store);
    await store.close();
    for (const id of [1, 3]) {
      const path = historyPath(directory, id);
      const bytes = await readFile(path);
      for (let index = 0; index < bytes.length; index += 97) {
        const flipped = Buffer.from(bytes);
        flipped[index] = (flipped[index] ?? 0) ^ 4;
        await writeFile(path, flipped);
        await expect(reopened(directory)).rejects.toThrow(/semantic-search doctor --repair/);
      }
      await writeFile(path, bytes);
    }
  });
});

test('a second process is rejected while the first runs', async () => {
  const store = await openFileStore(directory, { log });
  await expect(openFileStore(directory, { log })).rejects.toThrow(/one process at a time/);
  await store.close();
  await (await openFileStore(directory, { log })).close();
});
