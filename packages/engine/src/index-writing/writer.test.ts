import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserializeThesaurus, parseThesaurus } from '@semantic-search/query';
import { runToCompletion } from '@semantic-search/query/scheduling';
import { afterEach, expect, test, vi } from 'vitest';
import { turtle } from '../../test/support/durability.ts';
import { everything } from '../../test/support/queries.ts';
import { openSpace } from '../search-space.ts';
import type { Merge } from './merge-scheduler.ts';
import { mergeSegments } from './merger.ts';
import { IndexWriter } from './writer.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a failed merge logs a warning, and a later write merges, while writes and searches continue', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const directory = mkdtempSync(join(tmpdir(), 'merging-'));
  const warnings: string[] = [];
  let attempts = 0;
  let merged = 0;
  const merge: Merge = async (...task) => {
    attempts++;
    if (attempts < 2) throw new Error('no memory');
    merged++;
    return mergeSegments(...task);
  };
  const space = await openSpace(directory, { merge, onWarning: (message) => warnings.push(message) });
  const put = (i: number) => space.put([{ id: `${i}`, title: 'Tides', language: 'en', subjects: [] }]);
  for (let i = 0; i < 20; i++) await put(i);
  expect([attempts, merged]).toEqual([1, 0]);
  expect((await space.search({ ...everything, input: 'tides ' })).total).toBe(20);
  vi.advanceTimersByTime(60_000);
  await put(0);
  await vi.waitFor(() => expect(merged).toBeGreaterThan(0));
  expect((await space.search({ ...everything, input: 'tides ' })).total).toBe(20);
  expect(warnings).toEqual([expect.stringContaining('could not be merged (no memory)')]);
  await space.close();
  rmSync(directory, { recursive: true });
});

test('no segments are merged while the thesaurus is replaced, and all segments use the new thesaurus', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { record } = await parseThesaurus(turtle(1), 'text/turtle');
  const thesaurus = (number: number) => ({ number, ...deserializeThesaurus(record) });
  let attempts = 0;
  const merge: Merge = async (...task) => {
    if (attempts++ === 0) throw new Error('no memory');
    return mergeSegments(...task);
  };
  const index = new IndexWriter(thesaurus(1), { merge });
  const empty = {
    date: null,
    body: [],
    language: 'en',
    written: null,
    subjects: [],
    literals: new Map(),
    numbers: new Map(),
  };
  for (let key = 1; key <= 20; key++) {
    const documents = index.startSegment();
    runToCompletion(documents.add({ ...empty, key, id: `${key}`, title: 'Tides' }));
    index.add([index.buildSegment(documents)]);
  }
  const haveCurrentThesaurus = () => {
    const { segments, indexedThesaurus: current } = index.reader;
    return segments.every(({ concepts }) => concepts.thesaurus === current.number);
  };
  await vi.waitFor(() => expect(attempts).toBe(1));
  await index.replaceThesaurus(thesaurus(2), async () => {
    // The pause after the failed merge has passed.
    vi.advanceTimersByTime(60_000);
    expect([attempts, haveCurrentThesaurus()]).toEqual([1, true]);
  });
  await vi.waitFor(() => expect(index.reader.segments.length).toBeLessThan(20));
  expect([index.reader.indexedThesaurus.number, haveCurrentThesaurus()]).toEqual([2, true]);
  await index.close();
});
