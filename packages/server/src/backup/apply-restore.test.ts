/** Applying a backup with a failing disk or a killed process at any step: the state is the former one or that of the backup. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { retitle, titled } from '../../test/support/configurations.ts';
import { arm, disarm, type Fault } from '../../test/support/faulty-disk.ts';
import { listKeys } from '../auth/key-rotation.ts';
import { openTokenStore } from '../auth/token-store.ts';
import { lockDirectory } from '../filesystem/directory-lock.ts';
import { openFileStore } from '../stores/file/store.ts';
import { applyPendingRestore } from './apply-restore.ts';
import { createPendingRestore, describeUnfinishedRestore } from './pending-restore.ts';
import { stageBackup } from './read-backup.ts';
import { writeBackup } from './write-backup.ts';

vi.mock('node:fs/promises', async (original) => {
  const { faulty } = await import('../../test/support/faulty-disk.ts');
  return faulty(await original());
});

const parent = mkdtempSync(join(tmpdir(), 'taking-'));
const [state, file] = [join(parent, 'state'), join(parent, 'dump.tar.gz')];
const log = pino({ level: 'silent' });

beforeAll(async () => {
  const store = await openFileStore(state, { log });
  await store.create('ann', titled('dumped'));
  await listKeys(state);
  await writeBackup(state, file);
  await store.update(1, 'ann', retitle('former'));
  await store.close();
  await (await openTokenStore(state)).revoke('revoked');
});

afterAll(() => rmSync(parent, { recursive: true }));

test.each<Fault>(['error', 'two errors', 'crash'])(
  'is atomic with the fault "%s" at every disk operation',
  async (fault) => {
    const titles = new Set<string>();
    for (let turn = 1; ; turn += 1) {
      const directory = join(parent, `${fault} ${turn}`);
      cpSync(state, directory, { recursive: true });
      const offer = await createPendingRestore(directory);
      await stageBackup(directory, offer, file);
      arm(directory, fault, turn);
      await applyPendingRestore(directory).catch(() => undefined);
      const struck = disarm();
      await offer.close();
      await applyPendingRestore(directory);
      expect(await describeUnfinishedRestore(directory), `turn ${turn}`).toBe(null);
      await (await lockDirectory(directory))();
      const store = await openFileStore(directory, { log });
      titles.add([...store.list()].map(({ config }) => config.title).join());
      await store.close();
      expect((await openTokenStore(directory)).isRevoked('revoked'), `turn ${turn}`).toBe(true);
      expect((await listKeys(directory)).length).toBe(2);
      rmSync(directory, { recursive: true });
      if (!struck) break;
    }
    expect([...titles].sort()).toEqual(['dumped', 'former']);
  },
);
