/** The file store: conformance, restarts, damaged documents and failed writes. */
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultFacet } from '@semantic-search/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { storeConformance } from '../../test/conformance/store.ts';
import { contentOf, fill, retitle, titled } from '../../test/support/configurations.ts';
import { folderOfTest } from '../../test/support/service.ts';
import { configurationFile } from './document-files.ts';
import { openFileStore } from './store.ts';
import { firstVersion, updatedVersion } from './versions.ts';

let directory: string;

beforeEach(async () => {
  directory = await folderOfTest();
});

storeConformance('file', async () => openFileStore(await folderOfTest()));

const pathOf = (id: number) => join(directory, 'configurations', `${id}.json`);
const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8'));
const damagedProblem = { code: 'service-unavailable', message: expect.stringContaining('is damaged') };

describe('after a restart', () => {
  test('everything is as before, and the next ID is a new one', async () => {
    const first = await openFileStore(directory);
    await fill(first);
    await first.remove(3, 'ann');
    const before = await contentOf(first);
    const second = await openFileStore(directory);
    expect(await contentOf(second)).toEqual(before);
    expect((await second.create('ann', titled('D'))).id).toBe(4);
  });

  test('a deleted configuration named as the active one, as between two writes, is not active', async () => {
    await fill(await openFileStore(directory));
    const path = join(directory, 'state.json');
    await writeFile(path, JSON.stringify({ ...(await readJson(path)), activeId: 2 }));
    const store = await openFileStore(directory);
    expect(store.activeId).toBeNull();
    await store.activate(1, 'ann');
    expect(store.activeId).toBe(1);
  });

  test('a setting that an earlier version did not have has its default', async () => {
    await fill(await openFileStore(directory));
    const document = await readJson(pathOf(1));
    const { dateFormat: _, ...result } = document.config.result;
    const facet = { uri: 'author', title: 'Author', refId: '', show: false };
    const filter = { ...document.config.filter, facetsToShow: [facet] };
    await writeFile(
      pathOf(1),
      JSON.stringify({ ...document, config: { ...document.config, result, filter } }),
    );
    const { config } = (await openFileStore(directory)).find(1)!;
    expect(config.result.dateFormat).toBe('medium');
    expect(config.filter.facetsToShow).toEqual([{ ...defaultFacet, ...facet }]);
  });

  test('the layout of another version is rejected with a remedy', async () => {
    await fill(await openFileStore(directory));
    const write = (schema: number) => writeFile(join(directory, 'state.json'), JSON.stringify({ schema }));
    await write(1);
    await expect(openFileStore(directory)).rejects.toThrow(/layout 1.*crawl or ingest again/);
    await write(3);
    await expect(openFileStore(directory)).rejects.toThrow(/layout 3.*restore a backup/);
  });
});

test('the documents have the settings, and a log whose patches lead back', async () => {
  await fill(await openFileStore(directory));
  expect((await readdir(join(directory, 'configurations'))).sort()).toEqual(['1.json', '2.json', '3.json']);
  expect(await readJson(pathOf(1))).toMatchObject({
    id: 1,
    user: 'ann',
    config: { title: 'Z' },
    version: 2,
    log: [
      { version: 1, user: 'ann', action: 'created', undo: [] },
      {
        version: 2,
        user: 'bob',
        action: 'updated',
        undo: [{ op: 'replace', path: '/title', value: 'Äpfel' }],
      },
    ],
  });
  expect(await readJson(pathOf(2))).toMatchObject({ version: 2, deleted: true });
  expect(await readJson(join(directory, 'state.json'))).toMatchObject({
    schema: 2,
    activeId: 3,
    log: [
      { id: 2, version: 1, action: 'activated' },
      { id: 2, version: 1, action: 'deactivated' },
      { id: 3, version: 1, action: 'activated' },
    ],
  });
});

test('a log of 1,000 versions stays below 1 MB, and every version can be read', async () => {
  await openFileStore(directory);
  let { configuration, record } = firstVersion(1, 'ann', titled('0'));
  const log = [record];
  for (let round = 1; round < 1000; round += 1) {
    ({ configuration, record } = updatedVersion(configuration, 'ann', titled(`${round} üñ😀`)));
    log.push(record);
  }
  await configurationFile(directory, 1).write({ ...configuration, log });
  expect((await stat(pathOf(1))).size).toBeLessThan(1_000_000);
  const store = await openFileStore(directory);
  const { total, logs } = await store.logs(1, 0, 1000);
  expect(total).toBe(1000);
  expect(logs.map(({ version }) => version)).toEqual(
    Array.from({ length: 1000 }, (_, index) => 1000 - index),
  );
  for (const version of [1, 2, 300, 1000])
    expect((await store.settingsAt(1, version))?.title.split(' ')[0]).toBe(String(version - 1));
});

