/** Facets with more values than a cluster gives beside its results are counted exactly. */
import type { FacetQuestion, Space } from '@semantic-search/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { facetQuestion, plain } from '../../../packages/server/source/backends/fixtures.testing.ts';
import { opensearchBackend } from '../../../packages/server/source/backends/opensearch/backend.ts';
import type { ContentBackend } from '../../../packages/server/source/backends/port.ts';
import { missing, type RunningCluster, startCluster } from './cluster.testing.ts';

const reason = await missing();
if (reason) console.warn(reason);

const documents = 102;

describe.skipIf(reason !== undefined)('a facet of a space in a cluster', () => {
  let cluster: RunningCluster;
  let backend: ContentBackend;
  let space: Space;

  beforeAll(async () => {
    cluster = await startCluster();
    backend = opensearchBackend({ name: 'zoo', index: 'zoo', nodes: [cluster.url], deadline: 60_000 });
    const content = (await backend.content('zoo', true))!;
    const some = Array.from({ length: documents }, (_, i) => documentOf(i));
    expect(await content.documents.put(some)).toMatchObject({ accepted: documents });
    space = (await backend.space('zoo'))!;
  }, 600_000);
  afterAll(async () => {
    await backend?.close();
    await cluster?.close();
  });

  const asked = async (field: string, more: Partial<FacetQuestion>) => {
    const { total, facets } = await space.search({ ...plain, facets: [facetQuestion(field, more)] });
    return { total, values: facets[0]!.values.map(({ label, count }) => [label, count]) };
  };

  test('with 20,401 values is counted to the last of them, in whatever order', async () => {
    const byLabel = { sorting: 'label', limit: 2 } as const;
    expect(await asked('dyn_lit_some', { ...byLabel, order: 'desc' })).toEqual({
      total: documents,
      values: [
        ['value 101-199', 1],
        ['value 101-198', 1],
      ],
    });
    expect((await asked('dyn_lit_some', { sorting: 'count', order: 'desc', limit: 2 })).values[0]).toEqual([
      'everywhere',
      documents,
    ]);
  });
});

function documentOf(i: number) {
  const values = (count: number) => Array.from({ length: count }, (_, value) => `value ${i}-${value}`);
  return {
    id: `urn:${i}`,
    title: 'Many',
    subjects: [],
    some: ['everywhere', ...values(200)],
  };
}
