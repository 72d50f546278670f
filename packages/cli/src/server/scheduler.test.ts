import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordRun, resumeSource, scheduledSources, scheduleSource } from '@semantic-search/server/schedules';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startForTest } from '../../../server/test/support/server.ts';
import { folderOfTest } from '../../../server/test/support/service.ts';
import { website } from '../../../sources/test/website.fixture.ts';
import { startScheduler } from './scheduler.ts';

const nightly = {
  space: 'town',
  command: ['crawl', 'https://www.example.org/', '--space', 'town'],
  schedule: '0 3 * * *',
};

const entry = {
  ...nightly,
  id: '1',
  created: '2026-01-01T00:00:00.000Z',
};

describe('the scheduler', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('runs a missed source once, records the result and counts it', async () => {
    const directory = await folderOfTest();
    const yearly = {
      ...nightly,
      command: ['crawl', '--space', 'town'],
      schedule: '0 0 1 1 *',
    };
    const source = await scheduleSource(directory, yearly);
    await recordRun(directory, source, { started: '2020-01-01T00:00:00.000Z' });
    const sourceRun = vi.fn();
    vi.stubEnv('DATA_DIR', directory);
    const scheduler = startScheduler(directory, pino({ level: 'silent' }), { sourceRun }, 20);
    await vi.waitUntil(() => sourceRun.mock.calls.length > 0, 30_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await scheduler.close();
    expect(sourceRun.mock.calls).toEqual([[{ space: 'town', source: source.id, outcome: 'failed' }]]);
    const [{ run } = {}] = await scheduledSources(directory);
    expect(run).toMatchObject({ exitCode: 1, message: 'semantic-search: Specify an address or a folder' });
  });

  it('runs sources side by side, each at most once, also if one never ends or cannot be recorded', async () => {
    let requests = 0;
    const site = await website();
    // Never responds.
    site.pages.set('/robots.txt', () => {
      requests += 1;
    });
    const directory = await folderOfTest();
    const every = { schedule: '0 0 1 1 *', created: '2020-01-01T00:00:00.000Z' };
    const server = await startForTest(directory);
    const folders = ['a-endless', 'b-damaged', 'c-quick', 'd-unrecorded'];
    for (const space of folders) await mkdir(join(directory, 'crawl', space), { recursive: true });
    const quick = ['crawl', '--space', 'x'];
    const endless = ['crawl', `${site.url}/`, '--allow-private-networks', '--space', 'x'];
    const write = (space: string, sources: unknown) =>
      writeFile(join(directory, `crawl/${space}/sources.json`), JSON.stringify(sources));
    await write('a-endless', [{ ...every, id: '1', command: endless }]);
    await write('b-damaged', [null]);
    await write('c-quick', [{ ...every, id: '1', command: quick }]);
    await write('d-unrecorded', [{ ...every, id: '1', command: quick }]);
    await mkdir(join(directory, 'crawl/d-unrecorded/source-runs.json'));
    const sourceRun = vi.fn();
    vi.stubEnv('DATA_DIR', directory);
    const scheduler = startScheduler(directory, pino({ level: 'silent' }), { sourceRun }, 20);
    const names = () => sourceRun.mock.calls.map(([{ space }]) => space);
    await vi.waitUntil(() => names().includes('c-quick') && requests > 0, 30_000);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await scheduler.close();
    await site.close();
    await server.close();
    expect(requests).toBe(1);
    expect(names().filter((space) => space === 'c-quick')).toHaveLength(1);
    expect(names().filter((space) => space === 'd-unrecorded').length).toBeLessThan(2);
  });

  it('does not run a paused source until it is resumed', async () => {
    const directory = await folderOfTest();
    await mkdir(join(directory, 'crawl/town'), { recursive: true });
    const paused = { ...entry, schedule: '* * * * *', command: ['crawl', '--space', 'x'], paused: true };
    await writeFile(join(directory, 'crawl/town/sources.json'), JSON.stringify([paused]));
    const sourceRun = vi.fn();
    const scheduler = startScheduler(directory, pino({ level: 'silent' }), { sourceRun }, 20);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(sourceRun).not.toHaveBeenCalled();
    expect(await resumeSource(directory, '1')).toBe(true);
    await vi.waitUntil(() => sourceRun.mock.calls.length === 1, 30_000);
    await scheduler.close();
  });

  it('records the end of a run that a killed server left open', async () => {
    const directory = await folderOfTest();
    const source = await scheduleSource(directory, { ...nightly, schedule: '0 0 1 1 *' });
    const started = new Date().toISOString();
    await recordRun(directory, source, { started });
    const scheduler = startScheduler(directory, pino({ level: 'silent' }), { sourceRun: vi.fn() });
    await scheduler.close();
    expect((await scheduledSources(directory))[0]!.run).toMatchObject({ started, exitCode: null });
  });

  it('ends a running command when it closes', async () => {
    const site = await website();
    const requested = new Promise<void>((resolve) => {
      // Never responds.
      site.pages.set('/robots.txt', () => resolve());
    });
    const directory = await folderOfTest();
    const server = await startForTest(directory);
    const command = ['crawl', `${site.url}/`, '--allow-private-networks', '--space', 'town'];
    const source = await scheduleSource(directory, { ...nightly, command });
    await recordRun(directory, source, { started: '2020-01-01T00:00:00.000Z' });
    vi.stubEnv('DATA_DIR', directory);
    const scheduler = startScheduler(directory, pino({ level: 'silent' }), { sourceRun: vi.fn() }, 20);
    await requested;
    await scheduler.close();
    await site.close();
    await server.close();
    expect((await scheduledSources(directory))[0]!.run).toMatchObject({ exitCode: null });
  });
});
