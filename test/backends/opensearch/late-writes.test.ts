/** A write that was given up arrives all the same, when its document has been written anew: it must not undo that. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SpaceContent, WritableBackend } from '../../../packages/server/src/backends/backend.ts';
import { opensearchBackend } from '../../../packages/server/src/backends/opensearch/backend.ts';
import { plain, textOf, thesaurus } from '../../../packages/server/test/support/documents.ts';
import { missing, type RunningCluster, startCluster } from './cluster.fixture.ts';
import { type Between, standBetween } from './proxy.fixture.ts';

const reason = await missing();
if (reason) console.warn(reason);

describe.skipIf(reason !== undefined)('a write that outlives its deadline', () => {
  let cluster: RunningCluster;
  let between: Between;
  /** Gives up soon, and tries again. */
  let hasty: WritableBackend;
  /** Another process on the same cluster. */
  let other: WritableBackend;
  let [mine, theirs]: SpaceContent[] = [];
  const id = 'urn:disputed';
  const write = (content: SpaceContent | undefined, title: string) =>
    content!.documents.put([{ id, title, subjects: [] }]);
  const replaceThesaurus = () => theirs!.thesaurus!.replaceThesaurus(textOf(thesaurus), 'text/turtle');
  const untilKept = () => expect.poll(() => between.kept(), { timeout: 20_000 }).toBeGreaterThan(0);
  const title = async () => (await theirs!.originals!.stored(id))?.title;

  beforeAll(async () => {
    cluster = await startCluster();
    between = await standBetween(cluster.url);
    const at = { name: 'zoo', index: 'zoo' };
    other = opensearchBackend({ ...at, nodes: [cluster.url], deadline: 30_000 });
    theirs = await other.content('zoo', true);
    await write(theirs, 'warm');
    hasty = opensearchBackend({ ...at, nodes: [between.url], deadline: 1500, circuitBreaker: { failureThreshold: 50 } });
    mine = await hasty.content('zoo', true);
  }, 240_000);
  afterAll(async () => {
    await hasty?.close();
    await other?.close();
    await between?.close();
    await cluster?.close();
  });
  beforeEach(async () => {
    await theirs!.documents.delete(id);
  });

  /** Its first attempt stays on the way, its next one arrives. */
  async function writeTwice(what: string): Promise<void> {
    between.behave('keep');
    const writing = write(mine, what);
    await untilKept();
    between.behave('well');
    expect(await writing).toMatchObject({ accepted: 1 });
  }

  test.each(['a new document', 'one that was there'])('does not undo a newer write: %s', async (which) => {
    if (which !== 'a new document') await write(theirs, 'oldest');
    await writeTwice('older');
    expect(await title()).toBe('older');
    await write(theirs, 'newer');
    expect((await between.letGo()).join()).toContain('version_conflict');
    expect(await title()).toBe('newer');
  });

  test('does not bring back what was deleted', async () => {
    await writeTwice('older');
    expect(await theirs!.documents.delete(id)).toBe(true);
    expect((await between.letGo()).join()).toContain('version_conflict');
    expect(await title()).toBeUndefined();
  });

  test('does not bring back what was deleted before the thesaurus was replaced', async () => {
    await writeTwice('older');
    expect(await theirs!.documents.delete(id)).toBe(true);
    await replaceThesaurus();
    expect((await between.letGo()).join()).toContain('index_not_found');
    expect(await title()).toBeUndefined();
    expect(await theirs!.documents.delete(id)).toBe(false);
  });

  test('that meets a new thesaurus is written beside it, once', async () => {
    between.behave('keep');
    const writing = write(mine, 'older');
    await untilKept();
    await replaceThesaurus();
    between.behave('well');
    expect(await writing).toEqual({ accepted: 1, refused: [] });
    expect(await title()).toBe('older');
    expect(await theirs!.documents.delete(id)).toBe(true);
    expect((await between.letGo()).join()).toContain('index_not_found');
    expect(await title()).toBeUndefined();
  });

  test('that is tried again after a newer one loses, and is done', async () => {
    between.behave('keep');
    const writing = write(mine, 'older');
    await untilKept();
    await write(theirs, 'newer');
    between.behave('well');
    expect(await writing).toEqual({ accepted: 1, refused: [] });
    await between.letGo();
    expect(await title()).toBe('newer');
  });

  test('is no reason to lose one from a process whose clock is behind', async () => {
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
});
