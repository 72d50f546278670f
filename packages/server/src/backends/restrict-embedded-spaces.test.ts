import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WritableBackend } from '@semantic-search/engine/backend';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEmbeddedBackend } from './embedded.ts';
import { restrictEmbeddedSpaces } from './router.ts';

let directory: string;
let backend: WritableBackend;
const open = async (...declared: string[]) => {
  const local = await openEmbeddedBackend({ directory, onWarning: () => undefined });
  return restrictEmbeddedSpaces(local, declared);
};
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'declared-'));
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

test('an existing unlisted space is reported at startup, and the backend is closed', async () => {
  await backend.content('guide', { create: true });
  await backend.close();
  await expect(open()).rejects.toThrow(/DATABASE_URL.*guide.*BACKENDS_FILE/);
  backend = await open('guide');
  expect(await backend.space('guide')).toBeDefined();
});
