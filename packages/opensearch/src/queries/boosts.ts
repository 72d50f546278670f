/** Boosts of a query as nested `function_score` queries, with the formula of the engine. */
import type { Boost, ResultDocument } from '@semantic-search/engine';
import { type FacetSource, findFacet, fullBoostRank, shareOf } from '@semantic-search/engine/building-blocks';
import type { Hit } from '../cluster/cluster.ts';
import { type IndexVersion, memoize, type QueryTarget, searchDocuments } from '../indices/index-versions.ts';
import { fieldOf } from './filters.ts';
import { countedValues } from './value-counts.ts';

/** A boost by the values of one index field. A boost by an unknown attribute has no field and changes nothing. */
interface AppliedBoost {
  reference: string;
  field?: string;
  functions: object[];
  score_mode: 'max' | 'sum';
  /** Factor of a document with these values, of which there is at least one. */
  factor(values: readonly (string | number)[]): number;
}

type Applied = Omit<AppliedBoost, 'reference'>;

const unchanged: Applied = { functions: [], score_mode: 'sum', factor: () => 1 };

export function appliedBoosts(boosts: readonly Boost[] = [], target: QueryTarget): Promise<AppliedBoost[]> {
  return Promise.all(
    boosts.map(async (boost) => {
      const source = findFacet(boost.field, target.indexVersion);
      const applied = source ? await fieldBoost(boost, source, target) : unchanged;
      return { reference: boost.field, ...applied };
    }),
  );
}

export function withBoosts(query: object, boosts: readonly AppliedBoost[]): object {
  return boosts.reduce((scored, boost) => {
    if (!boost.field) return scored;
    const { functions, score_mode } = boost;
    return { function_score: { query: scored, functions, score_mode, boost_mode: 'multiply' } };
  }, query);
}

/** Index fields that `boostsOf` needs in a hit. */
export function boostFields(boosts: readonly AppliedBoost[]): string[] {
  return [...new Set(boosts.flatMap(({ field }) => field ?? []))];
}

export function boostsOf(
  { fields = {} }: Pick<Hit<unknown>, 'fields'>,
  boosts: readonly AppliedBoost[],
): ResultDocument['boosts'] {
  return boosts.map((boost) => {
    const values = (boost.field && fields[boost.field]) || [];
    return { field: boost.reference, factor: boost.field && values.length > 0 ? boost.factor(values) : 1 };
  });
}

async function fieldBoost(boost: Boost, source: FacetSource, target: QueryTarget): Promise<Applied> {
  const field = fieldOf(source);
  if (boost.type === 'value')
    return source.kind === 'number'
      ? unchanged
      : valueBoost(boost.factors, { source, field }, target.indexVersion);
  if (source.kind !== 'number') return unchanged;
  const limit = boost.type === 'number' ? await fullBoostValue(field, target) : 0;
  const share = shareOf(boost, limit);
  return {
    field,
    functions: [{ filter: { match_all: {} }, weight: 1 }, ...shareFunctions(boost, field, limit)],
    score_mode: 'sum',
    // If a document has several values, the largest counts.
    factor: (values) => 1 + boost.weight * share(Math.max(...values.map(Number))),
  };
}

function valueBoost(
  factors: Readonly<Record<string, number>>,
  { source, field }: { source: FacetSource; field: string },
  { thesaurus }: IndexVersion,
): Applied {
  const termOf = (value: string) => {
    if (source.kind !== 'concept') return value;
    const concept = thesaurus.resolve(value);
    return concept === undefined ? undefined : thesaurus.uri(concept);
  };
  const byTerm = new Map<unknown, number>();
  for (const [value, factor] of Object.entries(factors)) {
    const term = termOf(value);
    if (term !== undefined) byTerm.set(term, factor);
  }
  return {
    field,
    functions: Array.from(byTerm, ([term, weight]) => ({ filter: { term: { [field]: term } }, weight })),
    score_mode: 'max',
    factor(values) {
      const matching = values.flatMap((value) => byTerm.get(value) ?? []);
      return matching.length === 0 ? 1 : Math.max(...matching);
    },
  };
}

/** Scoring functions that add a share of the weight below a limit, and all of the weight from the limit on. */
function shareFunctions(boost: Exclude<Boost, { type: 'value' }>, field: string, limit: number): object[] {
  const { weight } = boost;
  const range = (bounds: object) => ({ range: { [field]: bounds } });
  /** If a document has several values, the largest decides whether the document is below the limit. */
  const shareBelow = (atLimit: object, from: object, scoring: object) => [
    { filter: { bool: { filter: range(from), must_not: range(atLimit) } }, ...scoring },
    { filter: range(atLimit), weight },
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
  return memoize(target, `large value ${field}`, async (shared) => {
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
