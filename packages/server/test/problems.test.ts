/** Problems of all operations with invalid input: no path, secret, address or system message. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Operation, operations, Problem } from '@semantic-search/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openContent } from '../src/open-content.ts';
import { validationErrors } from '../src/validation.ts';
import { leaks } from './support/problem.ts';
import { type Server, startForTest } from './support/server.ts';

const secrets = {
  ACCESS_TOKEN_SECRETS: 'a-secret-that-signs-access-tokens-of-people',
  PUBLISHABLE_TOKEN_SECRETS: 'a-secret-that-signs-publishable-tokens',
  REMOTE_USER: 'user-of-the-remote-service',
  REMOTE_PASSWORD: 'password-of-the-remote-service',
};
/** Nobody listens there. */
const remote = {
  backend: 'graphsearch',
  url: 'http://127.0.0.1:9/remote-address/',
  searchSpaceId: 'space-of-the-remote-service',
  credentials: { type: 'basic', userFrom: 'REMOTE_USER', passwordFrom: 'REMOTE_PASSWORD' },
};

let folder: string;
let server: Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'problems-'));
  const file = join(folder, 'backends.json');
  await writeFile(file, JSON.stringify({ spaces: { remote } }));
  const environment = { ...secrets, BACKENDS_FILE: file, BACKEND_DEADLINE: '1000' };
  server = await startForTest(join(folder, 'data-directory'), environment, openContent);
  const ndjson = { 'Content-Type': 'application/x-ndjson' };
  await server.call('POST', '/api/spaces/embedded/documents', '{"id":"urn:wren","title":"Wren"}', ndjson);
  for (const searchSpace of ['embedded', 'remote', 'missing'])
    await server.call('POST', '/api/configurations', { config: { searchSpace } });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const hostile = [
  '%00',
  '..%2f..%2fkeys.json',
  '%2fetc%2fpasswd',
  'x'.repeat(3000),
  '%F0%9F%A6%89',
  '-1',
  'NaN',
];

/** Number of sets of valid values in `paths`. */
const spaces = 3;

/** Values of path parameters: valid ones, and each hostile one in all places. */
const paths = [
  { configId: '1', space: 'embedded', uri: 'urn:wren', name: 'main', run: 'none', jti: 'none', version: '1' },
  { configId: '2', space: 'remote', uri: 'urn:wren', name: 'main', run: 'none', jti: 'none', version: '9' },
  { configId: '3', space: 'missing', uri: 'urn:none', name: 'main', run: 'none', jti: 'none', version: '9' },
  ...hostile.map((text) =>
    Object.fromEntries(
      ['configId', 'space', 'uri', 'name', 'run', 'jti', 'version'].map((name) => [name, text]),
    ),
  ),
];

const queries = [
  '',
  '?uri=urn:wren&searchString=w&recommender=none&similarity=none',
  '?uri=%00&number=x&count=-1&run=..%2f',
];

const bodies = [
  '',
  '{',
  'null',
  '[[[[]]]]',
  '"\\ud800"',
  '{"config":7,"text":{},"input":[],"ids":[null],"uri":{}}',
  '{"config":{"searchSpace":"../../etc"},"text":"\\u0000","input":"\\u0000","spaces":["/etc"],"name":"\\n"}',
  '{"selectedFacets":[{"field":"dyn_lit_nothing","label":"a"}],"dateRange":{"from":"never"},"id":"urn:other"}',
  '{"__proto__":{"a":1}}',
];

const headers: Record<string, string>[] = [
  {},
  { Authorization: '' },
  { Authorization: 'Bearer a.b.c' },
  { 'Content-Type': 'application/json; charset=utf-16' },
  { 'If-Match': 'no tag', Prefer: 'handling=strict' },
  { Accept: 'image/png' },
];

function* requests({ method, path, query: parameters, body }: Operation) {
  const mediaTypes = body ? body.mediaTypes : [''];
  for (const [index, values] of paths.entries()) {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name as keyof typeof values]!);
    if (index >= spaces) {
      yield { method, target: filled, body: body && '{}', headers: {} };
      continue;
    }
    // One query shows that an operation without parameters ignores them.
    for (const query of parameters ? queries : queries.slice(-1))
      yield { method, target: filled + query, body: undefined, headers: {} };
    // Each thesaurus starts a thread, so a few bodies of each media type are enough.
    const texts = mediaTypes.length > 2 || index > 0 ? bodies.slice(0, 2) : bodies;
    for (const text of body ? texts : [])
      for (const type of mediaTypes)
        yield { method, target: filled, body: text, headers: { 'Content-Type': type } };
    for (const more of index === 0 ? headers : [])
      yield { method, target: filled, body: body && '{}', headers: more };
    if (!path.includes('{')) return;
  }
}

/** Whatever the server knows and a client does not. */
const secret = [...Object.values(secrets), '127.0.0.1:9', 'remote-address', 'space-of-the-remote-service'];

describe('problems', () => {
  test.each(operations)(
    'of $id tell nothing about the inside of the server',
    { timeout: 120_000 },
    async (operation) => {
      let problems = 0;
      for (const { method, target, body, headers: sent } of requests(operation)) {
        const response = await server.call(method.toUpperCase(), target, body, sent);
        const text = JSON.stringify(response.body);
        const request = `${method} ${target.slice(0, 100)} ${body} ${JSON.stringify(sent)}: ${text.slice(0, 500)}`;
        for (const hidden of [folder, server.token, ...secret]) expect(text, request).not.toContain(hidden);
        if (response.status < 400 || operation.id === 'getReadiness') continue;
        problems += 1;
        expect(response.headers.get('content-type'), request).toBe('application/problem+json');
        expect(validationErrors(Problem, response.body), request).toEqual([]);
        expect(text, request).not.toMatch(leaks);
        expect(text, request).not.toMatch(/\bE[A-Z]{4,}\b|SQLITE|fetch failed/);
        expect(response.status, request).not.toBe(500);
      }
      if (operation.scope !== null) expect(problems).toBeGreaterThan(2);
    },
  );
});
