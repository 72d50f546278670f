/** What happens while the log is being dumped. */
import { appendFileSync, mkdirSync, truncateSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { retitle, titled } from '../../test/support/configurations.ts';
import { logPath } from '../configurations/store-file/log.ts';
import { encode } from '../configurations/store-file/log-line.ts';
import { openFileStore } from '../configurations/store-file/store.ts';
import { writeBackup } from './write-backup.ts';

/** What happens after a file was read for the first time. */
let afterReading: ((path: string) => void) | undefined;

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const readFile = async (...parameters: Parameters<typeof real.readFile>) => {
    const content = await real.readFile(...parameters);
    afterReading?.(String(parameters[0]));
    return content;
  };
  return { ...real, readFile };
});

let directory: string;
afterEach(() => rm(directory, { recursive: true }));

test('no dump has a change whose line was written and could not be synced, so that it was refused and cut back', async () => {
  directory = await mkdtemp(join(tmpdir(), 'refused-'));
  const store = await openFileStore(directory, { log: pino({ level: 'silent' }) });
  await store.create('ann', titled('A'));
  await store.update(1, 'ann', retitle('B'));
  const { size } = await stat(logPath(directory));
  const refused = {
    number: 3,
    id: 1,
    user: 'ann',
    date: new Date().toISOString(),
    action: 'deleted',
  } as const;
  appendFileSync(logPath(directory), `${encode(refused)}\n`);
  afterReading = (path) => {
    if (path !== logPath(directory)) return;
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

test('no dump has parts of the state before a restore and of that after it', async () => {
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
