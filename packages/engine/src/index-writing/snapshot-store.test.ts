import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyThesaurus } from '@semantic-search/query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { turtle } from '../../test/support/durability.ts';
import { everything } from '../../test/support/queries.ts';
import { Trainer } from '../concept-tagging/trainer.ts';
import { openSpace } from '../search-space.ts';
import { openDatabase } from '../storage/database.ts';
import { copySpace } from '../storage/read-only-database.ts';
import { spaceFiles } from '../storage/space-files.ts';
import { SnapshotStore } from './snapshot-store.ts';

let root: string;
const warnings: string[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'snapshot-'));
  warnings.length = 0;
});
afterEach(() => rmSync(root, { recursive: true }));

const open = (name: string) =>
  openSpace(join(root, name), { onWarning: (message) => warnings.push(message) });

async function write(name: string, ...ids: string[]) {
  const space = await open(name);
  for (const id of ids) await space.put([{ id, title: id, language: 'en', subjects: [] }]);
  await space.close();
}

async function idsIn(name: string): Promise<string[]> {
  const space = await open(name);
  const { documents } = await space.search(everything);
  await space.close();
  return documents.map(({ id }) => id).sort();
}

/** Replaces the database only, as restoring a backup does. */
function copyDatabase(from: string, to: string) {
  for (const suffix of ['', '-wal', '-shm']) rmSync(spaceFiles(to).database + suffix, { force: true });
  cpSync(spaceFiles(from).database, spaceFiles(to).database);
}

describe('a snapshot of the index', () => {
  test('a snapshot of another space is not used, even after the same number of writes', async () => {
    await write('a', 'apple');
    await write('b', 'banana');
    rmSync(join(root, 'a', 'index'), { recursive: true });
    cpSync(join(root, 'b', 'index'), join(root, 'a', 'index'), { recursive: true });
    expect(await idsIn('a')).toEqual(['apple']);
    expect(warnings).toEqual([expect.stringContaining('is rebuilt')]);
  });

  test('a snapshot is not used with a database that diverged after a backup', async () => {
    await write('a', 'apple');
    cpSync(join(root, 'a'), join(root, 'b'), { recursive: true });
    await write('a', 'banana', 'blueberry');
    await write('b', 'cherry', 'damson', 'elder');
    copyDatabase(join(root, 'b'), join(root, 'a'));
    expect(await idsIn('a')).toEqual(['apple', 'cherry', 'damson', 'elder']);
    expect(warnings).toEqual([expect.stringContaining('is rebuilt')]);
  });

  test('a snapshot is not used if a newer one was published', async () => {
    await write('a', 'apple', 'banana');
    cpSync(join(root, 'a', 'index'), join(root, 'copy'), { recursive: true });
    const space = await open('a');
    await space.delete('apple');
    await space.close();
    rmSync(join(root, 'a', 'index'), { recursive: true });
    cpSync(join(root, 'copy'), join(root, 'a', 'index'), { recursive: true });
    expect(await idsIn('a')).toEqual(['banana']);
    expect(warnings).toHaveLength(1);
  });

  test('a first file of a new snapshot does not make the lost one a damaged one', async () => {
    await write('a', 'apple');
    rmSync(join(root, 'a', 'index'), { recursive: true });
    mkdirSync(join(root, 'a', 'index'));
    writeFileSync(join(root, 'a', 'index', 'segment-1-1.new'), 'cut');
    expect(await idsIn('a')).toEqual(['apple']);
    expect(warnings).toEqual([expect.stringContaining('The index has no snapshot')]);
  });

  test('a snapshot is updated with later changes of the same database', async () => {
    await write('a', 'apple');
    cpSync(join(root, 'a', 'index'), join(root, 'copy'), { recursive: true });
    const space = await open('a');
    await space.put([{ id: 'banana', language: 'en', subjects: [] }]);
    await space.delete('apple');
    cpSync(join(root, 'a'), join(root, 'b'), { recursive: true });
    await space.close();
    expect(await idsIn('b')).toEqual(['banana']);
    expect(warnings).toEqual([]);
  });

  test('replaces a file that has the name of the snapshot folder', async () => {
    await write('a', 'apple');
    rmSync(join(root, 'a', 'index'), { recursive: true });
    writeFileSync(join(root, 'a', 'index'), 'no folder');
    expect(await idsIn('a')).toEqual(['apple']);
    expect(warnings).toEqual([expect.stringContaining('is rebuilt')]);
    warnings.length = 0;
    expect(await idsIn('a')).toEqual(['apple']);
    expect(warnings).toEqual([]);
  });
});

test('retries a failed snapshot when the space is closed', async () => {
  const space = await open('a');
  await space.put([{ id: 'apple', title: 'apple', language: 'en', subjects: [] }]);
  const folder = join(root, 'a', 'index');
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'no folder');
  await space.replaceThesaurus(turtle(1), 'text/turtle');
  await vi.waitFor(() => expect(warnings).toEqual([expect.stringContaining('Saving the index failed')]));
  rmSync(folder);
  mkdirSync(folder);
  await space.close();
  warnings.length = 0;
  expect(await idsIn('a')).toEqual(['apple']);
  expect(warnings).toEqual([]);
});

test('a model is kept with the documents that it was trained on', async () => {
  await write('a', 'apple');
  const openTrainerIn = (name: string) => {
    const database = openDatabase(spaceFiles(join(root, name)).database);
    const index = { reader: { documents: 1, indexedThesaurus: { number: 1 } } } as never;
    const train = async () => ({ model: { ranker: [1, 2] }, report: {} }) as never;
    const warn = (message: string) => warnings.push(message);
    return { trainer: new Trainer({ index, database, train, warn }), database };
  };
  const first = openTrainerIn('a');
  expect(first.trainer.model(1)).toBeUndefined();
  await first.trainer.train();
  first.database.close();
  await copySpace(join(root, 'a'), join(root, 'b'));
  const copy = openTrainerIn('b');
  expect([copy.trainer.model(1), copy.trainer.model(2), warnings]).toEqual([
    { ranker: [1, 2] },
    undefined,
    [],
  ]);
  copy.database.close();
});

test('an earlier snapshot is updated with replaced and removed documents', async () => {
  await write('a', 'apple', 'cherry');
  const space = await open('a');
  for (let i = 0; i < 5; i++) {
    const apple = { id: 'apple', title: `apple ${i}`, language: 'en', subjects: [] };
    await space.put([apple, { ...apple, id: 'banana' }]);
  }
  await space.deleteAll(['banana', 'cherry']);
  cpSync(join(root, 'a'), join(root, 'b'), { recursive: true });
  await space.close();
  expect(await idsIn('b')).toEqual(['apple']);
  expect(warnings).toEqual([]);
});

test('a second save waits for the first one, even if both start at the same time', async () => {
  const database = openDatabase(join(root, 'space.sqlite'));
  const snapshots = new SnapshotStore(join(root, 'index'), database, (warning) => warnings.push(warning));
  const index = snapshots.restore({ number: 0, ...emptyThesaurus() }, { merge: vi.fn() });
  snapshots.recordLargeChange();
  await Promise.all([snapshots.save(index), snapshots.save(index)]);
  expect(warnings).toEqual([]);
  database.close();
});
