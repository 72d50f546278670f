/** Whenever a repair dies, the next one ends what it began, and the history of all that can be read is still there. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { logsOf, retitle, titled } from '../../../test/support/configurations.ts';
import { arm, disarm, type Fault } from '../../../test/support/faulty-disk.ts';
import { logPath } from './log.ts';
import { repair } from './repair.ts';
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
  const text = readFileSync(logPath(damaged), 'utf8');
  writeFileSync(logPath(damaged), text.replace('"D"', '"X"'));
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
  'by the fault "%s" at any call of the disk',
  async (fault) => {
    for (let turn = 1; ; turn += 1) {
      const directory = join(parent, `${fault}-${turn}`);
      cpSync(damaged, directory, { recursive: true });
      arm(directory, fault, turn);
      await repair(directory).catch(() => undefined);
      const came = disarm();
      await repair(directory);
      // The damaged line was one of five, and the copy says what it led to.
      expect(await contentOf(directory), `turn ${turn}`).toEqual({
        titles: ['A', 'E'],
        active: 2,
        changes: 4,
      });
      if (!came) return;
    }
  },
);
