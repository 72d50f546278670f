/** What becomes of a space whose segments cannot be merged. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { everything } from '../questions.testing.ts';
import { openSpace } from '../space.ts';
import type { Merge } from './live-index.ts';
import { mergeParts } from './merge-segments.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a merge that fails is told and tried again later; writing and searching go on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const directory = mkdtempSync(join(tmpdir(), 'merging-'));
  const warnings: string[] = [];
  let attempts = 0;
  let merged = 0;
  const merge: Merge = async (...task) => {
    attempts++;
    if (attempts < 3) throw new Error('no memory');
    merged++;
    return mergeParts(...task);
  };
  const space = await openSpace(directory, { merge, onWarning: (message) => warnings.push(message) });
  for (let i = 0; i < 20; i++)
    await space.put([{ id: `${i}`, title: 'Tides', language: 'en', subjects: [] }]);
  expect([attempts, merged]).toEqual([1, 0]);
  expect((await space.search({ ...everything, input: 'tides ' })).total).toBe(20);
  await vi.advanceTimersByTimeAsync(1000);
  expect([attempts, merged]).toEqual([2, 0]);
  await vi.advanceTimersByTimeAsync(1999);
  expect(attempts).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  await vi.waitFor(() => expect(merged).toBeGreaterThan(0));
  expect((await space.search({ ...everything, input: 'tides ' })).total).toBe(20);
  expect(warnings).toEqual([expect.stringContaining('could not be merged (no memory)')]);
  await space.close();
  rmSync(directory, { recursive: true });
});
