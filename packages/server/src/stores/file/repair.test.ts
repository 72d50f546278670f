import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { logsOf, retitle, titled } from '../../../test/support/configurations.ts';
import { folderOfTest } from '../../../test/support/service.ts';
import { documentPath } from './documents.ts';
import { historyPath } from './history-file.ts';
import { repairHistories } from './repair.ts';
import { openFileStore } from './store.ts';

const log = pino({ level: 'silent' });
let directory: string;

beforeEach(async () => {
  directory = await folderOfTest();
  const store = await openFileStore(directory, { log });
  for (const title of ['A', 'B', 'C', 'D']) await store.create('ann', titled(title));
  await store.update(2, 'bob', retitle('Z'));
  await store.activate(3, 'ann');
  await store.activate(2, 'ann');
  await store.remove(1, 'ann');
  await store.remove(4, 'ann');
  await store.close();
});

async function contentNow() {
  const store = await openFileStore(directory, { log });
  const entries = Array.from(store.list(), ({ id, user, config }) => [id, user, config.title]);
  for (const [id] of entries) await logsOf(store, Number(id), 0, 100);
  const content = {
    entries,
    activeId: store.activeId,
    nextId: (await store.create('ann', titled('next'))).id,
  };
  await store.close();
  return content;
}

const whole = {
  entries: [
    [2, 'ann', 'Z'],
    [3, 'ann', 'C'],
  ],
  activeId: 2,
  nextId: 5,
};

const lines = (text: string) => text.split('\n').slice(0, -1);
const joined = (kept: string[]) => kept.map((line) => `${line}\n`).join('');

const damages: [string, (text: string) => string | null][] = [
  ['one line is changed', (text) => text.replace('"date":"2', '"date":"3')],
  ['the last line is changed', (text) => joined(lines(text).with(-1, lines(text).at(-1)!.replace('u', 'v')))],
  ['the first line is missing', (text) => joined(lines(text).slice(1))],
  ['the last line is missing', (text) => joined(lines(text).slice(0, -1))],
  ['two lines are swapped', (text) => joined([lines(text)[1]!, lines(text)[0]!, ...lines(text).slice(2)])],
  ['the last line is repeated', (text) => text + joined(lines(text).slice(-1))],
  ['all line ends are changed', (text) => text.replaceAll('\n', '\r\n')],
  ['it is empty', () => ''],
  ['it is missing', () => null],
];

test.each(damages)('a history of which %s is repaired, and no ID is assigned twice', async (_how, damage) => {
  for (const id of [1, 2, 3, 4]) {
    const path = historyPath(directory, id);
    const damaged = damage(await readFile(path, 'utf8'));
    if (damaged === null) await rm(path);
    else await writeFile(path, damaged);
  }
  expect(await repairHistories(directory)).toHaveLength(4);
  expect(await repairHistories(directory)).toEqual([]);
  expect(await contentNow()).toEqual(whole);
});

test('a history whose document is damaged too keeps its valid changes', async () => {
  const path = historyPath(directory, 2);
  await writeFile(path, (await readFile(path, 'utf8')).replace('"Z"', '"X"'));
  await writeFile(documentPath(directory, 2), '{"id":');
  expect(await repairHistories(directory)).toEqual([
    'Configuration 2: 2 changes recovered, 0 added from its document.',
  ]);
  expect((await contentNow()).entries[0]).toEqual([2, 'ann', 'B']);
});

test('a configuration without readable history and document is reported as lost, and its ID stays reserved', async () => {
  await writeFile(historyPath(directory, 3), '');
  await writeFile(documentPath(directory, 3), '');
  expect((await repairHistories(directory)).join()).toMatch(/Configuration 3 is lost/);
  expect(await contentNow()).toEqual({ entries: [[2, 'ann', 'Z']], activeId: 2, nextId: 5 });
});

test('changes after a damaged line are kept, with the damaged file in quarantine', async () => {
  const store = await openFileStore(directory, { log });
  for (const title of ['Y', 'X', 'W']) await store.update(3, 'bob', retitle(title));
  await store.close();
  const path = historyPath(directory, 3);
  await writeFile(path, (await readFile(path, 'utf8')).replace('"newValue":"X"', '"newValue":"!"'));
  await repairHistories(directory);
  const again = await openFileStore(directory, { log });
  expect(again.find(3)?.config.title).toBe('W');
  expect((await logsOf(again, 3, 0, 10))?.logs.map(({ action }) => action)).toEqual([
    'updated',
    'updated',
    'deactivated',
    'activated',
    'created',
  ]);
  await again.close();
  const [name = ''] = await readdir(join(directory, 'quarantine'));
  expect(await readFile(join(directory, 'quarantine', name), 'utf8')).toContain('"newValue":"!"');
});

test('intact histories are not changed, also if one ends in a torn line', async () => {
  await appendFile(historyPath(directory, 2), '{"version":9');
  expect(await repairHistories(directory)).toEqual([]);
  expect(await readdir(directory)).not.toContain('quarantine');
  expect(await contentNow()).toEqual(whole);
});
