/** The Model Context Protocol with the client of the official SDK: tools, permissions, limits and errors. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  type AgentDocumentList,
  type AgentFullDocument,
  type AgentSearchResult,
  type AgentSuggestions,
  scopes,
} from '@semantic-search/contract';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { animals, documents, ids, puma, thesaurus } from '../../test/support/documents.ts';
import { expectProblem } from '../../test/support/problem.ts';
import { smallContent } from '../../test/support/server.ts';
import { directoryForEach, served } from '../../test/support/service.ts';
import type { Execute } from '../backends/space-queries.ts';
import { ProblemError } from '../errors/problem.ts';
import { openContent } from '../open-content.ts';
import { mcpRoutes } from './routes.ts';

const server = served({ ALLOWED_ORIGINS: 'https://chat.example.org' }, openContent);
const { directory: _directory, start } = directoryForEach();

/** The last revision with a handshake, and the current one. */
const revisions = ['2025-11-25', '2026-07-28'];

interface ClientOptions {
  token?: string;
  revision?: string;
  headers?: Record<string, string>;
  url?: string;
}

async function connected({
  token = server.token,
  revision = '2026-07-28',
  headers,
  url = server.url,
}: ClientOptions = {}) {
  const mode = revision === '2025-11-25' ? 'legacy' : { pin: revision };
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { Authorization: `Bearer ${token}`, ...headers } };
  onTestFinished(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
  return client;
}

const textOf = ({ content }: { content: unknown }) => (content as { text: string }[])[0]!.text;

async function call(client: Client, name: string, input: object) {
  const result = await client.callTool({ name, arguments: { configuration: 1, ...input } });
  return {
    data: result.structuredContent as unknown,
    text: textOf(result),
    isError: result.isError === true,
  };
}

const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const searchMessage = message('tools/call', { name: 'search', arguments: { configuration: 1 } });
const accept = { Accept: 'application/json, text/event-stream' };

async function publishable(overrides: object = {}): Promise<string> {
  const issued = await server.issuer.publishable({
    name: 'agent',
    configurations: [1],
    lifetime: 600,
    ...overrides,
  });
  return issued.token;
}

beforeAll(async () => {
  await server.call('PUT', '/api/spaces/zoo/thesaurus', thesaurus, { 'Content-Type': 'text/turtle' });
  const lines = documents.map((document) => JSON.stringify(document)).join('\n');
  await server.call('POST', '/api/spaces/zoo/documents', lines, { 'Content-Type': 'application/x-ndjson' });
  const facetsToShow = [{ uri: animals, title: 'Animals', facetMode: 'hierarchical' }];
  await server.created({ title: 'Zoo', searchSpace: 'zoo', filter: { facetsToShow } });
  await server.created({ title: 'Other', searchSpace: 'zoo' });
});

