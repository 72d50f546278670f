/**
 * Upgrade from the previous layout of the data directory.
 *
 * The fixture was written by the last version with one log for all configurations (0.1): a space of three documents with a
 * thesaurus, a changed and a deleted configuration, a publishable token and a revoked one.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { folderOfTest, serviceOfTest } from '../support/fixtures.ts';
import { run, semanticSearch } from '../support/service.ts';

const fixture = join(import.meta.dirname, 'fixtures/data-directory-0.1.tar.gz');

it('a server converts a data directory of version 0.1 and keeps configurations, content and tokens', async () => {
  const place = await folderOfTest();
  execFileSync('tar', ['--extract', '--gzip', '--file', fixture, '--directory', place]);
  const directory = join(place, 'data');
  const tokenIn = (name: string) => readFileSync(join(place, name), 'utf8');

  const first = await serviceOfTest(directory);
  const listed = (await first.call('GET', '/api/configurations')).body.configurations;
  expect(listed).toMatchObject([{ id: 1, config: { title: 'Animals of the Andes' } }]);
  const { body } = await first.call('GET', '/api/configurations/1/logs');
  expect(body.logs).toMatchObject([{ action: 'updated' }, { action: 'created' }]);

  const search = (token: string) =>
    first.call('POST', '/api/configurations/1/search', { token, body: { input: 'feline' } });
  const found = await search(tokenIn('page-token'));
  expect(found.body).toMatchObject({ total: 1, result: [{ title: 'The puma' }] });
  expect((await search(tokenIn('revoked-token'))).status).toBe(401);

  // The ID of the deleted configuration is not reused.
  const created = await first.call('POST', '/api/configurations', { body: { config: { title: 'New' } } });
  expect(created.body.id).toBe(3);
  expect(existsSync(join(directory, 'log'))).toBe(false);
  expect(globSync('quarantine/**/converted-log-*', { cwd: directory })).toHaveLength(1);

  expect(await first.stop()).toBe(0);
  const doctor = await semanticSearch(['doctor'], { DATA_DIR: directory });
  expect([doctor.code, doctor.errors]).toEqual([0, '']);
  const second = await serviceOfTest(directory);
  const { configurations } = (await second.call('GET', '/api/configurations')).body;
  expect(configurations).toMatchObject([{ id: 1 }, { id: 3 }]);
});

/** An earlier kill ends a process that has not read the directory yet. */
const FIRST_KILL_MS = 300;
const KILLS = Number(process.env.KILLS ?? 6);

it('a conversion that is killed at random moments is completed by the next start', async () => {
  const place = await folderOfTest();
  execFileSync('tar', ['--extract', '--gzip', '--file', fixture, '--directory', place]);
  const directory = join(place, 'data');
  for (let kill = 0; kill < KILLS; kill++) {
    const server = run(['serve'], { DATA_DIR: directory, PORT: '0' });
    await pause(FIRST_KILL_MS + Math.random() * 1000);
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
  const service = await serviceOfTest(directory);
  const { configurations } = (await service.call('GET', '/api/configurations')).body;
  expect(configurations).toMatchObject([{ id: 1, config: { title: 'Animals of the Andes' } }]);
  expect((await service.call('GET', '/api/configurations/1/logs')).body.logs).toHaveLength(2);
  const found = await service.call('POST', '/api/configurations/1/search', {
    token: readFileSync(join(place, 'page-token'), 'utf8'),
    body: { input: 'feline' },
  });
  expect(found.body).toMatchObject({ total: 1 });
  const doctor = await semanticSearch(['doctor'], { DATA_DIR: directory });
  expect([doctor.code, doctor.errors]).toEqual([0, '']);
});
