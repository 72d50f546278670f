import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSpace } from '../src/building-blocks.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'listing-'));
});

afterEach(() => rmSync(directory, { recursive: true }));

test('documents that were deleted together are recorded as removed until a snapshot includes it', async () => {
  const ids = Array.from({ length: 120 }, (_, i) => `urn:${i}`);
  const space = await openSpace(directory);
  await space.put(ids.map((id) => ({ id, title: 'Many' })));
  await space.close();
  const opened = await openSpace(directory);
  await opened.deleteAll(ids.slice(0, 100));
  // The snapshot on disk still contains all documents.
  const database = new DatabaseSync(join(directory, 'space.sqlite'), { readOnly: true });
  expect(database.prepare('SELECT count(*) AS count FROM removal').get()).toEqual({ count: 100 });
  database.close();
  await opened.close();
  const recovered = await openSpace(directory);
  expect((await recovered.describe()).documents).toBe(20);
  await recovered.close();
});