describe.each(revisions)('with revision %s', (revision) => {
  test('lists read-only tools whose configurations are named', async () => {
    const client = await connected({ revision });
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'search',
      'suggest_concepts',
      'read_document',
      'similar_documents',
    ]);
    for (const { annotations, inputSchema, outputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true });
      expect(JSON.stringify(inputSchema)).toContain('Configurations: 1 (Zoo), 2 (Other).');
      expect(JSON.stringify([inputSchema, outputSchema])).not.toContain('$id');
    }
  });

  test('finds a document by a synonym, with its concepts and facets', async () => {
    const client = await connected({ revision });
    await client.listTools(); // The client then validates results against the output schema.
    const { data, text } = await call(client, 'search', { input: 'mountain lion', count: 1 });
    expect(data).toMatchObject({
      total: 3,
      start: 0,
      results: [{ id: ids.a, link: 'https://example.org/a', concepts: [{ uri: puma, label: 'Puma' }] }],
      recognizedConcepts: [{ uri: puma, label: 'Puma' }],
    });
    const [facet] = (data as AgentSearchResult).facets;
    expect(facet!.values.map(({ label, count, level }) => [label, count, level])).toEqual([
      ['Mammal', 3, 0],
      ['Cats', 3, 1],
      ['Puma', 2, 2],
    ]);
    expect(JSON.parse(text)).toEqual(data);
  });

  test('narrows a search to a facet value of an earlier result', async () => {
    const client = await connected({ revision });
    const { data } = await call(client, 'search', { language: 'en' });
    const [facet] = (data as AgentSearchResult).facets;
    const { label, value } = facet!.values.find((each) => each.label === 'Birds')!;
    const selectedFacets = [{ field: facet!.field, label, value }];
    const narrowed = await call(client, 'search', { selectedFacets });
    expect((narrowed.data as AgentSearchResult).results.map(({ id }) => id)).toEqual([ids.d]);
  });

  test('suggests concepts that can be selected', async () => {
    const client = await connected({ revision });
    const { data, text } = await call(client, 'suggest_concepts', { searchString: 'pum' });
    const [{ field, value, label, ...rest }] = (data as AgentSuggestions).concepts as [
      AgentSuggestions['concepts'][number],
    ];
    expect([value, label, rest]).toEqual([puma, 'Puma', { broader: 'Cats', count: 2 }]);
    expect(JSON.parse(text)).toEqual(data);
    const found = await call(client, 'search', { selectedFacets: [{ field, label, value }] });
    expect((found.data as AgentSearchResult).total).toBe(2);
  });

  test('reads a document in parts', async () => {
    const client = await connected({ revision });
    const read = async (input: object) => call(client, 'read_document', { uri: ids.a, ...input });
    const whole = (await read({})).data as AgentFullDocument;
    expect(whole).toMatchObject({ title: 'The mountain lion', concepts: [{ uri: puma }], offset: 0 });
    expect(whole.text).toHaveLength(whole.length);
    const { data, text } = await read({ length: 8 });
    expect((data as AgentFullDocument).text).toBe(whole.text.slice(0, 8));
    expect(JSON.parse(text)).toEqual(data);
    const rest = (await read({ offset: 8 })).data as AgentFullDocument;
    expect(rest.text).toBe(whole.text.slice(8));
    expect(await read({ offset: 1000 })).toMatchObject({
      isError: true,
      text: expect.stringContaining('at most'),
    });
  });

  test('finds similar documents', async () => {
    const client = await connected({ revision });
    const { data, text } = await call(client, 'similar_documents', { uri: ids.a, number: 1 });
    expect((data as AgentDocumentList).results.map(({ id }) => id)).toEqual([ids.c]);
    expect(JSON.parse(text)).toEqual(data);
  });

  test.each([
    ['an unknown argument', 'search', { query: 'puma' }, /^query unknown property; allowed: .*input/],
    ['a wrong type', 'search', { configuration: 'one' }, /^configuration must be an integer from 1/],
    ['a missing argument', 'read_document', {}, /^uri is required/],
    ['an unknown configuration', 'search', { configuration: 99 }, /^There is no configuration 99/],
    ['an unknown document', 'read_document', { uri: 'urn:nothing' }, /urn:nothing/],
    ['an unknown facet', 'search', { selectedFacets: [{ field: 'dyn_lit_x', label: 'y' }] }, /dyn_lit_x/],
  ])('explains %s as an error of the tool', async (_what, tool, input, explanation) => {
    const client = await connected({ revision });
    const { isError, text } = await call(client, tool, input);
    expect([isError, text]).toEqual([true, expect.stringMatching(explanation)]);
  });

  test('rejects an unknown tool as an error of the protocol', async () => {
    const client = await connected({ revision });
    await expect(client.callTool({ name: 'delete_everything', arguments: {} })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('similar_documents'),
    });
  });
});

