/**
 * Values of a field counted exactly. A cluster looks at so many of them only, and those of several shards it adds up by
 * guess: where the ones it gives might not be the right ones, all of them are read page by page.
 */
import type { FacetQuestion } from '@semantic-search/engine';
import { ProblemError } from '../../errors.ts';
import type { Cluster } from './cluster.ts';

export interface ValueCount {
  key: string;
  doc_count: number;
}

export interface CountedValues {
  buckets: ValueCount[];
  sum_other_doc_count: number;
  doc_count_error_upper_bound: number;
}

/** Values that a search brings along with its results. */
const beside = 10_000;
/** Values in one answer, where they are all that is asked for: a cluster gives 65,535 at most. */
const page = 50_000;
/** More than what is shown, so that values of the same number of documents are told apart by their label. */
const reserve = 100;
/** Counting more takes longer than anyone waits. */
const mostValues = 500_000;

export function literalAggregation(field: string, question: FacetQuestion): object {
  const least = question.includeEmpty ? 0 : 1;
  return { terms: { field, size: asked(question), shard_size: beside, min_doc_count: least } };
}

function asked({ sorting, order, limit, includeEmpty }: FacetQuestion): number {
  const mostFrequent = sorting === 'count' && order === 'desc' && !includeEmpty;
  return mostFrequent ? Math.min(beside, limit + reserve) : beside;
}

/** Documents by each concept, itself or something narrower. */
export function conceptAggregation(concepts: number): object {
  return { terms: { field: 'about', size: Math.min(page, Math.max(1, concepts)) } };
}

/** True where every value is among those counted. */
export function hasAll({ sum_other_doc_count: others }: CountedValues): boolean {
  return others === 0;
}

/** True where the first values in the order of the question are surely among those counted. */
export function hasFirst(counted: CountedValues, question: FacetQuestion): boolean {
  const { buckets, doc_count_error_upper_bound: doubt } = counted;
  const size = asked(question);
  if (buckets.length < size) return true;
  if (size === beside || doubt !== 0) return false;
  // The last one shown has more documents than the first one that was left out.
  return buckets[question.limit - 1]!.doc_count > buckets.at(-1)!.doc_count;
}

export interface ValuesWanted {
  index: string;
  field: string;
  /** Documents that are counted. */
  query: object;
  includeEmpty: boolean;
}

/** All values. Rejects with `bad-request` where there are more than can be counted. */
export async function allValues(
  { index, field, query, includeEmpty }: ValuesWanted,
  cluster: Cluster,
  signal?: AbortSignal,
): Promise<ValueCount[]> {
  const counts = new Map<string, number>();
  if (includeEmpty) {
    for await (const { key } of paged({ index, field, query: { match_all: {} } }, cluster, signal))
      counts.set(key, 0);
  }
  for await (const { key, doc_count } of paged({ index, field, query }, cluster, signal))
    counts.set(key, doc_count);
  return [...counts].map(([key, doc_count]) => ({ key, doc_count }));
}

interface Composite {
  buckets: { key: { value: string }; doc_count: number }[];
  after_key?: { value: string };
}

async function* paged(
  { index, field, query }: Omit<ValuesWanted, 'includeEmpty'>,
  cluster: Cluster,
  signal: AbortSignal | undefined,
): AsyncIterable<ValueCount> {
  let after: Composite['after_key'];
  for (let read = 0; ; ) {
    const composite = {
      size: page,
      sources: [{ value: { terms: { field } } }],
      ...(after && { after }),
    };
    const body = { size: 0, query, aggs: { values: { composite } } };
    const { aggregations } = await cluster.search(`/${index}/_search`, body, signal);
    const { buckets, after_key } = aggregations.values as Composite;
    for (const { key, doc_count } of buckets) yield { key: key.value, doc_count };
    read += buckets.length;
    if (buckets.length < page || !after_key) return;
    if (read >= mostValues) throw tooMany(field);
    after = after_key;
  }
}

function tooMany(field: string): ProblemError {
  const name = decodeURIComponent(field.slice(field.indexOf('.') + 1));
  return new ProblemError(
    'bad-request',
    `The facet "${name}" has more than ${mostValues} values: it cannot be counted. Show another one.`,
  );
}
