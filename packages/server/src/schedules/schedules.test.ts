import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { website } from '../../../sources/test/website.fixture.ts';
import { folderOfTest } from '../../test/support/service.ts';
import {
  describeSources,
  nextRun,
  recordRun,
  removeSource,
  scheduledSources,
  scheduleSource,
  validateSchedule,
} from './scheduled-sources.ts';
import { startScheduler } from './scheduler.ts';

const nightly = {
  space: 'town',
  command: ['crawl', 'https://www.example.org/', '--space', 'town'],
  schedule: '0 3 * * *',
};

describe('scheduled sources', () => {
  it('are stored once per command, listed with their last runs, and removed', async () => {
    const directory = await folderOfTest();
    const { id } = await scheduleSource(directory, nightly);
    const weekly = { ...nightly, schedule: '0 3 * * 0' };
    expect(await scheduleSource(directory, weekly)).toMatchObject({ id, schedule: '0 3 * * 0' });
    const other = await scheduleSource(directory, {
      ...nightly,
      command: ['harvest', 'https://example.org/feed'],
    });
    const run = {
      started: '2026-01-01T03:00:00.000Z',
      finished: '2026-01-01T03:01:00.000Z',
      exitCode: 0,
      message: 'm',
    };
    await recordRun(directory, other, run);
    expect(await scheduledSources(directory)).toMatchObject([
      { source: { id, schedule: '0 3 * * 0' }, run: undefined },
      { source: { id: other.id }, run },
    ]);
    expect([await removeSource(directory, id), await removeSource(directory, id)]).toEqual([true, false]);
    expect(await scheduledSources(directory)).toHaveLength(1);
  });

  it('are due at the first time of the pattern after their last start', () => {
    const source = { ...nightly, id: '1', schedule: '*/10 * * * *', created: '2026-01-01T00:01:00.000Z' };
    expect(nextRun(source, undefined)?.toISOString()).toBe('2026-01-01T00:10:00.000Z');
    expect(nextRun(source, { started: '2026-01-01T05:10:00.000Z' })?.toISOString()).toBe(
      '2026-01-01T05:20:00.000Z',
    );
  });

  it.each(['often', '* * * * * *', '2020-01-01T00:00:00', '0 0 30 2 *', ''])(
    'cannot have the pattern "%s"',
    (pattern) => {
      expect(() => validateSchedule(pattern)).toThrow();
    },
  );

  it('with another command or a wrong pattern are ignored', async () => {
    const directory = await folderOfTest();
    await mkdir(join(directory, 'crawl/town'), { recursive: true });
    const wrong = [
      { ...nightly, id: '1', schedule: 'often' },
      { ...nightly, id: '2', command: ['restore', 'x'] },
    ];
    await writeFile(join(directory, 'crawl/town/sources.json'), JSON.stringify(wrong));
    expect(await scheduledSources(directory)).toEqual([]);
  });
});

describe('the description of the sources', () => {
  it('contains the last run and the next one', async () => {
    const directory = await folderOfTest();
    expect(await describeSources(directory)).toEqual(new Map());
    const source = await scheduleSource(directory, { ...nightly, command: ['crawl', 'https://a.example/'] });
    const { id, schedule } = source;
    const described = { id, command: 'crawl https://a.example/', schedule, next: expect.any(String) };
    expect((await describeSources(directory)).get(source.space)).toEqual([described]);
    const started = '2026-01-01T00:00:00.000Z';
    await recordRun(directory, source, { started });
    expect((await describeSources(directory)).get(source.space)).toEqual([
      { ...described, last: { started } },
    ]);
    const finished = '2026-01-01T00:01:00.000Z';
    await recordRun(directory, source, { started, finished, exitCode: 1, message: 'No response' });
    const last = { started, finished, succeeded: false, message: 'No response' };
    expect((await describeSources(directory)).get(source.space)).toEqual([{ ...described, last }]);
  });
});

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
    const command = ['crawl', `${site.url}/`, '--allow-private-networks', '--space', 'town'];
    const source = await scheduleSource(directory, { ...nightly, command });
    await recordRun(directory, source, { started: '2020-01-01T00:00:00.000Z' });
    vi.stubEnv('DATA_DIR', directory);
    const scheduler = startScheduler(directory, pino({ level: 'silent' }), { sourceRun: vi.fn() }, 20);
    await requested;
    await scheduler.close();
    await site.close();
    expect((await scheduledSources(directory))[0]!.run).toMatchObject({ exitCode: null });
  });
});
