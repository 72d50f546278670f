/** Repair on a disk whose calls fail: the next repair completes it, and all readable changes are kept. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { logsOf, retitle, titled } from '../../../test/support/configurations.ts';
import { arm, disarm, type Fault } from '../../../test/support/faulty-disk.ts';
import { historyPath } from './history-file.ts';
import { repairHistories } from './repair.ts';
import { openFileStore } from './store.ts';

vi.mock('node:fs/promises', async (original) => {
  const { faulty } = await import('../../../test/support/faulty-disk.ts');
  return faulty(await original());
});

const log = pino({ level: 'silent' });
const parent = mkdtempSync(join(tmpdir(), 'repair-faults-'));
const damaged = join(parent, 'damaged');

beforeAll(async () => {
  const store = await openFileStore(damaged, { log });
  for (const title of ['A', 'B']) await store.create('ann', titled(title));
  for (const title of ['C', 'D', 'E']) await store.update(2, 'bob', retitle(title));
  await store.activate(2, 'ann');
  await store.close();
  const path = historyPath(damaged, 2);
  writeFileSync(path, readFileSync(path, 'utf8').replace('"newValue":"D"', '"newValue":"X"'));
});

afterAll(() => rmSync(parent, { recursive: true }));

async function contentOf(directory: string) {
  const store = await openFileStore(directory, { log });
  const titles = Array.from(store.list(), ({ config }) => config.title);
  const history = await logsOf(store, 2, 0, 100);
  const content = { titles, active: store.activeId, changes: history?.total };
  await store.close();
  return content;
}

test.each<Fault>(['error', 'crash', 'power loss'])(
  'is repaired after the fault "%s" at any disk call',
  async (fault) => {
    for (let turn = 1; ; turn += 1) {
      const directory = join(parent, `${fault}-${turn}`);
      cpSync(damaged, directory, { recursive: true });
      arm(directory, fault, turn);
      await repairHistories(directory).catch(() => undefined);
      const came = disarm();
      await repairHistories(directory);
      // One of five changes is damaged; the document shows what it led to.
      expect(await contentOf(directory), `turn ${turn}`).toEqual({
        titles: ['A', 'E'],
        active: 2,
        changes: 4,
      });
      if (!came) return;
    }
  },
);
