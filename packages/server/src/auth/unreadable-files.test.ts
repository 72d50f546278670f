/** If its key file becomes unreadable, a running server continues with the loaded keys and reports it. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { servedForEach } from '../../test/support/service.ts';

const server = servedForEach();

const readiness = async () => (await server.call('GET', '/ready')).body.parts?.tokens;
const status = async () => (await server.call('GET', '/api/configurations')).status;

test.each<[string, (path: string) => Promise<unknown>]>([
  ['is damaged', (path) => writeFile(path, '{"keys":[')],
  ['is gone', (path) => rm(path)],
  ['cannot be read', (path) => rm(path).then(() => mkdir(path))],
])('a key file that %s: requests still work, and /ready names the component', async (_how, fault) => {
  expect(await status()).toBe(200);
  const path = join(server.directory, 'keys.json');
  const intact = await readFile(path);
  await fault(path);
  await expect.poll(readiness).toBe('not ready');
  expect(await status()).toBe(200);
  await rm(path, { recursive: true, force: true });
  await writeFile(path, intact);
  await expect.poll(readiness).toBe('ready');
  expect(await status()).toBe(200);
});
