/** Boosts of a query as nested `function_score` queries, with the formula of the engine. */
import type { Boost } from '@semantic-search/engine';
import type { FacetSource } from '@semantic-search/engine/building-blocks';
import type { QueryTarget } from '../indices/index-versions.ts';
import { memoize } from './facets.ts';
import { facetSource, fieldOf } from './filters.ts';

type Functions = object[];

/** Boosts by unknown attributes change nothing. */
export async function boosted(
  query: object,
  boosts: readonly Boost[] = [],
  target: QueryTarget,
): Promise<object> {
  let scored = query;
  for (const boost of boosts) {
    const source = facetSource(boost.field, target.indexVersion);
    const functions = source ? await functionsOf(boost, source, target) : [];
    if (functions.length === 0) continue;
    const score_mode = boost.type === 'value' ? 'max' : 'sum';
    scored = { function_score: { query: scored, functions, score_mode, boost_mode: 'multiply' } };
  }
  return scored;
}

async function functionsOf(boost: Boost, source: FacetSource, target: QueryTarget): Promise<Functions> {
  if (boost.type === 'value') {
    if (source.kind === 'number') return [];
    const field = source.kind === 'concept' ? 'about' : fieldOf(source);
    const values = Object.entries(boost.factors);
    return values.map(([value, weight]) => ({ filter: { term: { [field]: value } }, weight }));
  }
  if (source.kind !== 'number') return [];
  const field = fieldOf(source);
  const base = { filter: { match_all: {} }, weight: 1 };
  const { weight } = boost;
  const range = (bounds: object) => ({ range: { [field]: bounds } });
  if (boost.type === 'recency') {
    const { now, halfLife } = boost;
    const decay = { exp: { [field]: { origin: now, scale: halfLife, decay: 0.5 } } };
    return [base, { filter: range({ lte: now }), ...decay, weight }, { filter: range({ gt: now }), weight }];
  }
  const most = await largeValue(field, target);
  if (!(most > 0)) return [];
  const isLog = boost.scale === 'log';
  const factor = { field, factor: isLog ? 1 : 1 / most, modifier: isLog ? 'ln1p' : 'none', missing: 0 };
  const share = isLog ? weight / Math.log1p(most) : weight;
  return [
    base,
    { filter: range({ gte: 0, lt: most }), field_value_factor: factor, weight: share },
    { filter: range({ gte: most }), weight },
  ];
}

/** The 95th percentile, an estimate of the cluster in large spaces. */
function largeValue(field: string, { indexVersion, cluster }: QueryTarget): Promise<number> {
  return memoize(indexVersion, `percentile ${field}`, async () => {
    const percentiles = { field, percents: [95], keyed: false, tdigest: { compression: 1000 } };
    const body = { size: 0, aggs: { large: { percentiles } } };
    const { aggregations } = await cluster.search(`/${indexVersion.index}/_search`, body);
    const { values } = aggregations.large as { values: { value: number | null }[] };
    return values[0]?.value ?? 0;
  });
}