describe('a damaged document', () => {
  const damages: [string, (path: string) => Promise<unknown>][] = [
    ['is cut off', (path) => writeFile(path, '{"id": 1, "us')],
    ['is empty', (path) => writeFile(path, '')],
    ['has zeros', (path) => writeFile(path, Buffer.alloc(1000))],
    ['is another document', async (path) => writeFile(path, await readFile(pathOf(3)))],
    ['is a folder', (path) => rm(path).then(() => mkdir(path))],
    ['has an invalid setting', async (path) => edit(path, { config: { title: 7 } })],
    ['lacks a version', async (path) => edit(path, { log: [] })],
  ];
  const edit = async (path: string, members: object) =>
    writeFile(path, JSON.stringify({ ...(await readJson(path)), ...members }));

  test.each(damages)('that %s is reported and stays as it is, and the others work', async (_, damage) => {
    await fill(await openFileStore(directory));
    await damage(pathOf(1));
    const bytes = () => readFile(pathOf(1)).catch(() => null);
    const before = await bytes();
    const store = await openFileStore(directory);
    expect([...store.damage]).toEqual([['configuration 1', expect.stringContaining('1.json')]]);
    expect(Array.from(store.list(), ({ id }) => id)).toEqual([3]);
    expect(() => store.find(1)).toThrow(expect.objectContaining(damagedProblem));
    await expect(store.logs(1, 0, 10)).rejects.toMatchObject(damagedProblem);
    await expect(store.settingsAt(1, 1)).rejects.toMatchObject(damagedProblem);
    await expect(store.update(1, 'ann', retitle('B'))).rejects.toMatchObject(damagedProblem);
    await expect(store.activate(1, 'ann')).rejects.toMatchObject(damagedProblem);
    await expect(store.remove(1, 'ann')).rejects.toMatchObject(damagedProblem);
    expect((await store.update(3, 'ann', retitle('D'))).entry.config.title).toBe('D');
    expect((await store.create('ann', titled('E'))).id).toBe(4);
    expect(store.isFresh).toBe(false);
    expect(await bytes()).toEqual(before);
  });

  test('of the highest ID keeps its ID', async () => {
    await fill(await openFileStore(directory));
    await writeFile(pathOf(3), '');
    const store = await openFileStore(directory);
    expect(store.activeId).toBe(3);
    expect((await store.create('ann', titled('D'))).id).toBe(4);
  });

  test('of the active configuration makes only what depends on it unavailable', async () => {
    await fill(await openFileStore(directory));
    await writeFile(join(directory, 'state.json'), '{"schema": 2, "activ');
    const store = await openFileStore(directory);
    expect([...store.damage.keys()]).toEqual(['active configuration']);
    expect(() => store.activeId).toThrow(expect.objectContaining(damagedProblem));
    await expect(store.activate(1, 'ann')).rejects.toMatchObject(damagedProblem);
    await expect(store.logs(1, 0, 10)).rejects.toMatchObject(damagedProblem);
    expect(store.find(1)?.config.title).toBe('Z');
    await store.update(1, 'ann', retitle('Y'));
    expect(await readFile(join(directory, 'state.json'), 'utf8')).toBe('{"schema": 2, "activ');
  });
});

test.skipIf(process.getuid?.() === 0)(
  'a failed write is rejected and changes neither memory nor disk',
  async () => {
    const store = await openFileStore(directory);
    await store.create('ann', titled('A'));
    const before = await readFile(pathOf(1));
    await chmod(join(directory, 'configurations'), 0o500);
    await expect(store.create('ann', titled('B'))).rejects.toMatchObject({ code: 'service-unavailable' });
    await expect(store.update(1, 'ann', retitle('B'))).rejects.toMatchObject({ code: 'service-unavailable' });
    expect(store.find(1)?.config.title).toBe('A');
    expect(await readFile(pathOf(1))).toEqual(before);
    await chmod(join(directory, 'configurations'), 0o700);
    expect((await store.create('ann', titled('C'))).id).toBe(2);
  },
);
