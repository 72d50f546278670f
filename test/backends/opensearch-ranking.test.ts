/** Ranking settings of a space in a cluster. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WritableBackend } from '../../packages/engine/src/backend.ts';
import type { RankingSettings } from '../../packages/engine/src/index.ts';
import { everything } from '../../packages/engine/test/support/queries.ts';
import { opensearchBackend } from '../../packages/opensearch/src/backend.ts';
import { missingCluster } from '../../packages/opensearch/test/cluster/cluster.fixture.ts';
import {
  type EmptyCluster,
  emptyCluster,
} from '../../packages/opensearch/test/cluster/empty-cluster.fixture.ts';

const reason = await missingCluster();
if (reason) console.warn(reason);

const texts = ['Coral atlas', 'Coral', 'Corals', ...Array.from({ length: 6 }, () => 'Desert')];
const documents = texts.map((title, i) => ({ id: `urn:${i}`, title, language: 'en' }));

describe.skipIf(reason !== undefined)('the ranking of a space in a cluster', () => {
  let cluster: EmptyCluster;
  let backend: WritableBackend;

  const open = (ranking: Pick<RankingSettings, 'k1' | 'b' | 'threshold'>) =>
    opensearchBackend({ name: 'reef', index: 'reef', nodes: [cluster.url], ranking, deadlineMs: 30_000 });
  const query = { ...everything, input: 'coral atlas lagoon', language: 'en' };

  async function searchWith(threshold: RankingSettings['threshold']) {
    const other = open({ ...(threshold && { threshold }) });
    const result = await (await other.space('reef'))!.search(query);
    await other.close();
    return result;
  }

  beforeAll(async () => {
    cluster = await emptyCluster();
    backend = open({ k1: 1.2, b: 0.4 });
    const content = await backend.content('reef', { create: true });
    await content!.documents.put(documents);
  }, 240_000);
  afterAll(async () => {
    await backend?.close();
  });

  test('new indices have the configured parameters of BM25', async () => {
    const response = await fetch(new URL('/reef/_settings', cluster.url));
    const [index] = Object.values(
      (await response.json()) as Record<
        string,
        { settings: { index: { similarity: { default: Record<string, string> } } } }
      >,
    );
    expect(index!.settings.index.similarity.default).toMatchObject({ k1: '1.2', b: '0.4' });
  });

  test('the configured threshold applies to all searches', async () => {
    const loose = await searchWith({ ofTotal: 0, ofLargest: 0 });
    expect(loose).toMatchObject({ total: 3, documents: [{ id: 'urn:0' }, {}, {}] });
    const strict = await searchWith({ ofTotal: 1, ofLargest: 1 });
    expect(strict.total).toBe(1);
    expect(strict.matching!.requiredShare).toBeGreaterThan(loose.matching!.requiredShare);
  });

  test('a search rejects settings to try', async () => {
    const space = (await backend.space('reef'))!;
    const search = space.search({ ...query, ranking: { threshold: { ofTotal: 0 } } });
    await expect(search).rejects.toMatchObject({ code: 'invalid-number' });
  });
});
