import { expect, test } from 'vitest';
import type { QueryTarget } from '../indices/query-target.ts';
import { allValues } from './value-counts.ts';

interface Page {
  size: number;
  after?: { value: string };
}

/** A cluster whose documents have this many values of each field. */
function withValues(count: number): QueryTarget {
  const buckets = Array.from({ length: count }, (_, i) => ({ key: { value: `${i}` }, doc_count: 1 }));
  const search = async (_path: string, { aggs }: { aggs: { values: { composite: Page } } }) => {
    const { size, after } = aggs.values.composite;
    const begin = after ? Number(after.value) + 1 : 0;
    const page = buckets.slice(begin, begin + size);
    return { total: 1, hits: [], aggregations: { values: { buckets: page, after_key: page.at(-1)?.key } } };
  };
  return { indexVersion: { index: 'zoo-v-1' }, cluster: { search } } as unknown as QueryTarget;
}

test('counts the maximum number of values, and rejects one more with the name of the facet', async () => {
  const request = { field: 'literals.some%20thing', query: { match_all: {} }, maxValues: 3 };
  expect(await allValues(request, withValues(3))).toHaveLength(3);
  expect(await allValues({ ...request, maxValues: 60_000 }, withValues(50_001))).toHaveLength(50_001);
  await expect(allValues(request, withValues(4))).rejects.toMatchObject({
    code: 'limit-exceeded',
    message: expect.stringContaining('"some thing" has more than 3 values'),
  });
});
