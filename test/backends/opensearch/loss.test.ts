/** Three nodes of which one is killed amid searches and writes: no search fails, nothing acknowledged is lost, no part is shown as the whole. */
import { setTimeout as pause } from 'node:timers/promises';
import type { DocumentInput, SearchQuestion, Space } from '@semantic-search/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plain, textOf, thesaurus } from '../../../packages/server/source/backends/fixtures.testing.ts';
import { opensearchBackend } from '../../../packages/server/source/backends/opensearch/backend.ts';
import type { ContentBackend, SpaceContent } from '../../../packages/server/source/backends/port.ts';
import { missing, type RunningCluster, startCluster } from './cluster.testing.ts';

const reason = await missing();
if (reason) console.warn(reason);

const searches = 1000;
const writes = 1000;
const settled = 300;

describe.skipIf(reason !== undefined)('a cluster of three nodes', () => {
  let cluster: RunningCluster;
  let backend: ContentBackend;
  let content: SpaceContent;
  let space: Space;

  beforeAll(async () => {
    cluster = await startCluster(3);
    const layout = { shards: 3, replicas: '1' };
    backend = opensearchBackend({
      name: 'zoo',
      index: 'zoo',
      nodes: cluster.urls,
      deadline: 30_000,
      ...layout,
    });
    content = (await backend.content('zoo', true))!;
    await content.thesaurus!.replaceThesaurus(textOf(thesaurus), 'text/turtle');
    await content.documents.put(Array.from({ length: settled }, (_, i) => documentOf(`settled ${i}`)));
    space = (await backend.space('zoo'))!;
    await untilGreen(cluster.url);
  }, 300_000);
  afterAll(async () => {
    await backend?.close();
    await cluster?.close();
  });

  const found = async (question: Partial<SearchQuestion>) =>
    (await space.search({ ...plain, ...question })).total;

  test('loses a node amid a thousand searches and a thousand writes', async () => {
    const failed: string[] = [];
    const partial: number[] = [];
    const acknowledged = new Set<string>();
    let [searched, written, refused] = [0, 0, 0];

    async function visitor(): Promise<void> {
      while (searched < searches) {
        searched += 1;
        await found({ input: 'settled' }).then(
          (total) => void (total === settled || partial.push(total)),
          (error: Error) => void failed.push(error.message),
        );
      }
    }
    async function writer(): Promise<void> {
      while (written < writes) {
        const some = Array.from({ length: 20 }, () => documentOf(`written ${written++}`));
        await content.documents.put(some).then(
          ({ accepted }) => {
            expect(accepted).toBe(some.length);
            for (const { id } of some) acknowledged.add(id);
          },
          () => (refused += 1),
        );
      }
    }
    const work = Promise.all([visitor(), visitor(), visitor(), visitor(), writer(), writer()]);
    while (searched < searches / 4 || written < writes / 4) await pause(10);
    await cluster.kill(1);
    const killedAt = { searched, written };
    await work;

    expect(await found({ input: 'settled' })).toBe(settled);
    const there = new Set<string>();
    for await (const { id } of content.originals!.all()) there.add(id);
    const lost = [...acknowledged].filter((id) => !there.has(id));
    console.log(
      `one of three nodes killed after ${killedAt.searched} searches and ${killedAt.written} writes: ` +
        `${searched} searches, ${failed.length} failed, ${partial.length} partial; ` +
        `${acknowledged.size} writes acknowledged, ${lost.length} lost, ${refused} batches refused`,
    );
    expect({ failed, partial, lost }).toEqual({ failed: [], partial: [], lost: [] });
    expect(acknowledged.size).toBeGreaterThan(writes / 2);
  }, 240_000);

  test('with another one lost says that it cannot answer, not a part', async () => {
    await cluster.kill(2);
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => found({ input: 'settled' })));
    for (const answer of answers) {
      if (answer.status === 'fulfilled') expect(answer.value).toBe(settled);
      else expect([502, 503, 504]).toContain(answer.reason.status);
    }
  }, 120_000);
});

function documentOf(words: string): DocumentInput {
  return { id: `urn:${words.replace(' ', ':')}`, title: words, subjects: [] };
}

async function untilGreen(url: URL): Promise<void> {
  await fetch(new URL('/_cluster/health/zoo?wait_for_status=green&timeout=120s', url));
}
