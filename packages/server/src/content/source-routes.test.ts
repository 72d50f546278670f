/** Sources over HTTP: what is stored, what is rejected, and the report of a run. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { startForTest } from '../../test/support/server.ts';
import { folderOfTest, served } from '../../test/support/service.ts';
import { openContent } from '../open-content.ts';
import { nextRun } from '../schedules/scheduled-source.ts';
import { recordRun, scheduledSources } from '../schedules/source-files.ts';
import type { SourceRunner } from '../schedules/source-runner.ts';

const server = served({}, openContent);
const { call } = server;
const sources = '/api/spaces/town/sources';
const settings = { starts: ['https://www.example.org/'], exclude: ['/internal/'], maxPages: 50 };

const create = async (body: object = settings) => (await call('POST', sources, body)).body;

describe('a source', () => {
  it('is created with its space, changed, listed without its settings, and deleted', async () => {
    const { id, ...created } = await create();
    const command = 'crawl https://www.example.org/ --space=town --exclude=/internal/ --max-pages=50';
    expect(created).toEqual({ command, settings, schedule: null, next: null });
    const changed = { starts: settings.starts, schedule: '0 3 * * *' };
    const { body } = await call('PUT', `${sources}/${id}`, changed);
    expect(body).toMatchObject({ id, settings: changed, schedule: '0 3 * * *' });
    expect(new Date(body.next as never).getHours()).toBe(3);
    const { body: list } = await call('GET', '/api/spaces');
    const { settings: _settings, ...listed } = body;
    expect(list.spaces).toMatchObject([{ name: 'town', sources: [listed] }]);
    expect((await call('DELETE', `${sources}/${id}`)).status).toBe(200);
    expect((await call('GET', `${sources}/${id}`)).status).toBe(404);
  });

  it.each([
    ['a folder', { starts: ['/etc'] }, 'starts[0]'],
    ['an option', { starts: ['--report=/etc/passwd'] }, 'starts[0]'],
    ['a file address', { starts: ['file:///etc/passwd'] }, 'starts[0]'],
    ['a password', { starts: ['https://ann:secret@example.org/'] }, 'starts[0]'],
    ['a control character', { ...settings, include: ['a\0b'] }, 'include[0]'],
    ['a line of two commands', { ...settings, content: 'main\n--header=X=Y' }, 'content'],
    ['a pattern with seconds', { ...settings, schedule: '* * * * * *' }, 'schedule'],
    ['no pattern', { ...settings, schedule: 'every night' }, 'schedule'],
    ['another member', { ...settings, header: ['Authorization=SECRET'] }, 'header'],
  ])('with %s is rejected', async (_, body, key) => {
    const { status, body: problem } = await call('POST', sources, body);
    expect([status, problem.errors]).toMatchObject([400, [{ key }]]);
  });

  it('keeps patterns that look like options in one word of the command', async () => {
    await create({ ...settings, include: ['--allow-private-networks'] });
    const stored = await scheduledSources(server.directory);
    expect(stored.at(-1)!.source.command).toContain('--include=--allow-private-networks');
  });

  it('of another space is not found, and one of the command line cannot be changed', async () => {
    const { id } = await create();
    expect((await call('GET', `/api/spaces/other/sources/${id}`)).status).toBe(404);
    await mkdir(join(server.directory, 'crawl/cli'), { recursive: true });
    const source = {
      id: 'ab12cd34',
      command: ['crawl', './dist'],
      schedule: '0 3 * * *',
      created: '2026-01-01',
    };
    await writeFile(join(server.directory, 'crawl/cli/sources.json'), JSON.stringify([source]));
    const path = '/api/spaces/cli/sources/ab12cd34';
    expect((await call('GET', path)).body).toMatchObject({ command: 'crawl ./dist' });
    expect((await call('PUT', path, settings)).status).toBe(409);
    expect((await call('GET', `${path}/trial?address=https://example.org/`)).status).toBe(409);
  });

  it('cannot be started on a server that runs no sources', async () => {
    const { id } = await create();
    expect((await call('POST', `${sources}/${id}/run`)).status).toBe(503);
  });

  it('is stored once for each of many creations at once', async () => {
    const before = (await scheduledSources(server.directory)).length;
    await Promise.all(Array.from({ length: 10 }, () => create()));
    expect(await scheduledSources(server.directory)).toHaveLength(before + 10);
  });
});

it('passes requests to the runner, and shows its progress', async () => {
  const directory = await folderOfTest();
  const runner = {
    wake: vi.fn(),
    stop: vi.fn(),
    progress: () => ({ visited: 3, known: 9 }),
    tryAddress: async () => ({
      addresses: ['https://a.example/'],
      links: [],
      document: { title: 'A', text: 'b' },
    }),
    close: async () => undefined,
  } satisfies SourceRunner;
  const idle = { ...runner, progress: () => undefined };
  const current: SourceRunner = { ...idle };
  const own = await startForTest(directory, {}, openContent, () => current);
  const { body } = await own.call('POST', sources, settings);
  const path = `${sources}/${body.id}`;
  expect((await own.call('POST', `${path}/run`)).status).toBe(200);
  expect(runner.wake).toHaveBeenCalledOnce();
  const [{ source } = {}] = await scheduledSources(directory);
  expect(nextRun(source!, undefined)!.getTime()).toBeLessThanOrEqual(Date.now());
  const started = new Date().toISOString();
  expect(nextRun(source!, { started })).toBeNull();
  await recordRun(directory, source!, { started });
  Object.assign(current, runner);
  expect((await own.call('GET', path)).body.last).toEqual({ started, visited: 3, known: 9 });
  await own.call('POST', `${path}/run`);
  expect(runner.wake).toHaveBeenCalledOnce();
  await own.call('DELETE', `${path}/run`);
  expect(runner.stop).toHaveBeenCalledWith('town', body.id);
  const { body: trial } = await own.call('GET', `${path}/trial?address=https://a.example/`);
  expect(trial).toEqual({ addresses: ['https://a.example/'], title: 'A', text: 'b', links: [] });
  await own.close();
});

it('counts the addresses of a report by reason, and filters them', async () => {
  const { id } = await create();
  const path = `${sources}/${id}/report`;
  expect((await call('GET', path)).body).toEqual({ counts: [], addresses: [], total: 0 });
  const lines = [
    { address: 'https://a.example/1', outcome: 'indexed', reason: 'new' },
    { address: 'https://a.example/2', outcome: 'indexed', reason: 'new' },
    { address: 'https://a.example/3', outcome: 'skipped', reason: 'canonical https://a.example/1' },
  ];
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  await writeFile(join(server.directory, `crawl/town/${id}.report.ndjson`), `${text}\n{"address": "https`);
  expect((await call('GET', path)).body).toEqual({
    counts: [
      { outcome: 'indexed', reason: 'new', count: 2 },
      { outcome: 'skipped', reason: 'canonical …', count: 1 },
    ],
    addresses: lines,
    total: 3,
  });
  const filtered = `${path}?outcome=indexed&reason=new&address=example%2F2`;
  expect((await call('GET', filtered)).body).toMatchObject({ addresses: [lines[1]], total: 1 });
});
