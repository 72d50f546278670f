/** Ranking settings of a space in a cluster, and its evaluation. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evaluate } from '../../packages/cli/src/evaluation/evaluate.ts';
import { parseJudgments } from '../../packages/cli/src/evaluation/judgments.ts';
import { withEvaluatedSpace } from '../../packages/cli/src/evaluation/open-evaluated-space.ts';
import { opensearchBackend } from '../../packages/opensearch/src/backend.ts';
import {
  missingCluster,
  type RunningCluster,
  startCluster,
} from '../../packages/opensearch/test/cluster/cluster.fixture.ts';
import type { RemoteSpace } from '../../packages/server/src/settings/backends-file.ts';

const reason = await missingCluster();
if (reason) console.warn(reason);

const texts = ['Coral atlas', 'Coral', 'Corals', ...Array.from({ length: 6 }, () => 'Desert')];
const documents = texts.map((title, i) => ({ id: `urn:${i}`, title, language: 'en' }));
const queries = [{ id: '1', text: 'coral atlas lagoon' }];
const judgments = parseJudgments('1 0 urn:0 1\n1 0 urn:lost 1', 'qrels');

describe.skipIf(reason !== undefined)('the ranking of a space in a cluster', () => {
  let cluster: RunningCluster;
  const entry = (): RemoteSpace => ({
    backend: 'opensearch',
    name: 'reef',
    index: 'reef',
    nodes: [cluster.url],
    ranking: { k1: 1.2, b: 0.4 },
  });
  const evaluateWith = (ranking: object) =>
    withEvaluatedSpace(
      'reef',
      { dataDirectory: '/nonexistent', remoteSpaces: [entry()], timeoutMs: 30_000, ranking },
      (opened) => evaluate(opened, queries, judgments, 'en'),
    );

  beforeAll(async () => {
    cluster = await startCluster();
    const { name, index, nodes, ranking } = entry() as Extract<RemoteSpace, { backend: 'opensearch' }>;
    const backend = opensearchBackend({ name, index, nodes, ...(ranking && { ranking }), deadline: 30_000 });
    const content = await backend.content('reef', true);
    await content!.documents.put(documents);
    await backend.close();
  }, 240_000);
  afterAll(async () => {
    await cluster?.close();
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
      'cannot try settings without indexing again: k1, fields.title',
    );
  });
});
