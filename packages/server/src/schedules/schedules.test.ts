import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOfTest } from '../../test/support/service.ts';
import { describeSource, publicText } from './describe-source.ts';
import { nextRun, scheduleFault } from './scheduled-source.ts';
import { readSchedules, recordRun, removeSource, scheduledSources, scheduleSource } from './source-files.ts';

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
      expect(scheduleFault(pattern)).toEqual(expect.any(String));
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

const entry = {
  ...nightly,
  id: '1',
  created: '2026-01-01T00:00:00.000Z',
};

describe('damaged files of schedules', () => {
  const write = async (directory: string, name: string, content: string) => {
    await mkdir(join(directory, 'crawl/bad'), { recursive: true });
    await writeFile(join(directory, 'crawl/bad', name), content);
  };

  it.each([
    ['an entry that is null', '[null]'],
    ['a list of numbers', '[1, 2]'],
    ['a torn file', '[{"id": "1", "comm'],
    ['an empty file', ''],
    ['zeros of a power loss', '\0\0\0\0'],
    ['an object', '{"id": "1"}'],
    ['a text', '"sources"'],
    ['a command as text', JSON.stringify([{ ...entry, command: 'crawl https://a.example/' }])],
    ['a command with null', JSON.stringify([{ ...entry, command: ['crawl', null] }])],
    ['no command', JSON.stringify([{ ...entry, command: undefined }])],
    ['a schedule as number', JSON.stringify([{ ...entry, schedule: 3 }])],
    ['a schedule with seconds', JSON.stringify([{ ...entry, schedule: '* * * * * *' }])],
    ['a date that is none', JSON.stringify([{ ...entry, created: 'yesterday' }])],
    ['no id', JSON.stringify([{ ...entry, id: undefined }])],
    ['an id that is an object', JSON.stringify([{ ...entry, id: {} }])],
    ['another command', JSON.stringify([{ ...entry, command: ['restore', 'x'] }])],
  ])('with %s are a problem of their space only', async (_, content) => {
    const directory = await folderOfTest();
    const source = await scheduleSource(directory, nightly);
    await write(directory, 'sources.json', content);
    expect(await readSchedules(directory)).toEqual([
      { space: 'bad', sources: [], problems: [expect.stringMatching(/^crawl\/bad\/sources\.json/)] },
      { space: 'town', sources: [{ source, run: undefined }], problems: [] },
    ]);
  });

  it('leave valid entries next to a damaged one', async () => {
    const directory = await folderOfTest();
    await write(directory, 'sources.json', JSON.stringify([null, { ...entry, space: '../../elsewhere' }]));
    const [read] = await readSchedules(directory);
    expect(read).toMatchObject({ sources: [{ source: { id: '1', space: 'bad' } }] });
    expect(read!.problems).toHaveLength(1);
    expect(await removeSource(directory, '1')).toBe(true);
    expect((await readSchedules(directory))[0]).toMatchObject({ sources: [], problems: [expect.anything()] });
  });

  it('may be folders, and files may be in place of folders', async () => {
    const directory = await folderOfTest();
    await mkdir(join(directory, 'crawl/bad/sources.json'), { recursive: true });
    await writeFile(join(directory, 'crawl/file'), '');
    await scheduleSource(directory, nightly);
    expect((await readSchedules(directory)).map(({ space }) => space)).toEqual(['bad', 'town']);
  });

  it.each(['[null', '[]', '{"1": null}', '{"1": {"started": 5}}', '{"1": {"started": "soon"}}'])(
    'of runs with %s are as if nothing had run',
    async (content) => {
      const directory = await folderOfTest();
      await write(directory, 'sources.json', JSON.stringify([entry]));
      await write(directory, 'source-runs.json', content);
      const [read] = await readSchedules(directory);
      expect(read!.sources).toMatchObject([{ source: { id: '1' }, run: undefined }]);
      await recordRun(directory, read!.sources[0]!.source, { started: entry.created });
      expect((await readSchedules(directory))[0]!.problems).toEqual([]);
    },
  );
});

describe('the description of the sources', () => {
  it('contains the last run and the next one', async () => {
    const source = { ...entry, command: ['crawl', 'https://a.example/'] };
    const { id, schedule } = source;
    const described = { id, command: 'crawl https://a.example/', schedule, next: expect.any(String) };
    expect(describeSource({ source, run: undefined })).toEqual(described);
    const started = '2026-01-01T00:00:00.000Z';
    expect(describeSource({ source, run: { started } })).toEqual({ ...described, last: { started } });
    const finished = '2026-01-01T00:01:00.000Z';
    const run = { started, finished, exitCode: 1, message: 'No response' };
    const last = { started, finished, succeeded: false, message: 'No response' };
    expect(describeSource({ source, run })).toEqual({ ...described, last });
    expect(describeSource({ source: { ...source, paused: true }, run: undefined }).next).toBeNull();
  });

  it.each([
    ['crawl https://user:secret@a.example/x', 'crawl https://a.example/x'],
    ['crawl https://token@a.example:8080/x/y', 'crawl https://a.example:8080/x/y'],
    ['crawl http://u:p%40ss@[2001:db8::1]/x/y', 'crawl http://[2001:db8::1]/x/y'],
    ['harvest https://a.example/feed?key=secret', 'harvest https://a.example/feed?…'],
    ['crawl /home/ann/site --base https://a.example/docs/', 'crawl site --base https://a.example/docs/'],
    ['crawl https://a.example/ --report /var/log/crawl.json', 'crawl https://a.example/ --report crawl.json'],
    ['crawl https://a.example/ --report=/var/log/crawl.json', 'crawl https://a.example/ --report=crawl.json'],
    ['crawl https://a.example/ --include /news/2024/*', 'crawl https://a.example/ --include /news/2024/*'],
  ])('of %s has no secrets and no paths of the machine', (command, expected) => {
    const source = { ...entry, command: command.split(' ') };
    expect(describeSource({ source, run: undefined }).command).toBe(expected);
  });

  it('has no secrets and paths in the last message', () => {
    expect(publicText("ENOENT: no such file, open '/srv/data/spaces/town/x.db'")).toBe(
      "ENOENT: no such file, open 'x.db'",
    );
    expect(publicText('https://u:p@a.example/x/y: HTTP status 401')).toBe(
      'https://a.example/x/y: HTTP status 401',
    );
    // Credentials end at the last `@` before the path.
    expect(publicText('https://u:p@ss@word@a.example/x@y')).toBe('https://a.example/x@y');
  });
});
