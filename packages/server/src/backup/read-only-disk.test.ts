/** Diagnosis and backup on a read-only disk: the kernel remounts a failing disk read-only. */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dumpPlace, fill, put, restoreDump } from '../../test/support/backup-servers.ts';
import { lockDirectory } from '../filesystem/lock.ts';
import { diagnose } from './diagnosis.ts';
import { writeBackup } from './write-backup.ts';

const place = dumpPlace();
const { start, stop } = place;
const mount = (...words: string[]) => spawnSync('mount', words).status === 0;
const canMount = process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0;
if (!canMount) console.warn('No disk can be made read-only (that takes root): dumps of one are not tried');

/** Mounts `directory` read-only and returns the path. */
async function mountReadOnly(directory: string): Promise<string> {
  const path = join(place.outside, 'read-only');
  await mkdir(path);
  expect(mount('--bind', directory, path)).toBe(true);
  onTestFinished(() => {
    spawnSync('umount', [path]);
  });
  expect(mount('-o', 'remount,ro,bind', path)).toBe(true);
  return path;
}

const states = async (directory: string) =>
  Object.fromEntries(
    (await diagnose(directory)).map(({ part, state, message }) => [part, `${state}: ${message}`]),
  );

/** Restores the backup and returns the number of documents. */
async function restoreAndCount(): Promise<number> {
  await rm(place.directory, { recursive: true });
  await restoreDump(place);
  const described = (await (await start()).call('GET', '/api/spaces')).body.spaces!;
  return Number(described[0]!.documents);
}

test.skipIf(!canMount)('reports intact parts as good, and a backup contains them', async () => {
  await fill(await start());
  await stop();
  const path = await mountReadOnly(place.directory);
  const found = await states(path);
  expect(found['search space animals']).toBe('good: database intact');
  expect(found.disk).toMatch(/^doubtful: .* the file system is read-only/);
  expect(Object.entries(found).filter(([, reported]) => reported.startsWith('damaged'))).toEqual([]);
  expect((await writeBackup(path, place.file)).spaces).toEqual(['animals']);
  await expect(lockDirectory(path)).rejects.toThrow(/lock\.sqlite cannot be locked: .* It must be writable/);
  spawnSync('umount', [path]);
  expect(await restoreAndCount()).toBe(1);
});

test.skipIf(!canMount)('reports and backs up the last writes of a killed server', async () => {
  const server = await start();
  await fill(server);
  await put(server, 'owl');
  const killed = join(place.outside, 'killed');
  await cp(place.directory, killed, { recursive: true });
  await stop();
  expect(await readdir(join(killed, 'spaces', 'animals'))).toContain('space.sqlite-wal');
  const path = await mountReadOnly(killed);
  expect((await states(path))['search space animals']).toBe('good: database intact');
  await writeBackup(path, place.file);
  spawnSync('umount', [path]);
  expect(await restoreAndCount()).toBe(2);
});

test.skipIf(!canMount)('reports a database that cannot be checked as doubtful, with the reason', async () => {
  const server = await start();
  await fill(server);
  const killed = join(place.outside, 'killed');
  await cp(place.directory, killed, { recursive: true });
  await stop();
  await rm(join(killed, 'spaces', 'animals', 'space.sqlite-shm'));
  const path = await mountReadOnly(killed);
  const reported = /^doubtful: .*space\.sqlite cannot be opened: EROFS.* copy the folder/i;
  expect((await states(path))['search space animals']).toMatch(reported);
  await expect(writeBackup(path, place.file)).rejects.toThrow(/space\.sqlite cannot be opened: EROFS/);
});
