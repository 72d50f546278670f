/** A disk that the kernel has made read-only, as it does with one that fails: just then one asks the doctor, and wants a dump. */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dumpPlace, fill, put, restoreDump } from '../../test/support/backup-servers.ts';
import { lockDirectory } from '../filesystem/directory-lock.ts';
import { diagnose } from './diagnosis.ts';
import { writeBackup } from './write-backup.ts';

const place = dumpPlace();
const { start, stop } = place;
const mount = (...words: string[]) => spawnSync('mount', words).status === 0;
const canMount = process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0;
if (!canMount) console.warn('No disk can be made read-only (that takes root): dumps of one are not tried');

/** The path under which `directory` can be read, and not written. */
async function readOnly(directory: string): Promise<string> {
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

/** The documents that a state restored from the dump has. */
async function restored(): Promise<number> {
  await rm(place.directory, { recursive: true });
  await restoreDump(place);
  const described = (await (await start()).call('GET', '/api/spaces')).body.spaces!;
  return Number(described[0]!.documents);
}

test.skipIf(!canMount)('what is good there is told to be, and comes back from a dump', async () => {
  await fill(await start());
  await stop();
  const path = await readOnly(place.directory);
  const found = await states(path);
  expect(found['search space animals']).toBe('good: database intact');
  expect(found.disk).toMatch(/^doubtful: .* the file system is read-only/);
  expect(Object.entries(found).filter(([, told]) => told.startsWith('damaged'))).toEqual([]);
  expect((await writeBackup(path, place.file)).spaces).toEqual(['animals']);
  await expect(lockDirectory(path)).rejects.toThrow(
    /LOCK\.sqlite cannot be locked: EROFS.*Make the file system writable/,
  );
  spawnSync('umount', [path]);
  expect(await restored()).toBe(1);
});

test.skipIf(!canMount)('also what a killed server has written last', async () => {
  const server = await start();
  await fill(server);
  await put(server, 'owl');
  const killed = join(place.outside, 'killed');
  await cp(place.directory, killed, { recursive: true });
  await stop();
  expect(await readdir(join(killed, 'spaces', 'animals'))).toContain('space.sqlite-wal');
  const path = await readOnly(killed);
  expect((await states(path))['search space animals']).toBe('good: database intact');
  await writeBackup(path, place.file);
  spawnSync('umount', [path]);
  expect(await restored()).toBe(2);
});

test.skipIf(!canMount)('a database that cannot be looked at is doubtful, and it is said why', async () => {
  const server = await start();
  await fill(server);
  const killed = join(place.outside, 'killed');
  await cp(place.directory, killed, { recursive: true });
  await stop();
  await rm(join(killed, 'spaces', 'animals', 'space.sqlite-shm'));
  const path = await readOnly(killed);
  const told = /^doubtful: .*space\.sqlite cannot be opened: EROFS.* copy the folder/i;
  expect((await states(path))['search space animals']).toMatch(told);
  await expect(writeBackup(path, place.file)).rejects.toThrow(/space\.sqlite cannot be opened: EROFS/);
});
