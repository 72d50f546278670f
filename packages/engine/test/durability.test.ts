/** Crash recovery, file permissions and corruption; durability.slow.test.ts repeats parts of it. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserializeThesaurus } from '@semantic-search/query';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSpace } from '../src/search-space.ts';
import { copySpace, diagnoseSpace } from '../src/storage/read-only-database.ts';
import { isSpace, spaceFiles } from '../src/storage/space-files.ts';
import { readStoredContent } from '../src/storage/stored-content.ts';
import { openSearchSpace } from '../src/workers/search-space-client.ts';
import { documentsOf, surviveKills, titlesIn, turtle } from './support/durability.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'durable-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

async function fill(count: number) {
  const space = await openSpace(directory);
  await space.replaceThesaurus(turtle(5), 'text/turtle');
  await space.put(documentsOf(count, 100));
  return space;
}

/** Overwrites a range of the closed database. */
function corrupt(from: number, length: number) {
  const { database } = spaceFiles(directory);
  const bytes = readFileSync(database);
  bytes.fill(0xa5, from, from + length);
  writeFileSync(database, bytes);
}

test('keeps all acknowledged writes when killed while writing', async () => {
  await surviveKills(directory, 3);
}, 60_000);

test.skipIf(process.platform === 'win32')('rejects writes on a full disk with a code', () => {
  const script = new URL('./support/full-disk.ts', import.meta.url).pathname;
  // In blocks of 512 or 1,024 bytes, depending on the shell.
  const limited = `ulimit -f 4000 && exec "$0" "$1" "$2"`;
  const child = spawnSync('sh', ['-c', limited, process.execPath, script, directory], { encoding: 'utf8' });
  expect(JSON.parse(child.stdout)).toEqual({
    code: expect.stringMatching(/^storage-(full|failed)$/),
    answered: true,
  });
});

test('rejects a second opening with storage-locked', async () => {
  const space = await fill(1);
  await expect(openSpace(directory)).rejects.toMatchObject({ name: 'StorageError', code: 'storage-locked' });
  await space.close();
});

/** Errors for another user who opens the space. */
function openedByAnother(): string {
  const script = `
    const { openSpace } = await import(${JSON.stringify(new URL('../src/search-space.ts', import.meta.url).href)});
    if (process.getuid?.() === 0) process.setuid(4321);
    await openSpace(process.argv[1]).then(() => console.log('open'), (error) => console.log(error.code, error.message));
    process.exit();
  `;
  const given = ['--input-type=module', '-e', script, directory];
  return spawnSync(process.execPath, given, { encoding: 'utf8' }).stdout;
}

test('rejects a read-only lock file, and creates lock files writable for all writers of the folder', async () => {
  await (await fill(1)).close();
  const lock = join(directory, 'lock');
  const folder = statSync(directory).mode & 0o777;
  chmodSync(directory, 0o2775);
  await (await openSpace(directory)).close();
  expect(statSync(lock).mode & 0o777).toBe(0o664);
  chmodSync(lock, 0o444);
  expect(openedByAnother()).toMatch(/^storage-failed .*lock is not writable: EACCES.* as its owner/);
  chmodSync(directory, folder);
});

test('rejects a read-only database without leaving files next to it', async () => {
  await (await fill(1)).close();
  const { database } = spaceFiles(directory);
  chmodSync(directory, 0o777);
  await (await openSpace(directory)).close();
  chmodSync(database, 0o444);
  expect(openedByAnother()).toMatch(/^storage-failed .*space\.sqlite is not writable: EACCES.* as its owner/);
  expect([existsSync(`${database}-wal`), existsSync(`${database}-shm`)]).toEqual([false, false]);
});

test('copySpace creates a complete search space', async () => {
  const space = await fill(20);
  const copy = join(directory, 'copy');
  await copySpace(directory, copy);
  await space.close();
  expect([isSpace(copy), isSpace(tmpdir()), diagnoseSpace(copy)]).toEqual([true, false, null]);
  const copied = await openSpace(copy);
  expect((await titlesIn(copied)).size).toBe(20);
  expect((await copied.describe()).concepts).toBe(5);
  await copied.close();
});

test('readStoredContent reads a space that another process has open', async () => {
  const space = await fill(3);
  const { count, documents, thesaurus } = readStoredContent(directory);
  expect(count()).toBe(3);
  expect([...documents()].map(({ id }) => id)).toEqual(['0', '1', '2']);
  expect(deserializeThesaurus(thesaurus()!).thesaurus.size).toBe(5);
  const none = readStoredContent(join(directory, 'none'));
  expect([none.count(), ...none.documents()]).toEqual([0]);
  await space.close();
});

test('describe reports repairs in notices', async () => {
  const space = await fill(3);
  expect((await space.describe()).notices).toBeUndefined();
  await space.close();
  rmSync(spaceFiles(directory).index, { recursive: true });
  const again = await openSearchSpace(directory);
  expect((await again.describe()).notices).toEqual([expect.stringContaining('is rebuilt')]);
  await again.close();
});

test('notices do not contain paths', async () => {
  await (await fill(3)).close();
  const folder = spaceFiles(directory).index;
  for (const name of readdirSync(folder)) if (name.startsWith('segment')) rmSync(join(folder, name));
  const warnings: string[] = [];
  const again = await openSearchSpace(directory, { onWarning: (message) => warnings.push(message) });
  const [notice = ''] = (await again.describe()).notices!;
  expect(warnings.join()).toContain(folder);
  expect(notice).toContain('ENOENT: no such file or directory, open a file');
  expect(notice).not.toContain(directory);
  await again.close();
});

test.each([
  ['is missing', (file: string) => rmSync(file)],
  ['is empty', (file: string) => truncateSync(file)],
])(
  'rejects a database that %s while its index exists, instead of creating an empty space',
  async (fault, lose) => {
    await (await fill(3)).close();
    lose(spaceFiles(directory).database);
    const expected = {
      name: 'StorageError',
      code: 'storage-damaged',
      message: expect.stringContaining(fault),
    };
    await expect(openSpace(directory)).rejects.toMatchObject(expected);
    await expect(openSearchSpace(directory)).rejects.toMatchObject(expected);
    expect([isSpace(directory), diagnoseSpace(directory)]).toEqual([true, expect.stringContaining(fault)]);
    rmSync(spaceFiles(directory).index, { recursive: true });
    const created = await openSpace(directory);
    expect((await created.describe()).documents).toBe(0);
    await created.close();
  },
);

describe('a damaged database', () => {
  test.each([
    ['its beginning', 0, 200],
    ['its schema', 100, 3900],
  ])('rejects with storage-damaged and a remedy if %s is damaged, in any thread', async (_, from, length) => {
    await (await fill(50)).close();
    corrupt(from, length);
    const expected = {
      name: 'StorageError',
      code: 'storage-damaged',
      message: expect.stringContaining('Restore it from a backup'),
    };
    await expect(openSpace(directory)).rejects.toMatchObject(expected);
    await expect(openSearchSpace(directory)).rejects.toMatchObject(expected);
    expect(diagnoseSpace(directory)).not.toBeNull();
  });
});
