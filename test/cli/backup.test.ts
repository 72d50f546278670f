import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folder, folderOfTest, served, serviceOfTest } from '../support/fixtures.ts';
import { semanticSearch } from '../support/service.ts';

const service = served({}, []);
const backups = folder();

const run = (...words: string[]) => semanticSearch(words, { DATA_DIR: service.directory });

it('restore returns a stopped server to the state of a backup', async () => {
  await service.call('POST', '/api/configurations', { body: { config: { title: 'Kept' } } });
  const file = join(backups.path, 'dump.tar.gz');
  const dumped = await run('dump', file);
  expect(dumped.errors).toBe('');
  expect(dumped.output).toContain('1 configurations');
  await service.call('DELETE', '/api/configurations/1');
  await service.call('POST', '/api/configurations', { body: { config: { title: 'Later' } } });

  await service.stop();
  const rejected = await run('restore', file);
  expect(rejected.code).toBe(1);
  expect(rejected.errors).toMatch(/already contains configurations.*--replace/);
  const restored = await run('restore', '--replace', file);
  expect(restored.errors).toBe('');
  expect(restored.code).toBe(0);
  const doctor = await run('doctor');
  expect(doctor.code).toBe(0);
  expect(doctor.output).toMatch(/good +configurations: 1 configurations/);

  const again = await serviceOfTest(service.directory);
  const { body } = await again.call('GET', '/api/configurations');
  expect(body.configurations).toMatchObject([{ id: 1, config: { title: 'Kept' } }]);
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
  expect(doctor.output).toMatch(/good +configurations: 1 configurations/);
});

it('restore rejects a missing backup file', async () => {
  const { code, errors } = await run('restore', '--replace', join(backups.path, 'nothing.tar.gz'));
  expect(code).toBe(1);
  expect(errors).toContain('nothing.tar.gz');
});
