import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openContent } from '../content.ts';
import { startForTest } from '../server.testing.ts';

let directory: string;
let server: Awaited<ReturnType<typeof startForTest>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'headers-'));
  server = await startForTest(directory, {}, openContent);
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

test.each([
  ['that is compressed', '/api/spaces', ['Accept-Encoding', 'Origin']],
  ['that lies ready', '/api/configurations', ['Origin']],
  ['that is a problem', '/api/configurations/9', ['Origin']],
])('an answer %s varies by origin, also when no page asks', async (_what, path, expected) => {
  const { headers } = await server.call('GET', path);
  const vary = (headers.get('vary') ?? '').split(/, */).sort();
  expect(vary).toEqual(expected);
});
