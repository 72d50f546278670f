/** Boosts of a query as nested `function_score` queries, with the formula of the engine. */
import type { Boost, ResultDocument } from '@semantic-search/engine';
import { type FacetSource, findFacet, fullBoostRank, shareOf } from '@semantic-search/engine/building-blocks';
import type { Hit } from '../cluster/cluster.ts';
import { type IndexVersion, memoize, type QueryTarget, searchDocuments } from '../indices/index-versions.ts';
import { fieldOf } from './filters.ts';
import { countedValues } from './value-counts.ts';

/** A boost in terms of one index field. One by an unknown attribute has no field and changes nothing. */
interface AppliedBoost {
  reference: string;
  field?: string;
  functions: object[];
  score_mode: 'max' | 'sum';
  /** The same for the values of one document, which are not empty. */
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

export function boosted(query: object, boosts: readonly AppliedBoost[]): object {
  return boosts.reduce((scored, boost) => {
    if (!boost.field) return scored;
    const { functions, score_mode } = boost;
    return { function_score: { query: scored, functions, score_mode, boost_mode: 'multiply' } };
  }, query);
}

/** What `boostsOf` needs of a hit. */
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
      : byValue(boost.factors, { source, field }, target.indexVersion);
  if (source.kind !== 'number') return unchanged;
  const most = boost.type === 'number' ? await largeValue(field, target) : 0;
  const share = shareOf(boost, most);
  return {
    field,
    functions: [{ filter: { match_all: {} }, weight: 1 }, ...shareFunctions(boost, field, most)],
    score_mode: 'sum',
    // Of several values, the largest counts.
    factor: (values) => 1 + boost.weight * share(Math.max(...values.map(Number))),
  };
}

function byValue(
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

/** Functions for a share of the weight, up to the limit from which a document has all of it. */
function shareFunctions(boost: Exclude<Boost, { type: 'value' }>, field: string, most: number): object[] {
  const { weight } = boost;
  const range = (bounds: object) => ({ range: { [field]: bounds } });
  /** Of several values, the largest decides whether the document is below the limit. */
  const upTo = (limit: object, from: object, share: object) => [
    { filter: { bool: { filter: range(from), must_not: range(limit) } }, ...share },
    { filter: range(limit), weight },
  ];
  if (boost.type === 'recency') {
    const { now, halfLife } = boost;
    const exp = { [field]: { origin: now, scale: halfLife, decay: 0.5 } };
    return upTo({ gt: now }, { lte: now }, { exp, weight });
  }
  if (!(most > 0)) return [];
  // The linear decay takes the largest of several values, a factor of the value the smallest.
  const share =
    boost.scale === 'linear'
      ? { linear: { [field]: { origin: most, scale: most / 2, decay: 0.5 } }, weight }
      : { field_value_factor: { field, modifier: 'ln1p', missing: 0 }, weight: weight / Math.log1p(most) };
  return upTo({ gte: most }, { gte: 0 }, share);
}

/** The value with the full boost, exact. */
function largeValue(field: string, target: QueryTarget): Promise<number> {
  return memoize(target, `large value ${field}`, async (shared) => {
    const body = { size: 0, aggs: { values: { value_count: { field } } } };
    const { aggregations } = await searchDocuments(shared, body);
    const { value: total } = aggregations.values as { value: number };
    let larger = total - fullBoostRank(total);
    const request = { field, query: { match_all: {} }, maxValues: Infinity, order: 'desc' } as const;
    for await (const { key, doc_count } of countedValues(request, shared)) {
      larger -= doc_count;
      if (larger < 0) return Number(key);
    }
    return 0;
  });
}
