/** Conversion of data directories of the previous layout, also when it is interrupted at any call. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { titled } from '../../../test/support/configurations.ts';
import { arm, disarm, type Fault } from '../../../test/support/faulty-disk.ts';
import { memoryStore } from '../../../test/support/memory-store.ts';
import { contentOf, fill } from '../../../test/support/store-history.ts';
import { openFileStore } from './store.ts';

vi.mock('node:fs/promises', async (original) => {
  const { faulty } = await import('../../../test/support/faulty-disk.ts');
  return faulty(await original());
});

const log = pino({ level: 'silent' });
const parent = mkdtempSync(join(tmpdir(), 'convert-'));
const previous = join(parent, 'previous');

const by = { user: 'ann', date: '2026-01-02T03:04:05.678Z' };
/** Files in the format of the previous version. */
const changes = [
  { action: 'created', id: 1, ...by, config: titled('Äpfel') },
  { action: 'created', id: 2, ...by, config: titled('B') },
  { action: 'created', id: 3, ...by, config: titled('C') },
  { action: 'updated', id: 1, ...by, changes: [{ key: 'title', oldValue: 'Äpfel', newValue: 'Z' }] },
  { action: 'activated', id: 2, ...by, deactivated: null },
  { action: 'deleted', id: 2, ...by },
  { action: 'activated', id: 3, ...by, deactivated: null },
  { action: 'activated', id: 1, ...by, deactivated: 3 },
];

function asLine(change: object, index: number): string {
  const text = JSON.stringify({ ...change, number: index + 1 }).slice(0, -1);
  const sum = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `${text},"sum":"${sum}"}\n`;
}

function previousDirectory(text: string, state: object = { number: 8, nextId: 4, activeId: 1 }): string {
  const directory = mkdtempSync(join(parent, 'log-'));
  for (const name of ['log', 'configurations']) mkdirSync(join(directory, name));
  writeFileSync(join(directory, 'log', '000001.jsonl'), text);
  writeFileSync(join(directory, 'log', 'checkpoint.jsonl'), 'derived');
  writeFileSync(join(directory, 'state.json'), JSON.stringify(state));
  writeFileSync(join(directory, 'configurations', '1.json'), JSON.stringify({ id: 1, user: 'ann' }));
  return directory;
}

const whole = changes.map(asLine).join('');

beforeAll(() => cpSync(previousDirectory(whole), previous, { recursive: true }));
afterAll(() => rmSync(parent, { recursive: true }));

async function reopened(directory: string) {
  const store = await openFileStore(directory, { log });
  const content = await contentOf(store);
  const histories = await Promise.all(
    content.entries.map(async ({ id }) =>
      (await Array.fromAsync(store.logs(id, 0, 100)!.logs)).map(({ version, action }) => [version, action]),
    ),
  );
  const { id: nextId } = await store.create('ann', titled('next'));
  await store.close();
  const titles = content.entries.map(({ id, config }) => [id, config.title]);
  return { titles, histories, activeId: content.activeId, number: content.number, nextId };
}

const expected = {
  titles: [
    [1, 'Z'],
    [3, 'C'],
  ],
  histories: [
    [
      [3, 'activated'],
      [2, 'updated'],
      [1, 'created'],
    ],
    [
      [3, 'deactivated'],
      [2, 'activated'],
      [1, 'created'],
    ],
  ],
  activeId: 1,
  number: 8,
  nextId: 4,
};

test.each<[string, string]>([
  ['a complete log', whole],
  ['a log with a torn line', `${whole}{"action":"upda`],
])('converts %s and keeps it in quarantine', async (_what, text) => {
  const directory = previousDirectory(text);
  expect(await reopened(directory)).toEqual(expected);
  expect(readdirSync(directory)).not.toContain('log');
  expect(readdirSync(join(directory, 'quarantine')).join()).toMatch(/configurations-\d+,converted-log-\d+/);
  expect((await reopened(directory)).nextId).toBe(5);
});

test.each<[string, string]>([
  ['a changed line', whole.replace('Äpfel', 'Apfel')],
  ['a missing line', changes.map(asLine).toSpliced(3, 1).join('')],
  ['a missing end', changes.map(asLine).slice(0, -1).join('')],
])('rejects a log with %s and changes nothing', async (_what, text) => {
  const directory = previousDirectory(text);
  const before = readdirSync(directory, { recursive: true });
  await expect(openFileStore(directory, { log })).rejects.toThrow(
    /Repair it with the version that wrote it .*, or restore a backup/,
  );
  const after = readdirSync(directory, { recursive: true }).filter(
    (name) => !String(name).startsWith('LOCK'),
  );
  expect(after.sort()).toEqual(before.sort());
});

test('a start with the same changes has the same content', async () => {
  const memory = memoryStore();
  await fill(memory);
  expect([...memory.list()].map(({ id, config }) => [id, config.title])).toEqual(expected.titles);
});

test.each<Fault>(['error', 'crash', 'power loss'])(
  'an interrupted conversion is repeated: fault "%s" at any call',
  { timeout: 60_000 },
  async (fault) => {
    for (let turn = 1; ; turn += 1) {
      const directory = join(parent, `${fault}-${turn}`);
      cpSync(previous, directory, { recursive: true });
      arm(directory, fault, turn);
      const store = await openFileStore(directory, { log }).catch(() => undefined);
      await store?.close().catch(() => undefined);
      const hasOccurred = disarm();
      expect(await reopened(directory), `turn ${turn}`).toEqual(expected);
      rmSync(directory, { recursive: true });
      if (!hasOccurred) return;
    }
  },
);
