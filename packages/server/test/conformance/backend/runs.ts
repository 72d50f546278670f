/** Conformance: synchronization runs. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { contentHash, type DocumentInput, type SpaceRun } from '@semantic-search/engine';
import type { SpaceContent } from '@semantic-search/engine/backend';
import { describe, expect, test } from 'vitest';
import { documents, textOf, thesaurus } from '../../support/documents.ts';
import type { UnderTest } from './under-test.ts';

type RunsOf = NonNullable<SpaceContent['runs']>;

export function runTests(the: UnderTest): void {
  describe('runs', () => {
    const supported = (skip: (note: string) => void): RunsOf => {
      if (!the.content.runs) skip('the backend has no runs');
      return the.content.runs!;
    };
    const ids = documents.map(({ id }) => id);
    const count = async () => (await the.search({})).total;
    const begin = async (runs: RunsOf): Promise<SpaceRun> => {
      // Later than the last write, which has the same clock.
      await pause(2);
      const now = Date.now();
      const run = { id: randomUUID(), started: now, touched: now, hasUnreadable: false, removed: null };
      await runs.startRun(run);
      return run;
    };
    const old = (count: number): DocumentInput[] =>
      Array.from({ length: count }, (_, i) => ({ id: `urn:old-${i}`, title: 'Old', subjects: [] }));

    test('remove what the run does not contain, and nothing before', async ({ skip }) => {
      const runs = supported(skip);
      await the.content.documents.put(old(5));
      const run = await begin(runs);
      expect(await runs.latestRun()).toEqual(run);
      expect(await runs.addToRun(run.id, { documents: [...ids, 'urn:old-3'], hasUnreadable: false })).toBe(
        true,
      );
      expect(await runs.addToRun(run.id, { documents: ['urn:unknown'], hasUnreadable: false })).toBe(true);
      expect(await runs.countMissing(run.id)).toEqual({ documents: documents.length + 5, missing: 4 });
      expect(await count()).toBe(documents.length + 5);
      expect(await runs.removeMissing(run.id)).toBe(4);
      expect(await the.sorted({})).toEqual([...ids, 'urn:old-3'].sort());
      expect(await runs.removeMissing(run.id)).toBe(0);
      await runs.completeRun(run.id, 4);
      expect(await runs.latestRun()).toMatchObject({ id: run.id, removed: 4 });
      expect(await runs.addToRun(run.id, { documents: ['urn:late'], hasUnreadable: false })).toBe(false);
      await the.content.documents.delete('urn:old-3');
    });

    test('keep documents that were written outside the run since its start', async ({ skip }) => {
      const runs = supported(skip);
      await the.content.documents.put(old(2));
      const run = await begin(runs);
      await runs.addToRun(run.id, { documents: ids, hasUnreadable: false });
      const [changed, fresh] = [
        { ...old(1)[0]!, title: 'Changed' },
        { id: 'urn:fresh', title: 'Fresh' },
      ];
      await the.content.documents.put([changed, fresh]);
      expect(await runs.countMissing(run.id)).toMatchObject({ missing: 1 });
      expect(await runs.removeMissing(run.id)).toBe(1);
      expect(await the.sorted({})).toEqual([...ids, changed.id, fresh.id].sort());
      await the.content.documents.deleteAll([changed.id, fresh.id]);
    });

    test('are replaced by a newer run, which contains nothing of them', async ({ skip }) => {
      const runs = supported(skip);
      const first = await begin(runs);
      await runs.addToRun(first.id, { documents: ids, hasUnreadable: true });
      const second = await begin(runs);
      expect(await runs.addToRun(first.id, { documents: ids, hasUnreadable: false })).toBe(false);
      expect(await runs.countMissing(first.id)).toEqual({ documents: 0, missing: 0 });
      expect(await runs.removeMissing(first.id)).toBe(0);
      expect(await runs.abandonRun(first.id)).toBe(false);
      await runs.completeRun(first.id, 0);
      expect(await runs.latestRun()).toEqual(second);
      const { length } = documents;
      expect(await runs.countMissing(second.id)).toEqual({ documents: length, missing: length });
      expect(await runs.abandonRun(second.id)).toBe(true);
      expect(await runs.latestRun()).toBeUndefined();
      expect(await runs.addToRun(second.id, { documents: ids, hasUnreadable: false })).toBe(false);
      expect(await runs.abandonRun(second.id)).toBe(false);
      expect(await count()).toBe(length);
    });

    test('remember unreadable documents and the time of the last request', async ({ skip }) => {
      const runs = supported(skip);
      const run = await begin(runs);
      await pause(2);
      await Promise.all([
        runs.addToRun(run.id, { documents: [], hasUnreadable: true }),
        ...ids.map((id) => runs.addToRun(run.id, { documents: [id], hasUnreadable: false })),
      ]);
      const latest = (await runs.latestRun())!;
      expect(latest).toMatchObject({ id: run.id, started: run.started, hasUnreadable: true });
      expect(latest.touched).toBeGreaterThan(run.touched);
      expect(await runs.countMissing(run.id)).toMatchObject({ missing: 0 });
      await runs.abandonRun(run.id);
    });

    test('of one of several sources leave the documents of the others', async ({ skip }) => {
      const runs = supported(skip);
      const other: DocumentInput = { id: 'urn:other:old-0', title: 'Of another source' };
      await the.content.documents.put([...old(4), other]);
      const run = await begin(runs);
      await runs.addToRun(run.id, { documents: ['urn:old-1'], hasUnreadable: false });
      expect(await runs.countMissing(run.id, 'urn:old-')).toEqual({ documents: 4, missing: 3 });
      expect(await runs.removeMissing(run.id, 'urn:old-')).toBe(3);
      expect(await the.sorted({})).toEqual([...ids, 'urn:old-1', other.id].sort());
      await runs.abandonRun(run.id);
      await the.content.documents.deleteAll(['urn:old-1', other.id]);
    });

    test('compare documents by their content hashes', async ({ skip }) => {
      const runs = supported(skip);
      const [first] = documents;
      const { id, ...others } = first!;
      expect(await runs.hashes(['urn:none', id])).toEqual([undefined, contentHash({ ...others, id })]);
      await the.content.documents.put([{ ...first!, title: 'Other' }]);
      expect(await runs.hashes([id])).not.toEqual([contentHash(first!)]);
      await the.content.documents.put([first!]);
      expect(await runs.hashes([id])).toEqual([contentHash(first!)]);
      expect(await runs.hashes([])).toEqual([]);
    });

    test('compare more documents than one page', async ({ skip }) => {
      const runs = supported(skip);
      const many = old(2300);
      await the.content.documents.put(many);
      const run = await begin(runs);
      const kept = many.filter((_, i) => i % 3 > 0).map(({ id }) => id);
      await runs.addToRun(run.id, { documents: [...ids, ...kept], hasUnreadable: false });
      const removed = many.length - kept.length;
      const total = documents.length + many.length;
      expect(await runs.countMissing(run.id)).toEqual({ documents: total, missing: removed });
      expect(await runs.removeMissing(run.id)).toBe(removed);
      expect(await count()).toBe(documents.length + kept.length);
      await runs.abandonRun(run.id);
      await the.content.documents.deleteAll(kept);
    });

    test('survive a new thesaurus', async ({ skip }) => {
      const runs = supported(skip);
      if (!the.content.thesaurus) return skip('the thesaurus is kept elsewhere');
      await the.content.documents.put(old(1));
      const run = await begin(runs);
      await runs.addToRun(run.id, { documents: ids, hasUnreadable: false });
      await the.content.thesaurus.replaceThesaurus(textOf(`${thesaurus}\n`), 'text/turtle');
      expect(await runs.removeMissing(run.id)).toBe(1);
      expect(await the.sorted({})).toEqual(ids.toSorted());
      await runs.abandonRun(run.id);
    });
  });
}
