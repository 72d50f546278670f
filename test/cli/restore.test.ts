/** `semantic-search restore` that is rejected or interrupted. */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { folder, folderOfTest, serviceOfTest } from '../support/fixtures.ts';
import { run, semanticSearch } from '../support/service.ts';

const backups = folder();

/** A data directory whose configuration has changed since the backup, without a running server. */
async function changedSinceBackup() {
  const directory = await folderOfTest();
  const service = await serviceOfTest(directory);
  await service.call('POST', '/api/configurations', { body: { config: { title: 'Dumped' } } });
  const file = join(backups.path, 'dump.tar.gz');
  expect(await semanticSearch(['dump', file], { DATA_DIR: directory })).toMatchObject({ code: 0 });
  await service.call('PUT', '/api/configurations/1', { body: { config: { title: 'A week of work' } } });
  return { directory, file, service };
}

const titleIn = async (directory: string) => {
  const service = await serviceOfTest(directory);
  const { body } = await service.call('GET', '/api/configurations/1');
  await service.stop();
  return body.config!.title;
};

it('a restore is rejected while the server runs, and changes nothing', async () => {
  const { directory, file, service } = await changedSinceBackup();
  const { code, errors } = await semanticSearch(['restore', '--replace', file], { DATA_DIR: directory });
  expect([code, errors]).toEqual([1, expect.stringMatching(/is used by another process; stop the server/)]);
  const { body } = await service.call('GET', '/api/configurations/1');
  expect(body.config!.title).toBe('A week of work');
});

it('a killed restore changes nothing, or is repeated before the server starts', async () => {
  const { directory, file, service } = await changedSinceBackup();
  await service.stop();
  const restore = run(['restore', '--replace', file], { DATA_DIR: directory });
  const exited = once(restore, 'exit');
  while (!(await readdir(directory)).includes('restore.new')) await sleep(1);
  restore.kill('SIGKILL');
  await exited;
  if ((await readdir(directory)).includes('restoring'))
    expect((await semanticSearch(['doctor'], { DATA_DIR: directory })).output).toMatch(/damaged +restore/);
  else expect(['A week of work', 'Dumped']).toContain(await titleIn(directory));
  const again = await semanticSearch(['restore', '--replace', file], { DATA_DIR: directory });
  expect(again).toMatchObject({ code: 0, errors: '' });
  expect(await titleIn(directory)).toBe('Dumped');
});

it('concurrent restores run one after another or fail with a message', async () => {
  const { directory, file, service } = await changedSinceBackup();
  await service.stop();
  const ended = await Promise.all(
    [1, 2].map(() => semanticSearch(['restore', '--replace', file], { DATA_DIR: directory })),
  );
  expect(ended.some(({ code }) => code === 0)).toBe(true);
  for (const { code, errors } of ended)
    expect(errors).toMatch(code === 0 ? /^$/ : /is used by another process/);
  expect(await titleIn(directory)).toBe('Dumped');
}, 60_000);
