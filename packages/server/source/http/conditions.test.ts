import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startForTest } from '../server.testing.ts';

let directory: string;
let server: Awaited<ReturnType<typeof startForTest>>;
let etag: string;

const change = (title: string, condition: string) =>
  server.call('PUT', '/api/configurations/1', { config: { title } }, { 'If-Match': condition });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'conditions-'));
  server = await startForTest(directory);
  await server.call('POST', '/api/configurations', { config: { title: 'Kept' } });
  etag = (await server.call('GET', '/api/configurations/1')).headers.get('etag')!;
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

test.each([
  'xyz*',
  '"a" *',
  '*, "a"',
  '"a", *',
  'ETAG *',
  'ETAG "a"',
  'xyz ETAG',
  'xyz, ETAG',
  'W/ETAG',
  '"a, ETAG',
])('If-Match: %s is no list that names the present state: 412, and nothing is changed', async (condition) => {
  expect((await change('Changed', condition.replace('ETAG', etag))).status).toBe(412);
  expect((await server.call('GET', '/api/configurations/1')).body.config!.title).toBe('Kept');
});

test.each(['*', ' * ', 'ETAG', '"a",ETAG', '"a, b" , W/"c" ,, ETAG,'])(
  'If-Match: %s names the present state',
  async (condition) => {
    expect((await change('Kept', condition.replace('ETAG', etag))).status).toBe(200);
  },
);
