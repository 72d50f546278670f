import { expect, test } from 'vitest';
import { smallContent } from '../../test/support/server.ts';
import { served } from '../../test/support/service.ts';
import type { Execute } from '../backends/space-queries.ts';
import { searchRoutes } from './routes.ts';

const clients: string[] = [];
const execute: Execute = async ({ client }) => {
  clients.push(client);
  return { suggestions: [] } as never;
};
const { call, created } = served(
  {},
  {
    ...smallContent,
    routes: (configurations) => [
      searchRoutes({ configurations, execute, timeoutMs: 60_000, reported: async () => [] }),
    ],
  },
);

test('a query carries the identity of the token of its request', async () => {
  const path = await created({ title: 'A', searchSpace: 'a' });
  const id = Number(path.split('/').at(-1));
  const { body } = await call('POST', '/api/tokens', { name: 'page', configurations: [id] });
  const suggest = (headers: Record<string, string> = {}) =>
    call('GET', `${path}/suggestConcepts?searchString=a`, undefined, headers);
  await suggest({ Authorization: `Bearer ${body.token}` });
  await suggest();
  expect(clients).toEqual([String(body.jti), expect.stringMatching(/./u)]);
  expect(clients[0]).not.toBe(clients[1]);
});
