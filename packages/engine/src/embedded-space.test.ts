import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { everything } from '../test/support/queries.ts';
import { openSpace } from './search-space.ts';
import { openSearchSpace } from './workers/search-space-client.ts';
import type { DocumentInput } from './writable-space.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'closing-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe.each([
  ['in this thread', openSpace],
  ['in a worker', openSearchSpace],
])('a search space %s', (_, open) => {
  test('rejects all calls after close, and allows closing again', async () => {
    const space = await open(directory);
    await space.put([{ id: 'a', title: 'Tides', subjects: [] }]);
    await Promise.all([space.close(), space.close()]);
    await space.close();
    const calls = [
      () => space.search(everything),
      () => space.describe(),
      () => space.stored('a'),
      () => space.put([{ id: 'b' }]),
      () => space.delete('a'),
    ];
    const expected = { code: 'storage-closed', message: 'The search space has been closed.' };
    for (const call of calls) await expect(call()).rejects.toMatchObject(expected);
    const again = await open(directory);
    expect((await again.describe()).documents).toBe(1);
    await again.close();
  });

  test('reports invalid documents and writes the others', async () => {
    const space = await open(directory);
    const given = [{ id: 'a', title: 7 }, { id: 'b', title: 'Tides', subjects: null }, null, []];
    const { accepted, refused } = await space.put(given as unknown as DocumentInput[]);
    expect([accepted, refused.map(({ index }) => index)]).toEqual([1, [0, 2, 3]]);
    expect(await space.stored('b')).toEqual({ id: 'b', title: 'Tides', subjects: null });
    await space.close();
  });

  test('omits invalid language tags from its description', async () => {
    const space = await open(directory);
    await space.put([
      { id: 'a', title: 'Tides', language: '!!!', subjects: [] },
      { id: 'b', title: 'Tides', language: 'en-GB', subjects: [] },
    ]);
    expect((await space.describe()).languages).toEqual(['en']);
    await space.close();
  });
});

test('rejects documents with functions', async () => {
  const space = await openSpace(directory);
  const { accepted, refused } = await space.put([{ id: 'a', f() {} }, { id: 'c' }]);
  expect([accepted, refused.map(({ index }) => index)]).toEqual([1, [0]]);
  await space.close();
});