describe('tokens', () => {
  test('a missing or invalid token returns 401', async () => {
    for (const Authorization of ['', 'Bearer forged']) {
      const response = await server.call('POST', '/mcp', searchMessage, { ...accept, Authorization });
      expectProblem(response, 401);
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
    await expect(connected({ token: 'forged' })).rejects.toThrow();
  });

  test('an access token without the scope search returns 403 for each message', async () => {
    const request = { subject: 'ann', scopes: scopes.filter((scope) => scope !== 'search'), lifetime: 60 };
    const { token } = await server.issuer.access(request);
    const headers = { ...accept, Authorization: `Bearer ${token}` };
    for (const body of [searchMessage, message('tools/list')])
      expectProblem(await server.call('POST', '/mcp', body, headers), 403);
  });

  test('an access token without configurations:read names no configurations', async () => {
    const { token } = await server.issuer.access({ subject: 'ann', scopes: ['search'], lifetime: 60 });
    const client = await connected({ token });
    expect(JSON.stringify(await client.listTools())).not.toContain('Zoo');
    expect((await call(client, 'search', {})).isError).toBe(false);
  });

  test('a publishable token is limited to its configurations', async () => {
    const client = await connected({ token: await publishable() });
    const listed = JSON.stringify(await client.listTools());
    expect(listed).toContain('Configurations: 1 (Zoo).');
    expect((await call(client, 'search', {})).isError).toBe(false);
    for (const configuration of [2, 99]) {
      const { isError, text } = await call(client, 'search', { configuration });
      expect([isError, text]).toEqual([true, expect.stringContaining('not valid for this configuration')]);
    }
  });

  test('a token for one search space cannot search another', async () => {
    const { token } = await server.issuer.access({
      subject: 'ann',
      scopes: ['search', 'configurations:read'],
      spaces: ['elsewhere'],
      lifetime: 60,
    });
    const client = await connected({ token });
    expect(JSON.stringify(await client.listTools())).not.toContain('Zoo');
    expect((await call(client, 'search', {})).text).toContain('There is no configuration');
  });
});

describe('origins', () => {
  test.each([
    ['https://chat.example.org', 200],
    ['https://evil.example', 403],
    ['null', 403],
  ])('a page on %s with an access token gets %i', async (Origin, status) => {
    const response = await server.call('POST', '/mcp', searchMessage, { ...accept, Origin });
    expect(response.status).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBe(Origin);
  });

  test('a page of the server itself may use it', async () => {
    const headers = { ...accept, Origin: server.url };
    expect((await server.call('POST', '/mcp', searchMessage, headers)).status).toBe(200);
  });

  test('a publishable token is valid only on its pages', async () => {
    const token = await publishable({ origins: ['https://www.example.org'] });
    const from = (Origin: string) =>
      server.call('POST', '/mcp', searchMessage, { ...accept, Authorization: `Bearer ${token}`, Origin });
    expect((await from('https://www.example.org')).status).toBe(200);
    const rejected = await from('https://evil.example');
    expectProblem(rejected, 403);
    expect(rejected.body.detail).toContain('https://www.example.org');
    expectProblem(await from(''), 403);
  });

  test('a preflight request permits the headers of the protocol', async () => {
    const response = await server.call('OPTIONS', '/mcp', undefined, {
      Authorization: '',
      Origin: 'https://any.example',
      'Access-Control-Request-Method': 'POST',
    });
    expect(response.headers.get('access-control-allow-origin')).toBe('https://any.example');
    expect(response.headers.get('access-control-allow-headers')).toContain('MCP-Protocol-Version');
  });
});

describe('HTTP', () => {
  test.each(['GET', 'DELETE', 'PUT'])('%s returns 405', async (method) => {
    const response = await server.call(method, '/mcp', undefined, accept);
    expectProblem(response, 405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  test.each([
    ['a batch', 400, [searchMessage, searchMessage]],
    ['no message', 400, ''],
    ['invalid JSON', 400, '{"jsonrpc":'],
    ['a body over 1 MiB', 413, { ...searchMessage, padding: 'x'.repeat(1024 * 1024) }],
  ])('%s returns %i', async (_what, status, body) => {
    expectProblem(await server.call('POST', '/mcp', body, accept), status);
  });

  test('another media type returns 415, and JSON that is not accepted 406', async () => {
    const text = JSON.stringify(searchMessage);
    expectProblem(await server.call('POST', '/mcp', text, { ...accept, 'Content-Type': 'text/plain' }), 415);
    expectProblem(await server.call('POST', '/mcp', searchMessage, { Accept: 'image/png' }), 406);
  });

  test('a client that accepts only JSON, or anything, is answered', async () => {
    for (const Accept of ['application/json', '*/*'])
      expect((await server.call('POST', '/mcp', searchMessage, { Accept })).status).toBe(200);
  });

  test('a client that asks for a stream of messages gets 405, as the protocol requires', async () => {
    expectProblem(await server.call('GET', '/mcp', undefined, { Accept: 'text/event-stream' }), 405);
  });

  test('an unknown revision returns 400 and names the supported ones', async () => {
    const headers = { ...accept, 'MCP-Protocol-Version': '1999-01-01' };
    const response = await server.call('POST', '/mcp', searchMessage, headers);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body)).toContain('2025-11-25');
  });

  test('a notification returns 202 without a body', async () => {
    const { id: _id, ...notification } = message('notifications/initialized');
    const response = await server.call('POST', '/mcp', notification, accept);
    expect([response.status, response.body]).toEqual([202, '']);
  });

  test('a subscription is rejected, because the tools never change', async () => {
    const client = await connected();
    await expect(client.listen({ toolsListChanged: true })).rejects.toThrow();
  });

  test('responses are data that must not be executed', async () => {
    const { headers } = await server.call('POST', '/mcp', searchMessage, accept);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
  });

  test('the rate limit of the token counts each message', async () => {
    const limited = await start({ REQUESTS_PER_MINUTE_AND_TOKEN: '1' }, openContent);
    const list = () => limited.call('POST', '/mcp', message('tools/list'), accept);
    expect((await list()).status).toBe(200);
    const rejected = await list();
    expectProblem(rejected, 429);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('requests are counted in the metrics by their route', async () => {
    await server.call('POST', '/mcp', searchMessage, accept);
    const { body } = await server.call('GET', '/metrics');
    expect(String(body)).toMatch(
      /http_request_duration_seconds_count\{method="POST",route="\/mcp",status="200"\} \d/,
    );
  });
});

describe('a search that does not succeed', () => {
  const withExecute = (execute: Execute) => ({
    ...smallContent,
    routes: (configurations: Parameters<typeof smallContent.routes>[0]) => [
      mcpRoutes({ configurations, execute, timeoutMs: 60_000 }),
    ],
  });

  test('returns the status of the API without internal details', async () => {
    const failures: [unknown, number][] = [
      [new ProblemError('service-unavailable', 'Overloaded.', { headers: { 'Retry-After': '1' } }), 503],
      [new Error('password=hunter2'), 500],
    ];
    for (const [error, status] of failures) {
      const failing = await start(
        {},
        withExecute(() => Promise.reject(error)),
      );
      await failing.created({ title: 'A', searchSpace: 'a' });
      const response = await failing.call('POST', '/mcp', searchMessage, accept);
      expectProblem(response, status);
      expect(response.headers.get('retry-after')).toBe(status === 503 ? '1' : null);
      expect(JSON.stringify(response.body)).not.toContain('hunter2');
      await failing.close();
    }
  });

  test('is aborted when the client disconnects', async () => {
    const signals: AbortSignal[] = [];
    const hanging: Execute = ({ signal }) => {
      signals.push(signal);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    const { created, token, url } = await start({}, withExecute(hanging));
    await created({ title: 'A', searchSpace: 'a' });
    const controller = new AbortController();
    const client = await connected({ token, url });
    const called = client.callTool(
      { name: 'search', arguments: { configuration: 1 } },
      { signal: controller.signal },
    );
    await vi.waitUntil(() => signals.length === 1);
    controller.abort();
    await expect(called).rejects.toThrow();
    await vi.waitUntil(() => signals[0]!.aborted);
  });
});
