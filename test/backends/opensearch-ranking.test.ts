/** Ranking settings of a space in a cluster, and its evaluation. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EvaluatedSpace, evaluate } from '../../packages/cli/src/evaluation/evaluate.ts';
import { parseJudgments } from '../../packages/cli/src/evaluation/judgments.ts';
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
const queries = [{ id: '1', text: 'coral atlas lagoon' }];
const judgments = parseJudgments('1 0 urn:0 1\n1 0 urn:lost 1', 'qrels');

describe.skipIf(reason !== undefined)('the ranking of a space in a cluster', () => {
  let cluster: EmptyCluster;
  let backend: WritableBackend;

  async function evaluateWith(ranking: RankingSettings) {
    const space = (await backend.space('reef'))!;
    const { originals } = (await backend.content('reef', false))!;
    const evaluated: EvaluatedSpace = {
      async search(query) {
        const { total, documents: hits, matching } = await space.search({ ...everything, ...query, ranking });
        return { total, documents: hits, matching: matching!, isUnquoted: false };
      },
      hasDocument: async (id) => (await originals!.stored(id)) !== undefined,
    };
    return evaluate(evaluated, queries, judgments, 'en');
  }

  beforeAll(async () => {
    cluster = await emptyCluster();
    backend = opensearchBackend({
      name: 'reef',
      index: 'reef',
      nodes: [cluster.url],
      ranking: { k1: 1.2, b: 0.4 },
      deadline: 30_000,
    });
    const content = await backend.content('reef', true);
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

  test('evaluate measures the space, and tries thresholds', async () => {
    const loose = await evaluateWith({ threshold: { ofTotal: 0, ofLargest: 0 } });
    expect(loose.measures.recall.mean).toBe(0.5);
    expect(loose.missingDocuments).toEqual(['urn:lost']);
    expect(loose.queries[0]).toMatchObject({ hits: 3, reciprocalRank: 1 });
    const strict = await evaluateWith({ threshold: { ofTotal: 1, ofLargest: 1 } });
    expect(strict.queries[0]!.hits).toBe(1);
    expect(strict.queries[0]!.matching!.requiredShare).toBeGreaterThan(
      loose.queries[0]!.matching!.requiredShare,
    );
  });

  test('evaluate rejects settings that need a new index', async () => {
    await expect(evaluateWith({ k1: 1, fields: { title: 3 } })).rejects.toThrow(
      'cannot try these settings without indexing again: k1, fields',
    );
  });
});
