import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, leaks } from '../../../test/support/problem.ts';
import { served } from '../../../test/support/service.ts';
import { openContent } from '../../open-content.ts';

const server = served({}, openContent);
let before: unknown;

const everything = async () => ({
  configurations: (await server.call('GET', '/api/configurations')).body,
  document: (await server.call('GET', '/api/spaces/animals/documents/urn%3Awren')).body,
});

beforeAll(async () => {
  const ndjson = { 'Content-Type': 'application/x-ndjson' };
  await server.call('POST', '/api/spaces/animals/documents', '{"id":"urn:wren","title":"Wren"}', ndjson);
  await server.call('POST', '/api/configurations', { config: { searchSpace: 'animals' } });
  await server.call('POST', '/api/configurations', { config: { searchSpace: 'grammar' } });
  before = await everything();
});

const members = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`;
const list = (count: number, item: string) => `[${Array(count).fill(item).join(',')}]`;

const million = members(1_000_000);

const bodies: [string, number, () => string | Uint8Array][] = [
  ['broken', 400, () => '{"a":'],
  ['broken in the middle of a word', 400, () => 'tru'],
  ['JSON and more', 400, () => '{} {}'],
  ['a number too large for any', 400, () => '1e999'],
  ['no UTF-8', 400, () => Uint8Array.from([0x22, 0xff, 0x22])],
  ['UTF-16', 400, () => Buffer.from('{"config":{}}', 'utf16le')],
  ['100,000 brackets', 400, () => '['.repeat(100_000)],
  ['100,000 brackets, closed', 400, () => '['.repeat(100_000) + ']'.repeat(100_000)],
  ['33 objects, one in the other', 400, () => `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`],
  ['a million names', 413, () => million],
  ['as many names as fit', 400, () => members(24_000)],
  ['as many elements as fit', 400, () => list(100_000, '1')],
  ['a name __proto__', 400, () => '{"__proto__":{"visible":false}}'],
  ['a name __proto__ in letters of its own', 400, () => '{"\\u005f_proto__":{"visible":false}}'],
  ['a name constructor, deep inside', 400, () => '{"config":{"layout":{"constructor":{"prototype":{}}}}}'],
  ['a name prototype in a list', 400, () => '{"config":{"filter":{"facetsToShow":[{"prototype":1}]}}}'],
];

const places = [
  ['POST', '/api/configurations'],
  ['PUT', '/api/configurations/1'],
  ['POST', '/api/configurations/1/search'],
  ['POST', '/api/configurations/1/extractConcepts'],
  ['POST', '/api/tokens'],
  ['PUT', '/api/spaces/animals/documents/urn%3Awren'],
] as const;

describe.each(places)('%s %s with a body', (method, path) => {
  test.each(bodies)('rejects a body that is %s', async (_what, status, body) => {
    const response = await server.call(method, path, body(), { 'Content-Type': 'application/json' });
    // A megabyte may be sent to some places, and a million names in it are too many all the same.
    expectProblem(response, status);
  });
});

describe('strings with a grammar', () => {
  const turtle = '@prefix a: <urn:a:> . a:b a:c';
  const entities = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join(
    '',
  );
  const xml = (declared: string, used: string) =>
    `<?xml version="1.0"?><!DOCTYPE r [${declared}]><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:s="http://www.w3.org/2004/02/skos/core#"><s:Concept rdf:about="urn:a"><s:prefLabel>${used}</s:prefLabel></s:Concept></rdf:RDF>`;
  test.each<[string, string, string]>([
    ['incomplete Turtle', 'text/turtle', turtle],
    ['a Turtle token of 2 MB', 'text/turtle', 'a'.repeat(2_000_000)],
    ['XML with exponential entities', 'application/rdf+xml', xml(`<!ENTITY l0 "lol">${entities}`, '&l9;')],
    [
      'XML with an external entity',
      'application/rdf+xml',
      xml('<!ENTITY f SYSTEM "file:///etc/passwd">', '&f;'),
    ],
  ])('rejects %s', async (_what, type, text) => {
    const response = await server.call('PUT', '/api/spaces/grammar/thesaurus', text, {
      'Content-Type': type,
    });
    expectProblem(response, 400);
  });

  test.each([
    ['POST', 'documents', 'application/x-ndjson'],
    ['POST', 'documents', 'text/csv'],
    ['PUT', 'thesaurus', 'text/turtle'],
    ['PUT', 'documents/urn%3Aa', 'application/json'],
  ])('%s %s of %s is rejected if compressed, however small it is', async (method, path, type) => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 'x'));
    const headers = { 'Content-Type': type, 'Content-Encoding': 'gzip' };
    expectProblem(await server.call(method, `/api/spaces/animals/${path}`, bomb, headers), 415);
  });

  test('rejects a document with a number that JSON does not allow', async () => {
    const { status, body } = await server.call(
      'PUT',
      '/api/spaces/animals/documents/urn%3Anan',
      '{"mass":1e400}',
    );
    expect(status).toBe(400);
    expect(body.detail).toMatch(/^mass must be .*[^.]\.$/);
  });

  test.each([
    ['application/x-ndjson', '{"id":"urn:a"'],
    ['application/x-ndjson', '{"id":"urn:__proto__","__proto__":{"title":"polluted"}}'],
    ['application/x-ndjson', 'x'.repeat(9_000_000)],
    ['text/csv', 'id,title\n"urn:a'],
    ['text/csv', `id,title\n"${'x'.repeat(9_000_000)}`],
  ])('reports each invalid line of %s', async (type, text) => {
    const { status, body } = await server.call('POST', '/api/spaces/grammar/documents', text, {
      'Content-Type': type,
    });
    expect(status).toBe(200);
    const last = JSON.parse(String(body).trim().split('\n').at(-1)!);
    expect(last).toMatchObject({ done: true });
    expect(String(body)).not.toMatch(leaks);
    expect(({} as { title?: string }).title).toBeUndefined();
  });
});

test('truncates a long list of validation errors and reports the number of the others', async () => {
  const { status, body } = await server.call('POST', '/api/configurations', `{"config":${members(3000)}}`);
  expect(status).toBe(200);
  const errors = Object.values(body.errors!);
  expect(errors).toHaveLength(1001);
  expect(errors.at(-1)).toEqual({ key: '', message: 'and 2000 more errors' });
  await server.call('DELETE', `/api/configurations/${body.id}`);
});

test('truncates the list of validation errors in strict mode too', async () => {
  const { status, body } = await server.call('POST', '/api/configurations', `{"config":${members(3000)}}`, {
    Prefer: 'handling=strict',
  });
  expect(status).toBe(422);
  const errors = Object.values(body.errors!);
  expect(errors).toHaveLength(1001);
  expect(errors.at(-1)).toEqual({ key: '', message: 'and 2000 more errors' });
});

test('leaves all data unchanged', async () => {
  expect(await everything()).toEqual(before);
  expect((await server.call('GET', '/ready')).status).toBe(200);
  expect(Object.keys(Object.prototype)).toEqual([]);
});
