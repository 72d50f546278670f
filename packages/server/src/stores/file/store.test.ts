import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { storeConformance } from '../../../test/conformance/store.ts';
import { retitle, titled } from '../../../test/support/configurations.ts';
import { folderOfTest } from '../../../test/support/service.ts';
import { contentOf, fill, log } from '../../../test/support/store-history.ts';
import { lockDirectory } from '../../filesystem/directory-lock.ts';
import { LockedError } from '../../filesystem/lock.ts';
import { openFileStore } from './store.ts';

let directory: string;

beforeEach(async () => {
  directory = await folderOfTest();
});

storeConformance('file', async () => openFileStore(await folderOfTest(), { log }));

const configurations = () => join(directory, 'configurations');
const readJson = async (...path: string[]) => JSON.parse(await readFile(join(directory, ...path), 'utf8'));

test('a locked directory is not changed', async () => {
  const unlock = await lockDirectory(directory);
  const before = await readdir(directory);
  await expect(openFileStore(directory, { log })).rejects.toThrow(LockedError);
  expect(await readdir(directory)).toEqual(before);
  await unlock();
});

describe('after a restart', () => {
  test('everything is as before, and the next ID is a new one', async () => {
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

  test('documents show the configurations, the deleted ones and the active one', async () => {
    const store = await openFileStore(directory, { log });
    await fill(store);
    await store.close();
    expect((await readdir(configurations())).sort()).toEqual(
      [1, 2, 3].flatMap((id) => [`${id}.history.jsonl`, `${id}.json`]),
    );
    expect(await readJson('configurations', '1.json')).toMatchObject({
      id: 1,
      version: 2,
      user: 'ann',
      config: { title: 'Z' },
    });
    expect(await readJson('configurations', '2.json')).toMatchObject({ id: 2, version: 3, deleted: true });
    expect(await readJson('state.json')).toMatchObject({ schema: 1, activeId: 3 });
  });

  test.each(['state.json', 'configurations/1.json', 'configurations/2.json'])(
    'a damaged or missing %s is written again from the histories',
    async (name) => {
      const first = await openFileStore(directory, { log });
      await fill(first);
      const before = await contentOf(first);
      await first.close();
      const whole = await readJson(name);
      for (const damage of [
        (path: string) => writeFile(path, '{"num'),
        (path: string) => writeFile(path, JSON.stringify({ ...whole, activeId: 1, version: 1 })),
        (path: string) => rm(path),
        async (path: string) => {
          await rm(path);
          await mkdir(join(path, 'folder'), { recursive: true });
        },
      ]) {
        await damage(join(directory, name));
        const second = await openFileStore(directory, { log });
        expect(await contentOf(second)).toEqual(before);
        await second.close();
        const { number: _, sum: _sum, ...rest } = await readJson(name);
        expect(whole).toMatchObject(rest);
      }
      expect(await readdir(join(directory, 'quarantine'))).toHaveLength(3);
    },
  );

  test('all configurations are found if no document was written', async () => {
    const first = await openFileStore(directory, { log });
    await fill(first);
    const before = await contentOf(first);
    await first.close();
    const names = await readdir(configurations());
    for (const name of names.filter((each) => each.endsWith('.json'))) await rm(join(configurations(), name));
    await rm(join(directory, 'state.json'));
    const second = await openFileStore(directory, { log });
    expect(await contentOf(second)).toEqual(before);
    await second.close();
  });

  test('a directory of a later version is rejected', async () => {
    await (await openFileStore(directory, { log })).close();
    const { withChecksum } = await import('../../filesystem/checksummed-file.ts');
    const later = withChecksum({ schema: 2, activeId: null, number: 0 });
    await writeFile(join(directory, 'state.json'), JSON.stringify(later));
    await expect(openFileStore(directory, { log })).rejects.toThrow(/written by a later version/);
  });
});

test('a long history is read from both ends, also across chunk boundaries', async () => {
  const store = await openFileStore(directory, { log });
  await store.create('ann', titled('0'));
  // Longer than the 64 KiB that are read at a time, with characters of several bytes.
  for (let round = 1; round <= 600; round += 1)
    await store.update(1, 'ann', retitle(`${round} ${'ü😀'.repeat((round * 7) % 30)}`));
  const { total = 0, logs } = store.logs(1, 0, 1000) ?? {};
  const versions = (await Array.fromAsync(logs!)).map(({ version }) => version);
  expect(total).toBe(601);
  expect(versions).toEqual(Array.from({ length: 601 }, (_, index) => 601 - index));
  for (const version of [1, 2, 300, 601])
    expect((await store.settingsAt(1, version))?.title.split(' ')[0]).toBe(String(version - 1));
  await store.close();
});
