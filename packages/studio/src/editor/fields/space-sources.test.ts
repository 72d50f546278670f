import { describe, expect, it } from 'vitest';
import { formatTime } from '../../text/text.ts';
import { describeRuns, sourceName } from './space-sources.ts';

const source = { id: 'a', command: 'crawl https://www.example.org/', schedule: '0 3 * * *' };
const started = '2026-03-01T03:00:00.000Z';
const finished = '2026-03-01T03:02:00.000Z';
const next = '2026-03-02T03:00:00.000Z';

describe('the runs of a source', () => {
  it.each([
    ['before the first one', {}, 'Not run yet.'],
    ['while one runs', { last: { started } }, `Running since ${formatTime(started)}.`],
    [
      'after a success',
      { last: { started, finished, succeeded: true, message: '3 indexed' } },
      `Succeeded ${formatTime(finished)}: 3 indexed.`,
    ],
    ['after a failure', { last: { started, finished, succeeded: false } }, `Failed ${formatTime(finished)}.`],
  ])('%s', (_when, runs, expected) => {
    expect(describeRuns({ ...source, next, ...runs })).toBe(`${expected} Next run: ${formatTime(next)}.`);
  });

  it('with the counts of outcomes, and one full stop', () => {
    const last = { started, finished, succeeded: false, message: 'town: 3 indexed, 0 skipped, 1 failed' };
    expect(describeRuns({ ...source, next: null, last })).toBe(
      `Failed ${formatTime(finished)}: In the search: 3, Failed: 1. No further run.`,
    );
    expect(describeRuns({ ...source, next: null, last: { ...last, message: 'Stopped.' } })).toContain(
      ': Stopped. No',
    );
  });

  it('are those of an address, or of a command', () => {
    expect(sourceName(source)).toBe('https://www.example.org/');
    expect(sourceName({ command: 'crawl public --base example' })).toBe('crawl public --base example');
  });

  it('without a further one', () => {
    expect(describeRuns({ ...source, next: null })).toBe('Not run yet. No further run.');
  });
});
