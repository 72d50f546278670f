/**
 * What limited tokens learn about the rest of the server: nothing.
 *
 * Each request is sent to two servers. One also has a search space and configurations that the token may not use; on the
 * other, they never existed or are deleted. The responses must be equal.
 */
import { agentTools, type Operation, operations, type Scope, spaceScopes } from '@semantic-search/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { openContent } from '../src/open-content.ts';
import type { Server } from './support/server.ts';
import { served } from './support/service.ts';

const secret = 'hush';
const [full, empty] = [served({}, openContent), served({}, openContent)];
const ndjson = { 'Content-Type': 'application/x-ndjson' };
const documents = (space: string, word: string) =>
  Array.from({ length: 6 }, (_, i) => ({
    id: `urn:${space}:${i}`,
    title: word,
    [`of_${space}`]: `${word} ${i % 2}`,
  }));

/** Configuration 1 is of the token; 2 and 3 are of the secret space; 1 and 3 were moved between the spaces. */
async function fill(server: Server, hasSecret: boolean): Promise<void> {
  const spaces = hasSecret ? ['open', secret] : ['open'];
  for (const space of spaces) {
    const lines = documents(space, space).map((document) => `${JSON.stringify(document)}\n`);
    await server.call('POST', `/api/spaces/${space}/documents`, lines.join(''), ndjson);
  }
  const start = hasSecret
    ? { title: secret, searchSpace: secret }
    : { title: 'Before', searchSpace: 'before' };
  // Without a filter of its own, the configuration would get the attributes of its first search space.
  const filter = { facetsToShow: [] };
  await server.call('POST', '/api/configurations', { config: { ...start, filter } });
  await server.call('PUT', '/api/configurations/1', { config: { ...start, title: `${start.title} 2` } });
  await server.call('PUT', '/api/configurations/1', {
    config: { title: 'Open', searchSpace: 'open', visible: true },
  });
  await server.call('PUT', '/api/configurations/1', { config: { result: { itemsPerPage: 5 } } });
  for (const id of [2, 3]) {
    const config = { title: secret, searchSpace: id === 2 ? secret : 'open', visible: true };
    await server.call('POST', '/api/configurations', { config });
    await server.call('PUT', `/api/configurations/${id}`, { config: { searchSpace: secret } });
    if (hasSecret) await server.call('POST', `/api/configurations/${id}/set`);
    else await server.call('DELETE', `/api/configurations/${id}`);
  }
}

type Issue = (server: Server) => Promise<{ token: string }>;
const ofSpace =
  (...scopes: Scope[]): Issue =>
  ({ issuer }) =>
    issuer.access({ subject: 'cms', scopes, spaces: ['open'], lifetime: 600 });
const page = { name: 'page', configurations: [1], lifetime: 600 };
const origin = 'https://example.org';

const [allOfASpace, allOfAPage] = ['a search space, with scopes beyond spaces', 'a page, from its origin'];
/** These tokens send every request; tokens with fewer rights only those for what is secret. */
const thorough = [allOfASpace, allOfAPage];
const bearers: [string, Issue, Record<string, string>?][] = [
  [allOfASpace, ofSpace(...spaceScopes, 'configurations:write', 'tokens:write')],
  ...spaceScopes.map((scope): [string, Issue] => [`a search space, with only ${scope}`, ofSpace(scope)]),
  ['a search space, without a scope', ofSpace()],
  ['a page', ({ issuer }) => issuer.publishable(page)],
  [allOfAPage, ({ issuer }) => issuer.publishable({ ...page, origins: [origin] }), { Origin: origin }],
  [
    'a page, from another origin',
    ({ issuer }) => issuer.publishable({ ...page, origins: [origin] }),
    { Origin: 'https://evil.example' },
  ],
];

