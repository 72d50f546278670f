import { expect, test } from 'vitest';
import type { QueryTarget } from '../indices/index-versions.ts';
import { allValues } from './value-counts.ts';

/** A cluster whose documents have this many values of each field. */
function withValues(count: number): QueryTarget {
  const buckets = Array.from({ length: count }, (_, i) => ({ key: { value: `${i}` }, doc_count: 1 }));
  const search = async () => ({ total: 1, hits: [], aggregations: { values: { buckets } } });
  return { indexVersion: { index: 'zoo-v-1' }, cluster: { search } } as unknown as QueryTarget;
}

test('counts the maximum number of values, and rejects one more with the name of the facet', async () => {
  const request = { field: 'literals.some%20thing', query: { match_all: {} }, maxValues: 3 };
  expect(await allValues(request, withValues(3))).toHaveLength(3);
  await expect(allValues(request, withValues(4))).rejects.toMatchObject({
    code: 'limit-exceeded',
    message: expect.stringContaining('"some thing" has more than 3 values'),
  });
});
