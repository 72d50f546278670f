/** What is asked of a space is known to be asked with the token of the request, however far behind it. */
import { expect, test } from 'vitest';
import { smallContent } from '../../test/support/server.ts';
import { served } from '../../test/support/service.ts';
import { currentClient } from '../auth/client-identity.ts';
import type { Backend } from '../backends/backend.ts';
import { searchRoutes } from './routes.ts';

const asked: string[] = [];
const space = {
  suggest: async () => {
    asked.push(currentClient());
    return { suggestions: [] };
  },
};
const backend = { space: async () => space } as unknown as Backend;
const { call, created } = served(
  {},
  {
    ...smallContent,
    routes: (configurations) => [searchRoutes({ configurations, backend, deadline: 60_000 })],
  },
);

test('runs each search with the identity of its own token', async () => {
  const path = await created({ title: 'A', searchSpace: 'a' });
  const id = Number(path.split('/').at(-1));
  const { body } = await call('POST', '/api/tokens', { name: 'page', configurations: [id] });
  const ask = (headers = {}) =>
    call('GET', `${path}/suggestConcepts?searchString=a`, undefined, headers as Record<string, string>);
  await ask({ Authorization: `Bearer ${body.token}` });
  await ask();
  expect(asked).toEqual([String(body.jti), expect.stringMatching(/./u)]);
  expect(asked[0]).not.toBe(asked[1]);
});
