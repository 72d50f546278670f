import { expect, test } from 'vitest';
import { served } from '../../test/support/service.ts';
import { openContent } from '../open-content.ts';

const server = served({}, openContent);

test.each([
  ['that is compressed', '/api/spaces', ['Accept-Encoding', 'Origin']],
  ['that lies ready', '/api/configurations', ['Origin']],
  ['that is a problem', '/api/configurations/9', ['Origin']],
])('an answer %s varies by origin, also when no page asks', async (_what, path, expected) => {
  const { headers } = await server.call('GET', path);
  const vary = (headers.get('vary') ?? '').split(/, */).sort();
  expect(vary).toEqual(expected);
});
