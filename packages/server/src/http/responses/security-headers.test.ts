import { expect, test } from 'vitest';
import { served } from '../../../test/support/service.ts';
import { openContent } from '../../open-content.ts';

const server = served({}, openContent);

test.each([
  ['that may be compressed', '/api/spaces'],
  ['with an entity tag', '/api/configurations'],
  ['that is a problem', '/api/configurations/9'],
])('a response %s varies by origin, even without an Origin header', async (_what, path) => {
  const { headers } = await server.call('GET', path);
  expect((headers.get('vary') ?? '').split(/, */)).toContain('Origin');
});
