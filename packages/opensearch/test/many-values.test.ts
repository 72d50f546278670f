/** Facets with more values than one response can contain are counted exactly. */
import type { FacetRequest, SearchSpace } from '@semantic-search/engine';
import type { WritableBackend } from '@semantic-search/engine/backend';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { facetRequest, plain } from '../../server/test/support/documents.ts';
import { missingCluster } from './cluster/cluster.fixture.ts';
import { type EmptyCluster, emptyCluster } from './cluster/empty-cluster.fixture.ts';
import { servedBackend } from './cluster/served-backend.fixture.ts';

const reason = await missingCluster();
if (reason) console.warn(reason);

const documents = 102;

describe.skipIf(reason !== undefined)('large facets of a space in a cluster', () => {
  let cluster: EmptyCluster;
  let backend: WritableBackend;
  let space: SearchSpace;

  beforeAll(async () => {
    cluster = await emptyCluster();
    backend = servedBackend({ name: 'zoo', index: 'zoo', nodes: [cluster.url], deadlineMs: 60_000 });
    const content = (await backend.content('zoo', { create: true }))!;
    const some = Array.from({ length: documents }, (_, i) => documentOf(i));
    expect(await content.documents.put(some)).toMatchObject({ accepted: documents });
    space = (await backend.space('zoo'))!;
  }, 600_000);
  afterAll(async () => {
    await backend?.close();
  });

  const countsOf = async (field: string, more: Partial<FacetRequest>) => {
    const { total, facets } = await space.search({ ...plain, facets: [facetRequest(field, more)] });
    return { total, values: facets[0]!.values.map(({ label, count }) => [label, count]) };
  };

  test('counts a facet with 20,401 values exactly in any order', async () => {
    const byLabel = { sorting: 'label', limit: 2 } as const;
    expect(await countsOf('dyn_lit_some', { ...byLabel, order: 'desc' })).toEqual({
      total: documents,
      values: [
        ['value 101-199', 1],
        ['value 101-198', 1],
      ],
    });
    expect((await countsOf('dyn_lit_some', { sorting: 'count', order: 'desc', limit: 2 })).values[0]).toEqual(
      ['everywhere', documents],
    );
  });

  test('counts seven facets with 10,200 values or more exactly in one search', async () => {
    const facets = Array.from({ length: 7 }, (_, i) =>
      facetRequest(`dyn_lit_kind ${i}`, { sorting: 'label', order: 'desc', limit: 1 }),
    );
    const { facets: counted } = await space.search({ ...plain, facets });
    expect(counted.map(({ values }) => values)).toMatchObject(
      Array(7).fill([{ label: 'value 101-99', count: 1 }]),
    );
  });
});

function documentOf(i: number) {
  const values = (count: number) => Array.from({ length: count }, (_, value) => `value ${i}-${value}`);
  return {
    id: `urn:${i}`,
    title: 'Many',
    subjects: [],
    some: ['everywhere', ...values(200)],
    ...Object.fromEntries(Array.from({ length: 7 }, (_, kind) => [`kind ${kind}`, values(100)])),
  };
}
