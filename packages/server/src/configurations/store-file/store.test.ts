/** The durable store keeps the contract of stores, and everything over a restart. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { storeConformance } from '../../../test/conformance/store.ts';
import { titled } from '../../../test/support/configurations.ts';
import { folderOfTest } from '../../../test/support/service.ts';
import { contentOf, fill, log } from '../../../test/support/store-history.ts';
import { lockDirectory } from '../../filesystem/directory-lock.ts';
import { LockedError } from '../../filesystem/lock.ts';
import { openFileStore } from './store.ts';

let directory: string;

beforeEach(async () => {
  directory = await folderOfTest();
});

storeConformance('durable', async () => openFileStore(await folderOfTest(), { log }));

test('nothing is made in a directory that is refused', async () => {
  const unlock = await lockDirectory(directory);
  const before = await readdir(directory);
  await expect(openFileStore(directory, { log })).rejects.toThrow(LockedError);
  expect(await readdir(directory)).toEqual(before);
  await unlock();
});

describe('after a restart', () => {
  test('everything is as it was, and the next id is a new one', async () => {
    const first = await openFileStore(directory, { log });
    await fill(first);
    await first.remove(3, 'ann');
    const before = await contentOf(first);
    await first.close();
    const second = await openFileStore(directory, { log });
    expect(await contentOf(second)).toEqual(before);
    expect((await second.create('ann', titled('D'))).id).toBe(4);
    await second.close();
  });

  test('readable copies are there of what exists, and of nothing else', async () => {
    const store = await openFileStore(directory, { log });
    await fill(store);
    await store.close();
    expect((await readdir(join(directory, 'configurations'))).sort()).toEqual(['1.json', '3.json']);
    const copy = JSON.parse(await readFile(join(directory, 'configurations', '1.json'), 'utf8'));
    expect(copy).toMatchObject({ id: 1, user: 'ann', config: { title: 'Z' } });
    const summary = JSON.parse(await readFile(join(directory, 'state.json'), 'utf8'));
    expect(summary).toEqual({ number: 7, nextId: 4, activeId: 3 });
  });

  test('damaged copies are put aside and made again', async () => {
    const first = await openFileStore(directory, { log });
    await fill(first);
    await first.close();
    await writeFile(join(directory, 'state.json'), '{"num');
    const second = await openFileStore(directory, { log });
    expect(second.number).toBe(7);
    await second.close();
    expect(await readdir(join(directory, 'quarantine'))).toHaveLength(1);
    expect(JSON.parse(await readFile(join(directory, 'state.json'), 'utf8')).number).toBe(7);
  });
});
