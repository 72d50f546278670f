/** Tests of embeddings through the whole server: settings, documents, searches. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isInstalled, skipped } from '../../embeddings/test/onnx-runtime.fixture.ts';
import { TINY_DIMENSIONS, writeTinyModel } from '../../embeddings/test/tiny-model.fixture.ts';
import { type Json, type Server, startForTest } from '../test/support/server.ts';
import { wordEmbedder } from '../test/support/word-embedder.ts';
import { openContent } from './open-content.ts';

let directory: string;
let server: Server | undefined;
let service: HttpServer | undefined;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'embeddings-'));
});
afterEach(async () => {
  await server?.close();
  service?.closeAllConnections();
  service?.close();
  [server, service] = [undefined, undefined];
  await rm(directory, { recursive: true });
});

async function start(embeddings: object): Promise<(request: object) => Promise<Json[]>> {
  const file = join(directory, 'backends.json');
  await writeFile(file, JSON.stringify({ spaces: { zoo: { backend: 'embedded', embeddings } } }));
  server = await startForTest(join(directory, 'data'), { BACKENDS_FILE: file }, openContent);
  const documents = [
    { id: 'urn:mountain', title: 'Ways', text: 'mountain road', language: 'en', subjects: [] },
    { id: 'urn:sea', title: 'Ways', text: 'sea water', language: 'en', subjects: [] },
  ];
  for (const each of documents) {
    const vector = 'source' in embeddings && embeddings.source === 'documents';
    const embedding = each.id === 'urn:sea' ? [1, 0, 0, 0] : [0, 1, 0, 0];
    await server.call(
      'POST',
      '/api/spaces/zoo/documents',
      `${JSON.stringify({ ...each, ...(vector && { embedding }) })}\n`,
      {
        'Content-Type': 'application/x-ndjson',
      },
    );
  }
  const path = await server.created({ searchSpace: 'zoo' });
  return async (request) =>
    (await server!.call('POST', `${path}/search`, request)).body.result as unknown as Json[];
}

/** Searches until the documents are embedded. */
const firstOf = (search: (request: object) => Promise<Json[]>, request: object) =>
  expect.poll(async () => {
    const [first] = await search(request);
    return [first?.id, first?.explanation?.vector];
  });

async function startService(): Promise<string> {
  const embedder = wordEmbedder();
  service = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const vectors = await embedder.embed(JSON.parse(text).input, 'query');
    const data = vectors.map((vector, index) => ({ index, embedding: [...vector] }));
    response.end(JSON.stringify({ data }));
  });
  await new Promise<void>((resolve) => service!.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
}

test.skipIf(!isInstalled)(
  `a model in a directory finds documents without a common word${skipped}`,
  async () => {
    writeTinyModel(join(directory, 'model'));
    const search = await start({ source: 'directory', path: 'model', dimensions: TINY_DIMENSIONS });
    await firstOf(search, { input: 'ocean ocean water ocean' }).toEqual(['urn:sea', 1]);
  },
);

test('a service embeds documents and queries', async () => {
  const search = await start({ source: 'service', url: await startService(), model: 'words', dimensions: 3 });
  await firstOf(search, { input: 'ways of the ocean' }).toEqual(['urn:sea', 1]);
  await firstOf(search, { input: 'ways of the land' }).toEqual(['urn:mountain', 1]);
});

test('documents and requests may contain embeddings', async () => {
  const search = await start({ source: 'documents', dimensions: 4 });
  await firstOf(search, { input: 'ways', embedding: [1, 0, 0, 0] }).toEqual(['urn:sea', 1]);
  await firstOf(search, { input: 'ways', embedding: [0, 2, 0, 0] }).toEqual(['urn:mountain', 1]);
  await firstOf(search, { input: 'ways' }).toEqual(['urn:mountain', undefined]);
});

test('embeddings of other dimensions are rejected with a message', async () => {
  await start({ source: 'documents', dimensions: 4 });
  const { call } = server!;
  const written = await call('PUT', '/api/spaces/zoo/documents/urn:a', { title: 'A', embedding: [1, 2] });
  expect([written.status, written.body.detail]).toEqual([
    400,
    'The document was rejected: embedding must have 4 numbers, as the search space is configured; it has 2.',
  ]);
  const path = await server!.created({ searchSpace: 'zoo' });
  const found = await call('POST', `${path}/search`, { input: 'ways', embedding: [1, 2] });
  expect([found.status, found.body.detail]).toEqual([
    400,
    'embedding must have 4 numbers, as the search space is configured; it has 2.',
  ]);
});

test('searches by words while the service cannot be reached', async () => {
  const search = await start({ source: 'service', url: 'http://127.0.0.1:1', model: 'words', dimensions: 3 });
  const found = await search({ input: 'mountain' });
  expect(found.map(({ id }) => id)).toEqual(['urn:mountain']);
  expect(found[0]).not.toHaveProperty('explanation');
});
