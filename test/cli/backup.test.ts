import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folder, folderOfTest, served } from '../support/fixtures.ts';
import { semanticSearch } from '../support/service.ts';

const service = served({}, []);
const backups = folder();

const run = (...words: string[]) => semanticSearch(words, { DATA_DIR: service.directory });

it('restore returns a running server to the state of a backup and keeps its address and tokens', async () => {
  await service.call('POST', '/api/configurations', { body: { config: { title: 'Kept' } } });
  const file = join(backups.path, 'dump.tar.gz');
  const dumped = await run('dump', file);
  expect(dumped.errors).toBe('');
  expect(dumped.output).toContain('1 configurations');
  await service.call('DELETE', '/api/configurations/1');
  await service.call('POST', '/api/configurations', { body: { config: { title: 'Later' } } });

  const before = (await service.call('GET', '/api/configurations')).body;
  const rejected = await run('restore', file);
  expect(rejected.code).toBe(1);
  expect(rejected.errors).toMatch(/already contains configurations.*--replace/);
  expect((await service.call('GET', '/api/configurations')).body).toEqual(before);

  const restored = await run('restore', '--replace', file);
  expect(restored.errors).toBe('');
  expect(restored.code).toBe(0);
  const { body } = await service.call('GET', '/api/configurations');
  expect(body.configurations).toMatchObject([{ id: 1, config: { title: 'Kept' } }]);

  const doctor = await run('doctor');
  expect(doctor.code).toBe(0);
  expect(doctor.output).toMatch(/good +configurations: 1 changes, 1 configurations/);
});

it('restore into an empty directory needs no --replace', async () => {
  const environment = { DATA_DIR: await folderOfTest() };
  await semanticSearch(['token', '--scope', 'search', '--create-keys'], environment);
  const file = join(backups.path, 'dump.tar.gz');
  const restored = await semanticSearch(['restore', file], environment);
  expect(restored.errors).toBe('');
  const again = await semanticSearch(['restore', file], environment);
  expect(again.code).toBe(1);
  const doctor = await semanticSearch(['doctor'], environment);
  expect(doctor.output).toMatch(/good +configurations: 1 changes, 1 configurations/);
});

it('restore rejects a missing backup file and the server keeps running', async () => {
  const { code, errors } = await run('restore', '--replace', join(backups.path, 'nothing.tar.gz'));
  expect(code).toBe(1);
  expect(errors).toContain('nothing.tar.gz');
  expect((await service.call('GET', '/api/configurations/1')).status).toBe(200);
});
