import { expect, test } from 'vitest';
import { served } from '../../../test/support/service.ts';
import { openContent } from '../../open-content.ts';

const server = served({}, openContent);

test.each([
  ['that is compressed', '/api/spaces', ['Accept-Encoding', 'Origin']],
  ['that is cached', '/api/configurations', ['Origin']],
  ['that is a problem', '/api/configurations/9', ['Origin']],
])('a response %s varies by origin, even without an Origin header', async (_what, path, expected) => {
  const { headers } = await server.call('GET', path);
  const vary = (headers.get('vary') ?? '').split(/, */).sort();
  expect(vary).toEqual(expected);
});
