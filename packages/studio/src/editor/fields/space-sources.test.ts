import { describe, expect, it } from 'vitest';
import { formatTime } from '../../text/text.ts';
import { describeRuns } from './space-sources.ts';

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

  it('without a further one', () => {
    expect(describeRuns({ ...source, next: null })).toBe('Not run yet. No further run.');
  });
});
