/** Boosts of a query as nested `function_score` queries, with the formula of the engine. */
import type { Boost, ResultDocument } from '@semantic-search/engine';
import { type FacetSource, fullBoostRank, shareOf } from '@semantic-search/engine/building-blocks';
import type { Hit } from '../cluster/cluster.ts';
import { memoize, type QueryTarget, searchDocuments } from '../indices/index-versions.ts';
import { countedValues } from './composite-aggregation.ts';
import { facetSource, fieldOf } from './filters.ts';

type DocValues = readonly (string | number)[];

/** A boost in terms of one index field. */
interface FieldBoost {
  reference: string;
  field: string;
  functions: object[];
  score_mode: 'max' | 'sum';
  /** The same for the values of one document, which are not empty. */
  factor(values: DocValues): number;
}

/** Boosts by unknown attributes have no field and change nothing. */
export type AppliedBoost = FieldBoost | { reference: string; field?: undefined };

export function appliedBoosts(boosts: readonly Boost[] = [], target: QueryTarget): Promise<AppliedBoost[]> {
  return Promise.all(
    boosts.map(async (boost) => {
      const source = facetSource(boost.field, target.indexVersion);
      const applied = source && (await fieldBoost(boost, source, target));
      return applied ? { reference: boost.field, ...applied } : { reference: boost.field };
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

async function fieldBoost(
  boost: Boost,
  source: FacetSource,
  target: QueryTarget,
): Promise<Omit<FieldBoost, 'reference'> | undefined> {
  if (boost.type === 'value') return source.kind === 'number' ? undefined : byValue(boost, source, target);
  if (source.kind !== 'number') return undefined;
  const field = fieldOf(source);
  const { weight } = boost;
  const most = boost.type === 'number' ? await largeValue(field, target) : 0;
  const share = shareOf(boost, most);
  return {
    field,
    functions: [
      { filter: { match_all: {} }, weight: 1 },
      ...(boost.type === 'recency' ? recencyFunctions(boost, field) : numberFunctions(boost, field, most)),
    ],
    score_mode: 'sum',
    // Of several values, the largest counts.
    factor: (values) => 1 + weight * share(Math.max(...values.map(Number))),
  };
}

function byValue(
  { factors }: Extract<Boost, { type: 'value' }>,
  source: Exclude<FacetSource, { kind: 'number' }>,
  { indexVersion: { thesaurus } }: QueryTarget,
): Omit<FieldBoost, 'reference'> {
  const isConcept = source.kind === 'concept';
  const field = fieldOf(source);
  const byTerm = new Map(
    Object.entries(factors).flatMap(([value, factor]): [string, number][] => {
      if (!isConcept) return [[value, factor]];
      const concept = thesaurus.thesaurus.resolve(value);
      return concept === undefined ? [] : [[thesaurus.thesaurus.uri(concept), factor]];
    }),
  );
  return {
    field,
    functions: Array.from(byTerm, ([term, weight]) => ({ filter: { term: { [field]: term } }, weight })),
    score_mode: 'max',
    factor: (values) => {
      const found = values.flatMap((value) => byTerm.get(String(value)) ?? []);
      return found.length === 0 ? 1 : Math.max(...found);
    },
  };
}

/** A document whose largest value is below the limit, or not. */
function byLimit(field: string, limit: object, from: object = {}): { below: object; beyond: object } {
  const range = (bounds: object) => ({ range: { [field]: bounds } });
  return { below: { bool: { filter: range(from), must_not: range(limit) } }, beyond: range(limit) };
}

function recencyFunctions({ now, halfLife, weight }: Extract<Boost, { type: 'recency' }>, field: string) {
  const { below, beyond } = byLimit(field, { gt: now }, { lte: now });
  const exp = { [field]: { origin: now, scale: halfLife, decay: 0.5 } };
  return [
    { filter: below, exp, weight },
    { filter: beyond, weight },
  ];
}

function numberFunctions({ scale, weight }: Extract<Boost, { type: 'number' }>, field: string, most: number) {
  if (!(most > 0)) return [];
  const { below, beyond } = byLimit(field, { gte: most }, { gte: 0 });
  // The linear decay takes the largest of several values, a factor of the value the smallest.
  const share =
    scale === 'linear'
      ? { linear: { [field]: { origin: most, scale: most / 2, decay: 0.5 } }, weight }
      : {
          field_value_factor: { field, modifier: 'ln1p', missing: 0 },
          weight: weight / Math.log1p(most),
        };
  return [
    { filter: below, ...share },
    { filter: beyond, weight },
  ];
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
