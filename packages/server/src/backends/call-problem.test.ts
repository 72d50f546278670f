/** Retry-After of overload responses, taken from the remote service if it sends one. */
import type { RequestListener } from 'node:http';
import type { WritableBackend } from '@semantic-search/engine/backend';
import { graphsearchBackend } from '@semantic-search/graphsearch';
import { opensearchBackend } from '@semantic-search/opensearch';
import { expect, onTestFinished, test } from 'vitest';
import { fakeNode } from '../../../opensearch/test/cluster/fake-node.ts';
import { plain } from '../../test/support/documents.ts';
import { backendCalls } from './call.ts';
import { parseRetryAfter } from './call-problem.ts';
import { queries } from './space-queries.ts';

const common = { name: 'zoo', deadlineMs: 2000 };
const credentials = (url: URL) =>
  ({ type: 'client-credentials', tokenUrl: url, client: 'search', secret: 'secret' }) as const;

const kinds: [string, (url: URL) => WritableBackend][] = [
  ['OpenSearch', (url) => opensearchBackend({ ...common, nodes: [url], index: 'zoo' })],
  [
    'GraphSearch',
    (url) => graphsearchBackend({ ...common, url, searchSpaceId: 'zoo', credentials: { type: 'none' } }),
  ],
  [
    'the token endpoint of GraphSearch',
    (url) => graphsearchBackend({ ...common, url, searchSpaceId: 'zoo', credentials: credentials(url) }),
  ],
];
const responses: [number, Record<string, string>, string][] = [
  [429, { 'Retry-After': '17' }, '17'],
  [503, { 'Retry-After': '17' }, '17'],
  [429, {}, '5'],
  [503, {}, '5'],
];

test.each(kinds.flatMap(([what, open]) => responses.map((answer) => [what, ...answer, open] as const)))(
  '%s that returns %i with %o leads to 503 with Retry-After %s',
  async (_what, status, headers, again, open) => {
    const busy: RequestListener = (_, response) => void response.writeHead(status, headers).end('{}');
    const node = await fakeNode(busy);
    const backend = open(node.url);
    onTestFinished(async () => {
      await backend.close();
      node.close();
    });
    const { execute } = backendCalls({ backend });
    const { signal } = new AbortController();
    const context = { space: 'zoo', client: '', signal, deadline: performance.now() + 10_000 };
    const pending = queries(execute, context).search(plain);
    await expect(pending).rejects.toMatchObject({
      code: 'service-unavailable',
      headers: { 'Retry-After': again },
    });
  },
);

test.each([
  [undefined, undefined],
  ['0', 1],
  ['30', 30],
  ['86400', 600],
  ['99999999999999999999', 600],
  [new Date(Date.now() - 10_000).toUTCString(), 1],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 600],
  ['soon', undefined],
  ['', undefined],
  ['-1', undefined],
])('parses %o as %o seconds', (value, seconds) => {
  expect(parseRetryAfter(value)).toBe(seconds);
});