interface Sent {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

const secretQuery = `?searchString=${secret}&uri=urn:${secret}:1&recommender=related-concepts&searchSpace=${secret}`;
const queries = [
  '',
  secretQuery,
  '?searchString=open&uri=urn:open:1&recommender=same-topic-newer&searchSpace=open&after=&limit=3',
];

/** Requests for what is the token's own, for what is secret, and for what nobody has. */
function requestsOf({ method, path, query, body }: Operation, isThorough: boolean): Sent[] {
  const [own, others] = path.includes('{configId}') ? ['1', ['2', '3', '4']] : ['open', [secret, 'nowhere']];
  const names = isThorough ? [own, ...others] : others.slice(0, 1);
  const paths = names.map((name) =>
    path
      .replace(/\{(?:configId|space)\}/, name)
      .replace('{uri}', encodeURIComponent(`urn:${name}:1`))
      .replace(/\{\w+\}/, name === '1' ? '1' : name),
  );
  // One query shows that an operation without parameters ignores them.
  const sentQueries = isThorough && query ? queries : [secretQuery];
  return [...new Set(paths)].flatMap((place) =>
    sentQueries.map((sent) => ({
      method: method.toUpperCase(),
      path: place + sent,
      ...(body && { body: bodyOf(body), headers: { 'Content-Type': body.mediaTypes[0]! } }),
    })),
  );
}

function bodyOf({ mediaTypes, example }: NonNullable<Operation['body']>): unknown {
  if (mediaTypes[0] !== 'application/json') return example;
  const facets = { selectedFacets: [{ field: `of_${secret}`, label: `${secret} 1` }] };
  return { ...(example as object), ...(JSON.stringify(example).includes('selectedFacets') && facets) };
}

function messages(): Sent[] {
  const tools = Object.keys(agentTools).flatMap((name) =>
    [1, 2, 3, 4].map((configuration) => ({
      method: 'tools/call',
      params: {
        name,
        arguments: { configuration, input: secret, searchString: secret, uri: `urn:${secret}:1` },
      },
    })),
  );
  return [{ method: 'tools/list', params: {} }, ...tools].map((message, id) => ({
    method: 'POST',
    path: '/mcp',
    body: { jsonrpc: '2.0', id, ...message },
    headers: { Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-06-18' },
  }));
}

/** Everything that a client sees, except times, request IDs and what the token itself says. */
async function seen(server: Server, token: string, { method, path, body, headers }: Sent, more = {}) {
  const sent = { Authorization: `Bearer ${token}`, ...headers, ...more };
  const response = await server.call(method, path, body, sent);
  const named = Object.fromEntries(response.headers);
  for (const name of ['date', 'last-modified', 'x-request-id', 'etag', 'content-length']) delete named[name];
  const text = JSON.stringify({ status: response.status, headers: named, body: response.body });
  return text
    .replaceAll(server.url, 'https://search.example')
    .replace(/"instance":"[^"]*"|\b\d+ ms\b|"jti":"[^"]*"|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…')
    .replace(/\\"written\\":[^,}]*|"id":"(?:[0-9a-f-]{36}|[0-9a-f]{8})"/g, '…');
}

beforeAll(async () => {
  await fill(full, true);
  await fill(empty, false);
}, 60_000);

describe.each(bearers)('a token of %s', (name, issue, headers) => {
  test('sees the same, whether or not there is another search space', async () => {
    const [{ token: here }, { token: there }] = [await issue(full), await issue(empty)];
    const isThorough = thorough.includes(name);
    const withToken = operations.filter(({ scope }) => scope !== null);
    const requests = [
      ...withToken.flatMap((operation) => requestsOf(operation, isThorough)),
      ...(isThorough ? messages() : []),
    ];
    for (const request of requests) {
      const [response, expected] = [
        await seen(full, here, request, headers),
        await seen(empty, there, request, headers),
      ];
      expect(response, `${request.method} ${request.path}`).toBe(expected);
    }
  }, 120_000);
});

test('the full server has what the tokens do not see', async () => {
  const { body } = await full.call('GET', '/api/configurations');
  expect(body).toMatchObject({ activeConfigId: 3, configurations: [{ id: 1 }, { id: 2 }, { id: 3 }] });
  const described = await full.call('GET', `/api/configurations/default?searchSpace=${secret}`);
  expect(JSON.stringify(described.body)).toContain(`of_${secret}`);
  expect(JSON.stringify((await full.call('GET', '/api/configurations/1/logs')).body)).toContain(secret);
});

test('a token of a search space reads the configurations of its space, and its own history', async () => {
  const { token } = await ofSpace(...spaceScopes)(full);
  const read = async (path: string) =>
    (await full.call('GET', `/api/configurations${path}`, undefined, { Authorization: `Bearer ${token}` }))
      .body;
  for (const path of ['', '/visible'])
    expect(await read(path)).toMatchObject({ activeConfigId: null, configurations: [{ id: 1 }] });
  const { logs, total } = await read('/1/logs');
  expect(total).toBe(4);
  expect(Object.values(logs!).map(({ changes }) => Object.values(changes!).length)).toEqual([1, 0, 0, 0]);
  await full.call('POST', '/api/configurations/1/set');
  expect(await read('/active')).toMatchObject({ id: 1 });
});
