import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { startForTest } from './server.testing.ts';

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

test('a configuration created over HTTP is there after a restart', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'server-'));
  undo.push(() => rm(directory, { recursive: true }));
  const first = await startForTest(directory);
  const created = await first.call('POST', '/api/configurations', { config: { title: 'Cats' } });
  expect(created.status).toBe(200);
  expect(created.body).toMatchObject({ id: 1, user: 'tester', config: { title: 'Cats' }, errors: [] });
  await first.close();

  const second = await startForTest(directory);
  undo.push(second.close);
  const listed = await second.call('GET', '/api/configurations');
  expect(listed.body).toMatchObject({
    activeConfigId: null,
    configurations: [{ id: 1, config: { title: 'Cats' } }],
  });
  const read = await second.call('GET', '/api/configurations/1');
  expect(read.body).toEqual(listed.body.configurations?.[0]);
});
