import { beforeAll, expect, it } from 'vitest';
import { served } from '../support/fixtures.ts';
import { semanticSearch } from '../support/service.ts';

const service = served({}, []);

beforeAll(async () => {
  await service.call('POST', '/api/configurations', { body: { config: { title: 'First' } } });
  await service.call('PUT', '/api/configurations/1', { body: { config: { title: 'Second' } } });
});

const rollback = (...words: string[]) =>
  semanticSearch(['rollback', ...words], { DATA_DIR: service.directory, LOG_LEVEL: 'error' });

it('rollback on a running server restores the version and records it in the log', async () => {
  const { code, output, errors } = await rollback('1', '1');
  expect([code, output.trim(), errors]).toEqual([
    0,
    'Configuration 1 is as it was in version 1.',
    expect.stringMatching(/^Data directory: .*\n$/),
  ]);
  expect((await service.call('GET', '/api/configurations/1')).body).toMatchObject({
    config: { title: 'First' },
  });
  const { body } = await service.call('GET', '/api/configurations/1/logs');
  expect(body).toMatchObject({
    total: 3,
    logs: [{ version: 3, user: 'command line', action: 'updated' }, {}, {}],
  });
});

it('rollback rejects unknown versions, unknown configurations and invalid numbers with an error message', async () => {
  for (const [words, reason] of [
    [['1', '99'], /no such version/],
    [['7', '1'], /7/],
    [['1', '0'], /Expected a positive integer/],
    [['1', 'first'], /Expected a positive integer/],
  ] as const) {
    const { code, errors } = await rollback(...words);
    expect(code, words.join(' ')).toBe(1);
    expect(errors).toMatch(reason);
  }
  expect((await service.call('GET', '/api/configurations/1/logs')).body.total).toBe(3);
});

it('rollback without a running server says how to start one', async () => {
  await service.stop();
  expect((await rollback('1', '2')).errors).toMatch(
    /No server is running with .*Start one with semantic-search start/,
  );
});
