import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOfTest } from '../../test/support/service.ts';
import { makeDataDirectory } from './data-directory.ts';

test('the data directory is created with its parents, also concurrently, and existing files stay', async () => {
  const path = join(await folderOfTest(), 'a/b/c');
  await Promise.all(Array.from({ length: 5 }, () => makeDataDirectory(path)));
  await writeFile(join(path, 'file'), '');
  await makeDataDirectory(path);
  expect((await stat(join(path, 'file'))).isFile()).toBe(true);
});

test('DATA_DIR is rejected if it is a file or inside one', async () => {
  const file = join(await folderOfTest(), 'file');
  await writeFile(file, '');
  await expect(makeDataDirectory(file)).rejects.toThrow(/^DATA_DIR: .*file/);
  await expect(makeDataDirectory(join(file, 'data'))).rejects.toThrow(/^DATA_DIR: .*file\/data/);
});

/** Exit code and standard error of a child process, which is killed if it hangs. */
function command(...words: string[]): Promise<[unknown, string]> {
  const program = join(import.meta.dirname, '../../../cli/src/semantic-search.ts');
  const given = {
    timeout: 30_000,
    killSignal: 'SIGKILL',
    env: { DATA_DIR: '/proc/semantic/search' },
  } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...words], given, (error, _output, errors) =>
      resolve([error?.code ?? error?.signal, errors]),
    );
  });
}

test
  .skipIf(!existsSync('/proc/self'))
  .each([['serve'], ['token', '--scope', 'search', '--create-keys'], ['restore', 'none.tar.gz']])(
  'the command "%s" fails with the name of the setting if DATA_DIR cannot be created',
  async (...words) => {
    const [code, errors] = await command(...words);
    expect([code, errors]).toEqual([
      1,
      expect.stringContaining('semantic-search: DATA_DIR: cannot create directory /proc/semantic/search'),
    ]);
  },
);

test
  .skipIf(!existsSync('/proc/self'))
  .each([['doctor'], ['ingest', '--space', 'a', '--documents', 'none.ndjson']])(
  'the command "%s" fails if there is no data directory',
  async (...words) => {
    const [code, errors] = await command(...words);
    expect([code, errors]).toEqual([
      1,
      expect.stringContaining('There is no data directory /proc/semantic/search'),
    ]);
  },
);
