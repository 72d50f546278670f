import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { folder, folderOfTest, served, serviceOfTest } from '../support/fixtures.ts';
import { run, semanticSearch } from '../support/service.ts';

const service = served({}, []);
const backups = folder();
const command = (...words: string[]) => semanticSearch(words, { DATA_DIR: service.directory });
const leftOver = async () =>
  (await readdir(service.directory)).filter((name) => /^rest(?:ore-|oring)/.test(name));
const until = async (seen: () => Promise<boolean> | boolean) => {
  while (!(await seen())) await sleep(5);
};

it('an interrupted restore changes nothing, even after a restart of the server', async () => {
  await service.call('POST', '/api/configurations', { body: { config: { title: 'Dumped' } } });
  const file = join(backups.path, 'dump.tar.gz');
  expect(await command('dump', file)).toMatchObject({ code: 0 });
  const restore = run(['restore', '--replace', file], { DATA_DIR: service.directory });
  await until(async () => (await leftOver()).length > 0);
  restore.kill('SIGINT');
  await once(restore, 'exit');
  const changed = await service.call('PUT', '/api/configurations/1', {
    body: { config: { title: 'A week of work' } },
  });
  expect(changed.status).toBe(200);
  expect((await command('doctor')).output).toMatch(/doubtful +restore: in progress or interrupted/);
  await service.stop();
  const again = await serviceOfTest(service.directory);
  const { body } = await again.call('GET', '/api/configurations/1');
  expect(body.config!.title).toBe('A week of work');
  expect(await leftOver()).toEqual([]);
  await again.stop();
});

it('concurrent restores run one after another or fail with a message', async () => {
  const directory = await folderOfTest();
  const other = await serviceOfTest(directory);
  const file = (name: string) => join(backups.path, `${name}.tar.gz`);
  const there = (...words: string[]) => semanticSearch(words, { DATA_DIR: directory });
  await other.call('POST', '/api/configurations', { body: { config: { title: 'one' } } });
  await there('dump', file('one'));
  await other.call('PUT', '/api/configurations/1', { body: { config: { title: 'two' } } });
  await there('dump', file('two'));
  for (let round = 0; round < 2; round += 1) {
    const ended = await Promise.all(['one', 'two'].map((name) => there('restore', '--replace', file(name))));
    expect(ended.some(({ code }) => code === 0)).toBe(true);
    for (const { code, errors } of ended)
      expect(errors).toMatch(code === 0 ? /^$/ : /Another restore .* is in progress/);
    const { body } = await other.call('GET', '/api/configurations');
    expect(['one', 'two']).toContain(String(body.configurations![0]!.config!.title));
  }
  expect((await there('doctor')).code).toBe(0);
}, 60_000);

it('a server that receives the restart signal during startup restarts instead of exiting', async () => {
  const directory = await folderOfTest();
  const starting = run(['serve'], { PORT: '0', DATA_DIR: directory });
  let printed = '';
  starting.stdout?.on('data', (text: string) => (printed += text));
  await until(() => existsSync(join(directory, 'LOCK')));
  starting.kill('SIGUSR2');
  const ended = () => starting.exitCode ?? starting.signalCode;
  await until(() => ended() !== null || (printed.match(/"listening"/g) ?? []).length === 2);
  expect(ended()).toBe(null);
  starting.kill('SIGTERM');
  expect(await once(starting, 'exit')).toEqual([0, null]);
});

it('restore waits for its server even if the system clock jumps forward', async () => {
  const directory = await folderOfTest();
  const other = await serviceOfTest(directory);
  const file = join(backups.path, 'clock.tar.gz');
  expect(await semanticSearch(['dump', file], { DATA_DIR: directory })).toMatchObject({ code: 0 });
  const hurrying = 'const now = Date.now; let ahead = 0; Date.now = () => now() + (ahead += 3_600_000)';
  const NODE_OPTIONS = `--import "data:text/javascript,${encodeURIComponent(hurrying)}"`;
  const restored = await semanticSearch(['restore', '--replace', file], {
    DATA_DIR: directory,
    NODE_OPTIONS,
  });
  expect(restored).toMatchObject({ code: 0, errors: '' });
  await other.stop();
});
