import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WritableBackend } from '@semantic-search/engine/backend';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEmbeddedBackend } from './embedded.ts';
import { restrictToListed } from './listed-spaces.ts';

let directory: string;
let backend: WritableBackend;
const openEmbedded = () => openEmbeddedBackend({ directory, onWarning: () => undefined });
const open = async (...listedNames: string[]) => restrictToListed(await openEmbedded(), listedNames);
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'listed-'));
  backend = await open('guide');
});
afterEach(async () => {
  await backend.close();
  await rm(directory, { recursive: true });
});

test('creates a listed space and rejects others with the remedy', async () => {
  const content = (await backend.content('guide', { create: true }))!;
  await content.documents.put([{ id: 'urn:a', title: 'A', subjects: [] }]);
  await expect(backend.content('museum', { create: true })).rejects.toMatchObject({
    code: 'not-found',
    message: expect.stringMatching(/museum.*BACKENDS_FILE.*OpenSearch/),
  });
  expect(await backend.content('museum')).toBeUndefined();
  expect(await backend.names()).toEqual(['guide']);
});

test('an existing unlisted space is reported at startup', async () => {
  await backend.content('guide', { create: true });
  await backend.close();
  const embedded = await openEmbedded();
  await expect(restrictToListed(embedded, [])).rejects.toThrow(/DATABASE_URL.*guide.*BACKENDS_FILE/);
  await embedded.close();
  backend = await open('guide');
  expect(await backend.space('guide')).toBeDefined();
});
