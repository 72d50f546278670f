/** What is read often is written once for each version, and sent again as it is. */
import { expect, test } from 'vitest';
import { retitle, titled } from '../../test/support/configurations.ts';
import { memoryStore } from '../../test/support/memory-store.ts';
import type { Access } from '../auth/permission.ts';
import { cachedResponses } from './cached-responses.ts';

const access = (kind: Access['kind']) => ({
  kind,
  subject: 'ann',
  scopes: new Set(['configurations:read'] as const),
  configurations: new Set([1]),
  origins: null,
  jti: null,
  expires: Number.POSITIVE_INFINITY,
});

test.each<[string, Access['kind']]>([
  ['/api/configurations/1', 'access'],
  ['/api/configurations/1', 'publishable'],
  ['/api/configurations/active', 'access'],
  ['/api/configurations/visible', 'access'],
  ['/api/configurations', 'access'],
  ['/api/configurations/default', 'access'],
])('the answer of %s for a token that is %s is one until something changes', async (path, kind) => {
  const store = memoryStore();
  await store.create('ann', titled('A'));
  await store.activate(1, 'ann');
  const reads = cachedResponses(store);
  // A list goes straight once all that is in it has been presented.
  reads.one(1).find(access(kind));
  const find = () => reads.at(path)?.find(access(kind));
  const first = find();
  expect(first?.full.status).toBe(200);
  expect(find()).toBe(first);
  await store.update(1, 'ann', retitle('B'));
  reads.one(1).find(access(kind));
  const second = find();
  expect(find()).toBe(second);
  if (path.endsWith('/default')) expect(second).toBe(first);
  else expect(second?.etag).not.toBe(first?.etag);
});
