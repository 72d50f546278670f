import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSpace } from '../src/building-blocks.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'listing-'));
});

afterEach(() => rmSync(directory, { recursive: true }));

test('documents that were deleted together stay deleted if no snapshot was saved since', async () => {
  const ids = Array.from({ length: 120 }, (_, i) => `urn:${i}`);
  const space = await openSpace(directory);
  await space.put(ids.map((id) => ({ id, title: 'Many' })));
  await space.close();
  const opened = await openSpace(directory);
  await opened.deleteAll(ids.slice(0, 100));
  // As after a crash: the snapshot still contains all documents.
  const copy = join(directory, 'copy');
  for (const name of ['space.sqlite', 'space.sqlite-wal', 'index'])
    cpSync(join(directory, name), join(copy, name), { recursive: true });
  await opened.close();
  const recovered = await openSpace(copy);
  expect(await recovered.describe()).toMatchObject({ documents: 20 });
  expect((await recovered.describe()).notices).toBeUndefined();
  await recovered.close();
});
