/** Boosts of a query as nested `function_score` queries, with the formula of the engine. */
import type { Boost } from '@semantic-search/engine';
import { type FacetSource, findFacet, fullBoostRank } from '@semantic-search/engine/building-blocks';
import { type IndexVersion, memoize, type QueryTarget, searchDocuments } from '../indices/query-target.ts';
import { fieldOf } from './filters.ts';
import { countedValues } from './value-counts.ts';

/** Scoring functions of a boost; without any, such as of an unknown attribute, the boost changes nothing. */
export interface AppliedBoost {
  functions: object[];
  score_mode: 'max' | 'sum';
}

const unchanged: AppliedBoost = { functions: [], score_mode: 'sum' };

export function appliedBoosts(boosts: readonly Boost[] = [], target: QueryTarget): Promise<AppliedBoost[]> {
  return Promise.all(
    boosts.map(async (boost) => {
      const source = findFacet(boost.field, target.indexVersion);
      return source ? boostOf(source, boost, target) : unchanged;
    }),
  );
}

export function withBoosts(query: object, boosts: readonly AppliedBoost[]): object {
  return boosts.reduce((scored, boost) => {
    if (boost.functions.length === 0) return scored;
    return { function_score: { query: scored, ...boost, boost_mode: 'multiply' } };
  }, query);
}

async function boostOf(source: FacetSource, boost: Boost, target: QueryTarget): Promise<AppliedBoost> {
  const isByNumber = boost.type !== 'value';
  if (isByNumber !== (source.kind === 'number')) return unchanged;
  const field = fieldOf(source);
  if (!isByNumber) return valueBoost(boost.factors, source, target.indexVersion);
  const limit = boost.type === 'number' ? await fullBoostValue(field, target) : 0;
  const shares = shareFunctions(boost, field, limit);
  return { functions: [{ filter: { match_all: {} }, weight: 1 }, ...shares], score_mode: 'sum' };
}

function valueBoost(
  factors: Readonly<Record<string, number>>,
  source: FacetSource,
  { thesaurus }: IndexVersion,
): AppliedBoost {
  const field = fieldOf(source);
  /** By indexed value. The largest factor counts if several values resolve to one concept. */
  const weights = new Map<string, number>();
  for (const [value, factor] of Object.entries(factors)) {
    const concept = source.kind === 'concept' ? thesaurus.resolve(value) : undefined;
    if (source.kind === 'concept' && concept === undefined) continue;
    const term = concept === undefined ? value : thesaurus.uri(concept);
    weights.set(term, Math.max(factor, weights.get(term) ?? factor));
  }
  const functions = Array.from(weights, ([term, weight]) => ({
    filter: { term: { [field]: term } },
    weight,
  }));
  return { functions, score_mode: 'max' };
}

/** Scoring functions that add a share of the weight below a limit, and all of the weight from the limit on. */
function shareFunctions(boost: Exclude<Boost, { type: 'value' }>, field: string, limit: number): object[] {
  const { weight } = boost;
  const range = (bounds: object) => ({ range: { [field]: bounds } });
  /** If a document has several values, the largest decides whether the document is below the limit. */
  const shareBelow = (limitBounds: object, lowerBounds: object, scoring: object) => [
    { filter: { bool: { filter: range(lowerBounds), must_not: range(limitBounds) } }, ...scoring },
    { filter: range(limitBounds), weight },
  ];
  if (boost.type === 'recency') {
    const { now, halfLife } = boost;
    const exp = { [field]: { origin: now, scale: halfLife, decay: 0.5 } };
    return shareBelow({ gt: now }, { lte: now }, { exp, weight });
  }
  if (!(limit > 0)) return [];
  // The linear decay takes the largest of several values, a factor of the value the smallest.
  const share =
    boost.scale === 'linear'
      ? { linear: { [field]: { origin: limit, scale: limit / 2, decay: 0.5 } }, weight }
      : { field_value_factor: { field, modifier: 'ln1p', missing: 0 }, weight: weight / Math.log1p(limit) };
  return shareBelow({ gte: limit }, { gte: 0 }, share);
}

/** Exact value from which documents get the full boost. */
function fullBoostValue(field: string, target: QueryTarget): Promise<number> {
  return memoize(target, `full boost ${field}`, async (shared) => {
    const body = { size: 0, aggs: { values: { value_count: { field } } } };
    const { aggregations } = await searchDocuments(shared, body);
    const { value: total } = aggregations.values as { value: number };
    let largerValues = total - fullBoostRank(total);
    const request = { field, query: { match_all: {} }, maxValues: Infinity, order: 'desc' } as const;
    for await (const { key, doc_count } of countedValues(request, shared)) {
      largerValues -= doc_count;
      if (largerValues < 0) return Number(key);
    }
    return 0;
  });
}
