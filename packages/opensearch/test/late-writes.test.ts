/** Late writes: an abandoned write that arrives after a newer one must not overwrite it. */

import type { SpaceContent, WritableBackend } from '@semantic-search/engine/backend';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { plain, textOf, thesaurus } from '../../server/test/support/documents.ts';
import { missingCluster } from './cluster/cluster.fixture.ts';
import { type EmptyCluster, emptyCluster } from './cluster/empty-cluster.fixture.ts';
import { type FaultyProxy, startFaultyProxy } from './cluster/proxy.fixture.ts';
import { servedBackend } from './cluster/served-backend.fixture.ts';

const reason = await missingCluster();
if (reason) console.warn(reason);

const HOUR_MS = 3600 * 1000;

describe.skipIf(reason !== undefined)('a write that arrives after its deadline', () => {
  let cluster: EmptyCluster;
  let proxy: FaultyProxy;
  /** A backend with a short deadline that retries. */
  let hasty: WritableBackend;
  /** Another process on the same cluster. */
  let other: WritableBackend;
  let [mine, theirs]: SpaceContent[] = [];
  const id = 'urn:disputed';
  const write = (content: SpaceContent | undefined, title: string) =>
    content!.documents.put([{ id, title, subjects: [] }]);
  const replaceThesaurus = () => theirs!.thesaurus!.replaceThesaurus(textOf(thesaurus), 'text/turtle');
  const untilHeld = () => expect.poll(() => proxy.heldCount(), { timeout: 20_000 }).toBeGreaterThan(0);
  const title = async () => (await theirs!.originals!.stored(id))?.title;

  beforeAll(async () => {
    cluster = await emptyCluster();
    proxy = await startFaultyProxy(cluster.url);
    const at = { name: 'zoo', index: 'zoo' };
    other = servedBackend({ ...at, nodes: [cluster.url], deadlineMs: 30_000 });
    theirs = await other.content('zoo', { create: true });
    await write(theirs, 'warm');
    hasty = servedBackend({
      ...at,
      nodes: [proxy.url],
      deadlineMs: 1500,
    });
    mine = await hasty.content('zoo', { create: true });
  }, 240_000);
  afterAll(async () => {
    await hasty?.close();
    await other?.close();
    await proxy?.close();
  });
  beforeEach(async () => {
    await theirs!.documents.delete(id);
  });

  /** The first attempt is held back, the retry arrives. */
  async function writeTwice(what: string): Promise<void> {
    proxy.setMode('hold-bulk');
    const writing = write(mine, what);
    await untilHeld();
    proxy.setMode('forward');
    expect(await writing).toMatchObject({ accepted: 1 });
  }

  test.each(['a new document', 'an existing document'])(
    'a late write does not overwrite a newer write: %s',
    async (which) => {
      if (which !== 'a new document') await write(theirs, 'oldest');
      await writeTwice('older');
      expect(await title()).toBe('older');
      await write(theirs, 'newer');
      expect((await proxy.releaseHeld()).join()).toContain('version_conflict');
      expect(await title()).toBe('newer');
    },
  );

  test('a late write does not restore a deleted document', async () => {
    await writeTwice('older');
    expect(await theirs!.documents.delete(id)).toBe(true);
    expect((await proxy.releaseHeld()).join()).toContain('version_conflict');
    expect(await title()).toBeUndefined();
  });

  test('a late write does not restore a document that was deleted before a thesaurus replacement', async () => {
    await writeTwice('older');
    expect(await theirs!.documents.delete(id)).toBe(true);
    await replaceThesaurus();
    expect((await proxy.releaseHeld()).join()).toContain('index_not_found');
    expect(await title()).toBeUndefined();
    expect(await theirs!.documents.delete(id)).toBe(false);
  });

  test('a write during a thesaurus replacement goes to the new index once', async () => {
    proxy.setMode('hold-bulk');
    const writing = write(mine, 'older');
    await untilHeld();
    await replaceThesaurus();
    proxy.setMode('forward');
    expect(await writing).toEqual({ accepted: 1, refused: [] });
    expect(await title()).toBe('older');
    expect(await theirs!.documents.delete(id)).toBe(true);
    expect((await proxy.releaseHeld()).join()).toContain('index_not_found');
    expect(await title()).toBeUndefined();
  });

  test('a retry after a newer write loses and counts as done', async () => {
    proxy.setMode('hold-bulk');
    const writing = write(mine, 'older');
    await untilHeld();
    await write(theirs, 'newer');
    proxy.setMode('forward');
    expect(await writing).toEqual({ accepted: 1, refused: [] });
    await proxy.releaseHeld();
    expect(await title()).toBe('newer');
  });

  test('a write from a process with a slow clock is not lost', async () => {
    const behind = vi.spyOn(Date, 'now');
    const now = Date.now();
    behind.mockReturnValue(now + 60_000);
    await write(theirs, 'from the future');
    behind.mockReturnValue(now);
    expect(await write(mine, 'written after it')).toMatchObject({ accepted: 1 });
    expect(await title()).toBe('written after it');
    expect(await mine!.documents.delete(id)).toBe(true);
    expect(await title()).toBeUndefined();
    behind.mockRestore();
    expect((await other.space('zoo').then((space) => space!.search(plain))).total).toBe(0);
  });

  test.each([
    ['an hour back', -HOUR_MS],
    ['an hour ahead', HOUR_MS],
  ])(
    'a run keeps what a server whose clock is %s wrote meanwhile, and removes what it wrote before',
    async (_, change) => {
      const runs = theirs!.runs!;
      const now = Date.now();
      const clock = vi.spyOn(Date, 'now');
      const put = (...ids: string[]) =>
        theirs!.documents.put(ids.map((id) => ({ id, title: id, subjects: [] })));
      clock.mockReturnValue(now + change);
      await put('urn:before', 'urn:replaced');
      clock.mockReturnValue(now);
      const run = { id: 'run', started: now, touched: now, hasUnreadable: false, removed: null };
      await runs.startRun(run);
      clock.mockReturnValue(now + change);
      await put('urn:since', 'urn:replaced');
      clock.mockRestore();
      await replaceThesaurus();
      expect(await runs.removeMissing(run.id)).toBe(1);
      const kept = (await theirs!.originals!.list(undefined, 10)).map((document) => document.id);
      expect(kept.sort()).toEqual(['urn:replaced', 'urn:since']);
      await runs.abandonRun(run.id);
      await theirs!.documents.deleteAll(kept);
    },
  );
});
