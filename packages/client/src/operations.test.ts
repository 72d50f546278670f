/** One function per operation of the contract, and freshness of the generated files. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Operation, operations } from '@semantic-search/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generatedModules, WRITTEN_BY_HAND } from '../generator/functions.ts';
import { withTable } from '../generator/readme-table.ts';
import * as client from './index.ts';

type Call = (...values: unknown[]) => Promise<unknown>;

const functions = client as unknown as Record<string, Call | undefined>;
/** The type of the operation that a test calls. A response of another type than JSON need not be JSON. */
let mediaType: string | undefined;
const sent: { method?: string; url?: string } = {};
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    Object.assign(sent, { method: request.method, url: request.url });
    if (mediaType) response.setHeader('Content-Type', mediaType);
    response.end(mediaType ? '<urn:a> .' : '{ "errors": [] }');
  });
});
let connection: client.Connection;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  connection = { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'a.b.c' };
});
afterAll(() => server.close());

/** Values of path parameters; a text has characters that must be encoded. */
const pathValues: Record<string, unknown> = {
  configId: 7,
  version: 3,
  space: 'news',
  uri: 'https://example.org/ü?a#b',
  run: '4/2',
  jti: 'a b',
  name: 'synonyms',
  source: '3f1c0b52',
  concept: 'urn:a',
};

/** Arguments after the path parameters, for functions that are written by hand. */
const otherArguments: Record<string, unknown[]> = {
  addDocuments: [[{ id: 'urn:a' }]],
  putDocument: [{ title: 'A' }],
  replaceThesaurus: [{ type: 'text/turtle', body: '<urn:a> a <urn:b> .' }],
  replaceThesaurusPart: [{ type: 'text/turtle', body: '<urn:a> a <urn:b> .' }],
  deleteDocuments: [['urn:a']],
  issueToken: [{ name: 'page', configurations: [7] }],
  trainSpace: [],
  completeRun: [],
  getDefaultConfiguration: [],
};

/** Functions that take the values of the path by name. */
const namedPath = new Set([
  'putDocument',
  'replaceThesaurusPart',
  'putConcept',
  'replaceSource',
  'getSourceReport',
  'trySourceAddress',
]);

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

function argumentsOf({ id, path, query, body }: Operation): unknown[] {
  const pathEntries = namesIn(path).map((name) => [name, pathValues[name]]);
  const inPath = namedPath.has(id)
    ? [Object.fromEntries(pathEntries)]
    : pathEntries.map(([, value]) => value);
  const parameters = Object.keys(query?.properties ?? {}).map((name) => [name, 'x']);
  const rest = otherArguments[id] ?? [
    ...(query ? [Object.fromEntries(parameters)] : []),
    ...(body ? [{}] : []),
  ];
  return [...inPath, ...rest];
}

describe.each(operations)('$id', (operation) => {
  const { id, method, path, query } = operation;

  it('has a function that sends its request', async () => {
    mediaType = WRITTEN_BY_HAND.has(id) ? undefined : operation.response.mediaType;
    const result = await functions[id]!(connection, ...argumentsOf(operation));
    expect(result).toEqual(mediaType ? '<urn:a> .' : { errors: [] });
    const url = new URL(sent.url!, connection.endpoint);
    expect(sent.method).toBe(method.toUpperCase());
    expect(url.pathname).toBe(
      path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(pathValues[name]))),
    );
    const isGenerated = !WRITTEN_BY_HAND.has(id);
    expect([...url.searchParams.keys()]).toEqual(isGenerated ? Object.keys(query?.properties ?? {}) : []);
  });

  it('has a function that can be aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    const call = functions[id]!(connection, ...argumentsOf(operation), { signal });
    await expect(call).rejects.toThrow('enough');
  });
});

it.each(generatedModules())('%s is up to date; `pnpm client` writes it', async (name, source) => {
  expect(await readFile(new URL(name, import.meta.url), 'utf8')).toBe(source);
});

it('lists all functions in the README; `pnpm client` writes the table', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  expect(readme).toBe(withTable(readme));
  const exported = Object.keys(functions).filter((name) => /^[a-z]/.test(name));
  expect(exported.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});
