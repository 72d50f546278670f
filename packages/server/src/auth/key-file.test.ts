/** Key files: invalid content, and changes while a server begins to read them. */
import { renameSync } from 'node:fs';
import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { folderOfTest } from '../../test/support/service.ts';
import { loadKeys, revokeKey, rotateKey } from './key-file.ts';

/** What happens after a file was read. */
let afterReading: (() => void) | undefined;

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const readFile = async (...parameters: Parameters<typeof real.readFile>) => {
    const content = await real.readFile(...parameters);
    afterReading?.();
    afterReading = undefined;
    return content;
  };
  return { ...real, readFile };
});

test('notices a key that is revoked while the server reads the file', async () => {
  const directory = await folderOfTest();
  const [file, previous, next] = ['keys.json', 'former', 'next'].map((name) => join(directory, name));
  const [dropped] = (await loadKeys(directory)).access;
  await copyFile(file!, previous!);
  const { kid } = await rotateKey(directory, 'access');
  await revokeKey(directory, dropped!.kid);
  await rename(file!, next!);
  await rename(previous!, file!);
  afterReading = () => renameSync(next!, file!);
  const keys = await loadKeys(directory);
  expect(keys.access.map((key) => key.kid)).toEqual([dropped!.kid]);
  keys.refresh();
  expect(keys.access.map((key) => key.kid)).toEqual([kid]);
});

test.each([
  ['a number as its time', { created: 2024 }],
  ['a list as its kind', { kind: ['access'] }],
  ['a short secret', { secret: 'c2hvcnQ' }],
])('rejects a file whose key has %s', async (_title, members) => {
  const directory = await folderOfTest();
  await loadKeys(directory);
  const path = join(directory, 'keys.json');
  const { keys } = JSON.parse(await readFile(path, 'utf8')) as { keys: object[] };
  await writeFile(path, JSON.stringify({ keys: [...keys, { ...keys[0], ...members }] }));
  await expect(loadKeys(directory)).rejects.toThrow('keys.json is damaged');
});
