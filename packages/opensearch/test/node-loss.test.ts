/**
 * Node loss: of three nodes, the cluster manager is frozen, then killed, during searches and writes.
 *
 * The kill fails no search and loses no acknowledged write; no search returns a partial result.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { SearchSpace } from '@semantic-search/engine';
import type { SpaceContent, WritableBackend } from '@semantic-search/engine/backend';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plain, textOf, thesaurus } from '../../server/test/support/documents.ts';
import { missingCluster, type RunningCluster, startCluster } from './cluster/cluster.fixture.ts';
import { documentOf, type Loaded, underLoad } from './cluster/load.fixture.ts';
import { servedBackend } from './cluster/served-backend.fixture.ts';

const reason = await missingCluster();
if (reason) console.warn(reason);

const DOCUMENT_COUNT = 300;
const input = 'settled';
/** By default, three checks of 10 s each must fail, which takes too long for a test. */
const fastFaultDetection = {
  'cluster.fault_detection.leader_check.timeout': '3s',
  'cluster.fault_detection.follower_check.timeout': '3s',
};

describe.skipIf(reason !== undefined)('a cluster of three nodes', () => {
  let cluster: RunningCluster;
  let backend: WritableBackend;
  let content: SpaceContent;
  let space: SearchSpace;

  beforeAll(async () => {
    cluster = await startCluster(3, fastFaultDetection);
    // The default deadline of the server.
    const options = { name: 'zoo', index: 'zoo', nodes: cluster.urls, deadlineMs: 10_000 };
    backend = servedBackend({ ...options, shards: 3, replicas: '1' });
    content = (await backend.content('zoo', { create: true }))!;
    await content.thesaurus!.replaceThesaurus(textOf(thesaurus), 'text/turtle');
    const documents = Array.from({ length: DOCUMENT_COUNT }, (_, i) =>
      documentOf(`urn:settled:${i}`, `settled ${i}`),
    );
    await content.documents.put(documents);
    space = (await backend.space('zoo'))!;
    await untilHealthy(0);
  }, 300_000);
  afterAll(async () => {
    await backend?.close();
    await cluster?.close();
  });

  const hitCount = async () => (await space.search({ ...plain, input })).total;
  const fetchJson = async (node: number, path: string) =>
    (await fetch(new URL(path, cluster.urls[node]!))).json() as Promise<Record<string, unknown>>;

  async function untilHealthy(node: number): Promise<void> {
    const path = '/_cluster/health/zoo*?wait_for_status=green&wait_for_nodes=3&timeout=60s';
    expect(await fetchJson(node, path)).toMatchObject({ timed_out: false });
  }

  /** Waits until the node `observer` reports another manager than `previous`. */
  async function untilAnotherManages(previous: number, observer: number): Promise<void> {
    for (;;) {
      const current = await cluster.manager(observer).catch(() => previous);
      if (current !== previous) return;
      await pause(100);
    }
  }

  function report(what: string, loaded: Loaded): void {
    const { searched, written, failed, partial, rejectedWrites, wrong } = loaded;
    console.log(
      `manager ${what}: ${searched} searches, ${failed.length} failed, ${partial.length} partial; ` +
        `${written} writes, ${rejectedWrites.length} requests rejected, ${wrong.length} documents wrong`,
    );
  }

  test('after its manager freezes under load, it returns no partial result and loses nothing', async () => {
    const loaded = await underLoad({ space, content, input, total: DOCUMENT_COUNT }, [200, 200], async () => {
      const manager = await cluster.manager();
      cluster.freeze(manager);
      const started = performance.now();
      await untilAnotherManages(manager, (manager + 1) % 3).finally(() => cluster.thaw(manager));
      console.log(`another node manages after ${Math.round((performance.now() - started) / 100) / 10} s`);
    });
    report('frozen', loaded);
    const { failed, partial, rejectedWrites, wrong } = loaded;
    expect({ partial, wrong }).toEqual({ partial: [], wrong: [] });
    // Searches on a frozen shard time out until the cluster removes the node.
    for (const message of [...failed, ...rejectedWrites]) expect(message).toMatch(/^50[34] /);
    expect(failed.length).toBeLessThan(loaded.searched / 4);
    await untilHealthy(0);
    expect(await hitCount()).toBe(DOCUMENT_COUNT);
  }, 400_000);

  test('after its manager is killed under load, it loses nothing and fails no search', async () => {
    const loaded = await underLoad(
      { space, content, input, total: DOCUMENT_COUNT },
      [1000, 1000],
      async () => {
        const manager = await cluster.manager();
        await cluster.kill(manager);
        await untilAnotherManages(manager, (manager + 1) % 3);
      },
    );
    report('killed', loaded);
    const { failed, partial, rejectedWrites, wrong } = loaded;
    expect({ failed, partial, rejectedWrites, wrong }).toEqual({
      failed: [],
      partial: [],
      rejectedWrites: [],
      wrong: [],
    });
    expect(await hitCount()).toBe(DOCUMENT_COUNT);
  }, 400_000);

  test('after another loss, it returns an error instead of a partial result', async () => {
    const alive = await Promise.all(
      cluster.urls.map((url) =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      ),
    );
    await cluster.kill(alive.lastIndexOf(true));
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, hitCount));
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') expect(outcome.value).toBe(DOCUMENT_COUNT);
      else expect([502, 503, 504]).toContain(outcome.reason.status);
    }
  }, 120_000);
});
