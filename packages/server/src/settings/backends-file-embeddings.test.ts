import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseSettings } from './server-settings.ts';

const directory = mkdtempSync(join(tmpdir(), 'embeddings-entry-'));
mkdirSync(join(directory, 'model'));
afterAll(() => rmSync(directory, { recursive: true }));

async function embeddingsOf(
  embeddings: unknown,
  environment: Record<string, string> = {},
  more: object = {},
) {
  const file = join(directory, 'backends.json');
  writeFileSync(
    file,
    JSON.stringify({
      spaces: { zoo: { backend: 'embedded', ...more, embeddings }, other: { backend: 'embedded' } },
    }),
  );
  const settings = await parseSettings({ BACKENDS_FILE: file, ...environment });
  expect([...settings.embeddings.keys()]).toEqual(['zoo']);
  return settings.embeddings.get('zoo')!;
}

const service = { source: 'service', url: 'http://localhost:9000', model: 'small', dimensions: 384 };

test('without BACKENDS_FILE, no space has embeddings', async () => {
  expect((await parseSettings({})).embeddings.size).toBe(0);
});

test('a service resolves its key, and weighs as much as words by default', async () => {
  const { settings, embedder } = await embeddingsOf(
    { ...service, keyFrom: 'EMBEDDING_KEY', timeout: 500, queryPrefix: 'query: ' },
    { EMBEDDING_KEY: 'secret' },
  );
  expect(settings).toMatchObject({ dimensions: 384, weight: 0.5, computed: true });
  expect(embedder).toEqual({
    kind: 'service',
    url: 'http://localhost:9000',
    model: 'small',
    dimensions: 384,
    apiKey: 'secret',
    timeoutMs: 500,
    prefixes: { query: 'query: ' },
  });
});

test('another service with the same model does not invalidate embeddings, another model or document prefix does', async () => {
  const modelOf = async (more: object) => (await embeddingsOf({ ...service, ...more })).settings.model;
  const models: string[] = [];
  for (const more of [{}, { model: 'large' }, { dimensions: 768 }, { documentPrefix: 'passage: ' }])
    models.push(await modelOf(more));
  expect(new Set(models).size).toBe(4);
  expect(await modelOf({ url: 'http://localhost:9001', weight: 0.3, queryPrefix: 'query: ' })).toBe(
    models[0],
  );
});

test('a directory is relative to the file', async () => {
  const { embedder } = await embeddingsOf({ source: 'directory', path: 'model', dimensions: 3, weight: 0.2 });
  expect(embedder).toEqual({
    kind: 'directory',
    path: join(directory, 'model'),
    dimensions: 3,
    prefixes: {},
  });
});

test('embeddings of documents need no embedder, and may have one for queries', async () => {
  expect(await embeddingsOf({ source: 'documents', dimensions: 3 })).toMatchObject({
    settings: { computed: false },
    embedder: null,
  });
  const { settings, embedder } = await embeddingsOf({ ...service, source: 'documents' });
  expect([settings.computed, embedder?.kind]).toEqual([false, 'service']);
});

test.each([
  ['an unknown source', { source: 'cloud' }, 'spaces.zoo.embeddings.source: must be one of'],
  ['missing dimensions', { source: 'documents' }, 'spaces.zoo.embeddings.dimensions: is required'],
  [
    'a weight above 1',
    { ...service, weight: 2 },
    'spaces.zoo.embeddings.weight: must be a number from 0 to 1',
  ],
  ['a service without a model', { ...service, model: undefined }, 'spaces.zoo.embeddings.model: is required'],
  ['a directory for a service', { ...service, path: 'model' }, 'spaces.zoo.embeddings.path'],
  [
    'a directory that does not exist',
    { source: 'directory', path: 'nowhere', dimensions: 3 },
    'spaces.zoo.embeddings.path: names a directory that does not exist',
  ],
  [
    'two embedders for queries',
    { ...service, source: 'documents', path: 'model' },
    'spaces.zoo.embeddings.path: must not be next to url',
  ],
  [
    'a key that is not in the environment',
    { ...service, keyFrom: 'MISSING_KEY' },
    'spaces.zoo.embeddings.keyFrom: names MISSING_KEY, which is not set in the environment',
  ],
])('rejects %s', async (_title, embeddings, message) => {
  await expect(embeddingsOf(embeddings)).rejects.toThrow(message);
});

test('rejects embeddings of a remote space', async () => {
  const remote = { backend: 'opensearch', nodes: ['http://localhost:9200'], index: 'zoo' };
  await expect(embeddingsOf(service, {}, remote)).rejects.toThrow('spaces.zoo.embeddings: unknown property');
});
