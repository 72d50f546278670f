/** Every value of a field counted, page by page, where what a search brings along is not enough. */
import { ProblemError } from '../../errors.ts';
import type { Cluster } from './cluster.ts';
import type { ValueCount } from './field-values.ts';
import { attributeName } from './index-document.ts';

/** Values in one answer: a cluster gives 65,535 at most. */
const page = 50_000;

export interface ValuesWanted {
  index: string;
  field: string;
  /** Documents that are counted. */
  query: object;
  mostValues: number;
}

/** Rejects with `bad-request` where there are more than can be counted. */
export async function allValues(
  wanted: ValuesWanted,
  cluster: Cluster,
  signal?: AbortSignal,
): Promise<ValueCount[]> {
  return Array.fromAsync(paged(wanted, cluster, signal));
}

interface Composite {
  buckets: { key: { value: string }; doc_count: number }[];
  after_key?: { value: string };
}

async function* paged(
  { index, field, query, mostValues }: ValuesWanted,
  cluster: Cluster,
  signal: AbortSignal | undefined,
): AsyncIterable<ValueCount> {
  let after: Composite['after_key'];
  for (let left = mostValues; ; ) {
    // One more than there may be tells that there are too many.
    const size = Math.min(page, left + 1);
    const composite = { size, sources: [{ value: { terms: { field } } }], ...(after && { after }) };
    const body = { size: 0, query, aggs: { values: { composite } } };
    const { aggregations } = await cluster.search(`/${index}/_search`, body, signal);
    const { buckets, after_key } = aggregations.values as Composite;
    left -= buckets.length;
    if (left < 0) throw tooMany(field, mostValues);
    for (const { key, doc_count } of buckets) yield { key: key.value, doc_count };
    if (buckets.length < size || !after_key) return;
    after = after_key;
  }
}

function tooMany(field: string, mostValues: number): ProblemError {
  const name = attributeName(field.slice(field.indexOf('.') + 1));
  return new ProblemError(
    'bad-request',
    `The facet "${name}" has more than ${mostValues} values: it cannot be counted. Show another one.`,
  );
}
