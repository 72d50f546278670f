/** Commands while each disk call fails in turn: an error names the file, and existing files stay intact. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { titled } from '../../test/support/configurations.ts';
import { arm, disarm, type Fault } from '../../test/support/faulty-disk.ts';
import { listKeys, rotateKey } from '../auth/key-file.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { openFileStore } from '../configurations/store.ts';
import { FileError } from './file-error.ts';

vi.mock('node:fs/promises', async (original) => {
  const { faulty } = await import('../../test/support/faulty-disk.ts');
  return faulty(await original());
});

const parent = mkdtempSync(join(tmpdir(), 'file-error-'));
const state = join(parent, 'state');

beforeAll(async () => {
  const store = await openFileStore(state);
  await store.create('ann', titled('A'));
  await store.close();
  await listKeys(state);
});

afterAll(() => rmSync(parent, { recursive: true }));

/** Runs the work on a copy of the state in `<root>/state`, once for each call of the disk that fails; `look` at what it left. */
async function failing(
  fault: Fault,
  work: (root: string) => Promise<unknown>,
  look: (root: string) => unknown,
) {
  for (let turn = 1; ; turn += 1) {
    const root = mkdtempSync(join(parent, 'turn-'));
    cpSync(state, join(root, 'state'), { recursive: true });
    mkdirSync(join(root, 'outside'));
    arm(root, fault, turn);
    const error: unknown = await work(root).then(
      () => undefined,
      (error) => error,
    );
    if (!disarm()) return turn;
    // What only tidies up may fail without harm.
    if (error !== undefined) {
      expect(error, `turn ${turn}`).toBeInstanceOf(FileError);
      expect((error as Error).message).toMatch(
        new RegExp(`^${root}/\\S+ cannot be (?:read|written): EIO: i/o error`),
      );
    }
    await look(root);
  }
}

test.each<Fault>(['error', 'short write'])('reports the fault "%s" while rotating keys', async (fault) => {
  const before = (await listKeys(state)).length;
  const turns = await failing(
    fault,
    (root) => rotateKey(join(root, 'state'), 'access'),
    async (root) => {
      const { length } = await listKeys(join(root, 'state'));
      expect([before, before + 1]).toContain(length);
    },
  );
  expect(turns).toBeGreaterThan(1);
});

test('the first keys', async () => {
  const turns = await failing(
    'error',
    async (root) => listKeys(join(root, 'outside')),
    (root) => listKeys(join(root, 'outside')),
  );
  expect(turns).toBeGreaterThan(4);
});

test('writes a complete dump or none', async () => {
  const turns = await failing(
    'error',
    (root) => writeBackup(join(root, 'state'), join(root, 'outside/dump.tar.gz')),
    async (root) => {
      const file = join(root, 'outside/dump.tar.gz');
      if (!existsSync(file)) return;
      expect((await restored(join(root, 'copy'), file)).configurations).toBe(1);
    },
  );
  expect(turns).toBeGreaterThan(10);
});

const restored = (directory: string, file: string) => restoreBackup(directory, file, { replace: true });

test('a restore', async () => {
  const file = join(parent, 'whole.tar.gz');
  await writeBackup(state, file);
  const turns = await failing(
    'error',
    (root) => restored(join(root, 'outside'), file),
    async (root) => {
      expect((await restored(join(root, 'outside'), file)).configurations).toBe(1);
    },
  );
  expect(turns).toBeGreaterThan(10);
});
