/** A space in a thread and one here refuse the same, while they are open and afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { everything } from '../test/support/queries.ts';
import type { DocumentInput } from './api.ts';
import { openSpace } from './search-space.ts';
import { openSpaceInWorker } from './workers/search-space-client.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'closing-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe.each([
  ['here', openSpace],
  ['in a thread', openSpaceInWorker],
])('a space %s', (_, open) => {
  test('is closed any number of times, and then refuses everything', async () => {
    const space = await open(directory);
    await space.put([{ id: 'a', title: 'Tides', subjects: [] }]);
    await Promise.all([space.close(), space.close()]);
    await space.close();
    const asked = [
      () => space.search(everything),
      () => space.describe(),
      () => space.stored('a'),
      () => space.put([{ id: 'b' }]),
      () => space.delete('a'),
    ];
    const refusal = { code: 'storage-closed', message: 'The search space has been closed.' };
    for (const ask of asked) await expect(ask()).rejects.toMatchObject(refusal);
    const again = await open(directory);
    expect((await again.describe()).documents).toBe(1);
    await again.close();
  });

  test('refuses documents that hold what is no value, and takes the others', async () => {
    const space = await open(directory);
    const throwing = {
      id: 'c',
      get title(): string {
        throw new Error('not today');
      },
    };
    const given = [{ id: 'a', f() {} }, { id: 'b', title: 'Tides', subjects: null }, throwing, null, []];
    const { accepted, refused } = await space.put(given as unknown as DocumentInput[]);
    expect([accepted, refused.map(({ index }) => index)]).toEqual([1, [0, 2, 3, 4]]);
    expect(refused[1]!.message).toContain('not today');
    expect(await space.stored('b')).toEqual({ id: 'b', title: 'Tides' });
    await space.close();
  });

  test('has no languages that are none', async () => {
    const space = await open(directory);
    await space.put([
      { id: 'a', title: 'Tides', language: '!!!', subjects: [] },
      { id: 'b', title: 'Tides', language: 'en-GB', subjects: [] },
    ]);
    expect((await space.describe()).languages).toEqual(['en']);
    await space.close();
  });
});
