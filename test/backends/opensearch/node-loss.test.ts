/**
 * Node loss: of three nodes the cluster manager is frozen, then killed, during searches and writes. The kill fails no search,
 * no acknowledged write is lost, no partial result is returned.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { SearchSpace } from '@semantic-search/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SpaceContent, WritableBackend } from '../../../packages/server/src/backends/backend.ts';
import { opensearchBackend } from '../../../packages/server/src/backends/opensearch/backend.ts';
import { plain, textOf, thesaurus } from '../../../packages/server/test/support/documents.ts';
import { missingCluster, type RunningCluster, startCluster } from './cluster.fixture.ts';
import { documentOf, type Loaded, underLoad } from './load.fixture.ts';

const reason = await missingCluster();
if (reason) console.warn(reason);

const settled = 300;
const input = 'settled';
/** Default: 10 s, and three checks must fail, which would take too long for a test. */
const soonNoticed = {
  'cluster.fault_detection.leader_check.timeout': '3s',
  'cluster.fault_detection.follower_check.timeout': '3s',
};

describe.skipIf(reason !== undefined)('a cluster of three nodes', () => {
  let cluster: RunningCluster;
  let backend: WritableBackend;
  let content: SpaceContent;
  let space: SearchSpace;

  beforeAll(async () => {
    cluster = await startCluster(3, soonNoticed);
    // The default deadline of the server.
    const options = { name: 'zoo', index: 'zoo', nodes: cluster.urls, deadline: 10_000 };
    backend = opensearchBackend({ ...options, shards: 3, replicas: '1' });
    content = (await backend.content('zoo', true))!;
    await content.thesaurus!.replaceThesaurus(textOf(thesaurus), 'text/turtle');
    const some = Array.from({ length: settled }, (_, i) => documentOf(`urn:settled:${i}`, `settled ${i}`));
    await content.documents.put(some);
    space = (await backend.space('zoo'))!;
    await untilWhole(0);
  }, 300_000);
  afterAll(async () => {
    await backend?.close();
    await cluster?.close();
  });

  const found = async () => (await space.search({ ...plain, input })).total;
  const ask = async (node: number, path: string) =>
    (await fetch(new URL(path, cluster.urls[node]!))).json() as Promise<Record<string, unknown>>;

  async function untilWhole(node: number): Promise<void> {
    const path = '/_cluster/health/zoo*?wait_for_status=green&wait_for_nodes=3&timeout=60s';
    expect(await ask(node, path)).toMatchObject({ timed_out: false });
  }

  /** A node other than the manager, once it knows a new manager. */
  async function untilAnotherManages(previous: number, observer: number): Promise<void> {
    for (;;) {
      const now = await cluster.manager(observer).catch(() => previous);
      if (now !== previous) return;
      await pause(100);
    }
  }

  function report(what: string, loaded: Loaded): void {
    const { searched, written, failed, partial, rejectedWrites: refused, wrong } = loaded;
    console.log(
      `manager ${what}: ${searched} searches, ${failed.length} failed, ${partial.length} partial; ` +
        `${written} writes, ${refused.length} requests refused, ${wrong.length} documents wrong`,
    );
  }

  test('after its manager freezes under load, it returns no partial result and loses nothing', async () => {
    const loaded = await underLoad({ space, content, input, total: settled }, [200, 200], async () => {
      const manager = await cluster.manager();
      cluster.freeze(manager);
      const began = performance.now();
      await untilAnotherManages(manager, (manager + 1) % 3).finally(() => cluster.thaw(manager));
      console.log(`another one manages after ${Math.round((performance.now() - began) / 100) / 10} s`);
    });
    report('frozen', loaded);
    const { failed, partial, rejectedWrites: refused, wrong } = loaded;
    expect({ partial, wrong }).toEqual({ partial: [], wrong: [] });
    // Searches on a frozen shard time out until the cluster removes the node.
    for (const said of [...failed, ...refused]) expect(said).toMatch(/^50[34] /);
    expect(failed.length).toBeLessThan(loaded.searched / 4);
    await untilWhole(0);
    expect(await found()).toBe(settled);
  }, 400_000);

  test('after its manager is killed under load, it loses nothing and fails no search', async () => {
    const loaded = await underLoad({ space, content, input, total: settled }, [1000, 1000], async () => {
      const manager = await cluster.manager();
      await cluster.kill(manager);
      await untilAnotherManages(manager, (manager + 1) % 3);
    });
    report('killed', loaded);
    const { failed, partial, rejectedWrites: refused, wrong } = loaded;
    expect({ failed, partial, refused, wrong }).toEqual({ failed: [], partial: [], refused: [], wrong: [] });
    expect(await found()).toBe(settled);
  }, 400_000);

  test('after another loss, it returns an error instead of a partial result', async () => {
    const left = await Promise.all(
      cluster.urls.map((url) =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      ),
    );
    await cluster.kill(left.lastIndexOf(true));
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, found));
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') expect(outcome.value).toBe(settled);
      else expect([502, 503, 504]).toContain(outcome.reason.status);
    }
  }, 120_000);
});
