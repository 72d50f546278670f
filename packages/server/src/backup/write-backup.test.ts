/** Backups while the state changes. */
import { appendFileSync, mkdirSync, truncateSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { retitle, titled } from '../../test/support/configurations.ts';
import { historyPath } from '../stores/file/history-file.ts';
import { encode } from '../stores/file/history-line.ts';
import { openFileStore } from '../stores/file/store.ts';
import { writeBackup } from './write-backup.ts';

/** What happens after a file was read for the first time and before it is synced. */
let afterReading: ((path: string) => void) | undefined;

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const open: typeof real.open = async (path, ...rest) => {
    const file = await real.open(path, ...rest);
    const { datasync } = file;
    return Object.assign(file, {
      datasync() {
        afterReading?.(String(path));
        return datasync.call(file);
      },
    });
  };
  return { ...real, open };
});

let directory: string;
afterEach(() => rm(directory, { recursive: true }));

test('a backup never contains a rejected change whose line was written but could not be synced', async () => {
  directory = await mkdtemp(join(tmpdir(), 'refused-'));
  const store = await openFileStore(directory, { log: pino({ level: 'silent' }) });
  await store.create('ann', titled('A'));
  await store.update(1, 'ann', retitle('B'));
  const { size } = await stat(historyPath(directory, 1));
  const rejected = {
    version: 3,
    number: 3,
    id: 1,
    user: 'ann',
    date: new Date().toISOString(),
    action: 'deleted',
  } as const;
  appendFileSync(historyPath(directory, 1), `${encode(rejected)}\n`);
  afterReading = (path) => {
    if (path !== historyPath(directory, 1)) return;
    afterReading = undefined;
    truncateSync(path, size);
  };
  expect(await writeBackup(directory, join(directory, 'dump'))).toMatchObject({
    changes: 2,
    configurations: 1,
  });
  expect(afterReading).toBeUndefined();
  await store.close();
});

test('a backup never mixes the states before and after a restore', async () => {
  directory = await mkdtemp(join(tmpdir(), 'refused-'));
  const store = await openFileStore(directory, { log: pino({ level: 'silent' }) });
  await store.create('ann', titled('A'));
  await store.close();
  const dump = () => writeBackup(directory, join(directory, 'dump'));
  afterReading = () => mkdirSync(join(directory, 'quarantine', 'before-restore-1'), { recursive: true });
  await expect(dump()).rejects.toThrow(/A restore replaced the state of .* during the backup/);
  afterReading = undefined;
  await dump();
  mkdirSync(join(directory, 'restoring'));
  await expect(dump()).rejects.toThrow(/only partially applied/);
});
