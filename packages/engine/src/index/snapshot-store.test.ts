import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { turtle } from '../../test/support/durability.ts';
import { everything } from '../../test/support/queries.ts';
import { openTrainer } from '../concept-tagging/trainer.ts';
import { openSpace } from '../search-space.ts';
import { openDatabase } from '../storage/database.ts';
import { openReadOnly } from '../storage/read-only-database.ts';
import { spaceFiles } from '../storage/space-files.ts';

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
    expect(warnings).toEqual([expect.stringContaining('it was made from another database')]);
  });

  test('a snapshot is not used with a database that diverged after a backup', async () => {
    await write('a', 'apple');
    cpSync(join(root, 'a'), join(root, 'b'), { recursive: true });
    await write('a', 'banana', 'blueberry');
    await write('b', 'cherry', 'damson', 'elder');
    copyDatabase(join(root, 'b'), join(root, 'a'));
    expect(await idsIn('a')).toEqual(['apple', 'cherry', 'damson', 'elder']);
    expect(warnings).toEqual([expect.stringContaining('it was made from another database')]);
  });

  test('a snapshot is not used if it is older than the recorded removals', async () => {
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
    expect(existsSync(join(root, 'a', 'index', 'manifest'))).toBe(true);
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
  expect(existsSync(join(folder, 'manifest'))).toBe(true);
});

test('discards a model trained on another database and logs a warning', async () => {
  await write('a', 'apple');
  await write('b', 'banana');
  const folder = join(root, 'a', 'model');
  const openTrainerIn = (name: string) => {
    const database = openDatabase(spaceFiles(join(root, name)).database);
    const trainer = openTrainer(
      folder,
      database,
      async () => ({ model: {}, report: {} }) as never,
      (message) => warnings.push(message),
    );
    return { trainer, database };
  };
  const indexedThesaurus = { number: 1 };
  const first = openTrainerIn('a');
  await first.trainer.train(() => ({ documents: 1, indexedThesaurus }) as never);
  first.database.close();
  const again = openTrainerIn('a');
  expect([again.trainer.model(1), warnings]).toEqual([{}, []]);
  again.database.close();
  const other = openTrainerIn('b');
  expect(other.trainer.model(1)).toBeUndefined();
  expect(warnings).toEqual([expect.stringContaining('it was made from another database')]);
  other.database.close();
});

test('recreates a damaged lock file, which then locks the space', async () => {
  await write('a', 'apple');
  writeFileSync(join(root, 'a', 'lock'), 'garbage '.repeat(200));
  const space = await open('a');
  await expect(open('a')).rejects.toMatchObject({ code: 'storage-locked' });
  await space.close();
  expect(await idsIn('a')).toEqual(['apple']);
});

describe('recorded removals', () => {
  const countRemovals = (name: string): unknown => {
    const database = openReadOnly(spaceFiles(join(root, name)).database);
    const { rows } = database.prepare('SELECT count(*) AS rows FROM removal').get()!;
    database.close();
    return rows;
  };

  test('recorded removals omit documents that no snapshot contains', async () => {
    await write('a', 'apple');
    const space = await open('a');
    for (let i = 0; i < 5; i++) {
      const apple = { id: 'apple', title: `apple ${i}`, language: 'en', subjects: [] };
      await space.put([apple, { ...apple, id: 'banana' }]);
    }
    await space.delete('banana');
    expect(countRemovals('a')).toBe(1);
    cpSync(join(root, 'a'), join(root, 'b'), { recursive: true });
    await space.close();
    expect(await idsIn('b')).toEqual(['apple']);
    expect(warnings).toEqual([]);
  });
});
