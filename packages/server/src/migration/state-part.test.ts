/** Configurations and tokens that are moved between data directories; test/backends moves them to a database and back. */
import { beforeEach, expect, test } from 'vitest';
import { type Server, startForTest } from '../../test/support/server.ts';
import { folderOfTest } from '../../test/support/service.ts';
import { directoryLocation } from '../backup/directory-location.ts';
import { migrate } from './migrate.ts';
import { statePart } from './state-parts.ts';

let [source, target]: string[] = [];
beforeEach(async () => {
  [source, target] = [await folderOfTest(), await folderOfTest()];
  await using(source!, async (server) => {
    await server.call('POST', '/api/configurations', { config: { title: 'One' } });
    await issue(server, 'page');
    const { jti } = await issue(server, 'former page');
    await server.call('DELETE', `/api/tokens/${String(jti)}`);
  });
});
async function using(directory: string, work: (server: Server) => Promise<unknown>): Promise<void> {
  const server = await startForTest(directory);
  await work(server);
  await server.close();
}

const issue = async (server: Server, name: string) =>
  (await server.call('POST', '/api/tokens', { name, configurations: [1] })).body;

const kept = (directory: string) => directoryLocation(directory).read();

const move = async () => migrate([await statePart(directoryLocation(source!), directoryLocation(target!))]);

test('migrates configurations and tokens, and a repetition changes nothing', async () => {
  const moved = await move();
  // A configuration, two tokens and a revocation.
  expect(moved).toMatchObject([{ source: 4, target: 4, outcome: 'migrated' }]);
  expect(await kept(target!)).toEqual(await kept(source!));
  expect(await move()).toMatchObject([{ source: 4, target: 4, outcome: 'unchanged' }]);
});

test.each([
  [
    'configuration',
    (server: Server) => server.call('POST', '/api/configurations', { config: { title: 'Two' } }),
    /configurations and tokens of .* that exist only in the target: 1 \(configuration 2\)/,
  ],
  [
    'token',
    (server: Server) => issue(server, 'there'),
    /configurations and tokens of .* that exist only in the target: 1 \(token /,
  ],
])('rejects the migration if the target has another %s', async (_, change, message) => {
  await move();
  await using(target!, change);
  const before = await kept(target!);
  await using(source!, (server) => issue(server, 'another page'));
  await expect(move()).rejects.toThrow(message);
  expect(await kept(target!)).toEqual(before);
});
