/** Facet selections, exclusions and the date range as filters of the query DSL. */
import type { DocumentScope, SearchQuery } from '@semantic-search/engine';
import {
  type Attribute,
  AttributeRegistry,
  type Attributes,
  type FacetSource,
  findFacet,
  resolveScope,
  selectionLookup,
  type TypedSelection,
  typedSelections,
} from '@semantic-search/engine/building-blocks';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import { documentKey, fieldName } from '../indices/index-document.ts';
import { type IndexVersion, memoize, type QueryTarget, searchDocuments } from '../indices/index-versions.ts';

export interface Filters {
  /** Keyed by facet field. */
  selected: Map<string, object>;
  /** Filters that always apply: exclusions, hidden documents and the date range. */
  always: object[];
}

export function facetSource(
  reference: string,
  { attributes, thesaurus }: IndexVersion,
): FacetSource | undefined {
  return findFacet(reference, { attributes, thesaurus: thesaurus.thesaurus });
}

/** Throws `unknown-facet` or `invalid-facet-value`. */
export function filtersOf(
  query: Pick<SearchQuery, 'selected' | 'excluded' | 'dateRange' | 'language' | 'curation'>,
  indexVersion: IndexVersion,
): Filters {
  const { dateRange, curation } = query;
  const left = selectionFilters(query, 'excluded', indexVersion).map(([, filter]) => filter);
  if (curation && curation.hidden.length > 0) left.push(withIds(curation.hidden));
  const always: object[] = left.length > 0 ? [{ bool: { must_not: left } }] : [];
  if (dateRange) always.push({ range: { date: bounds(dateRange) } });
  return { selected: new Map(selectionFilters(query, 'selected', indexVersion)), always };
}

export function withIds(ids: readonly string[]): object {
  return { ids: { values: ids.map(documentKey) } };
}

/** Filter of all selections except those in `field`; undefined if nothing is left. */
export function filterExcept({ selected, always }: Filters, field?: string): object | undefined {
  const others = [...selected].filter(([each]) => each !== field).map(([, filter]) => filter);
  const filter = [...always, ...others];
  return filter.length > 0 ? { bool: { filter } } : undefined;
}

export function withCondition(filters: Filters, condition: object): Filters {
  return { ...filters, always: [...filters.always, condition] };
}

export function withFilter(query: object, filter: object | undefined): object {
  return filter ? { bool: { must: [query], filter: [filter] } } : query;
}

function selectionFilters(
  query: Pick<SearchQuery, 'selected' | 'excluded' | 'language'>,
  member: 'selected' | 'excluded',
  { attributes, thesaurus: { thesaurus } }: IndexVersion,
): [field: string, filter: object][] {
  const selections = typedSelections(
    query,
    member,
    selectionLookup({ attributes, thesaurus }, query.language),
  );
  return selections.map((selection) => [selection.source.facet.field, anyValue(selection, thesaurus)]);
}

/** The values are alternatives (OR). */
export function anyValue({ source, values }: TypedSelection<FacetSource>, thesaurus: Thesaurus): object {
  const field = fieldOf(source);
  if (source.kind === 'concept') {
    const meant = values.flatMap((value) => ('concept' in value ? [thesaurus.resolve(value.concept)] : []));
    return {
      terms: { [field]: meant.flatMap((concept) => (concept === undefined ? [] : [thesaurus.uri(concept)])) },
    };
  }
  if (source.kind === 'literal') {
    return { terms: { [field]: values.flatMap((value) => ('literal' in value ? [value.literal] : [])) } };
  }
  const ranges = values.flatMap((value) => ('from' in value ? [{ range: { [field]: bounds(value) } }] : []));
  return ranges.length === 0 ? { match_none: {} } : { bool: { should: ranges, minimum_should_match: 1 } };
}

/** Index field of the values. */
export function fieldOf(source: FacetSource): string {
  return source.kind === 'concept' ? 'about' : attributeField(source.attribute);
}

function attributeField({ kind, name }: Pick<Attribute, 'kind' | 'name'>): string {
  return `${kind === 'literal' ? 'literals' : 'numbers'}.${fieldName(name)}`;
}

function bounds({ from, to, toExclusive }: Bounds) {
  return { ...(from !== null && { gte: from }), ...(to !== null && { [toExclusive ? 'lt' : 'lte']: to }) };
}

interface Bounds {
  from: number | null;
  to: number | null;
  toExclusive?: boolean;
}

/**
 * Index version and cluster as a scope shows them: its filter is part of every search.
 *
 * It has results of its own in the cache, and only the attributes of the documents that it permits.
 */
export async function scoped(target: QueryTarget, scope: DocumentScope | undefined): Promise<QueryTarget> {
  if (!scope) return target;
  const { indexVersion, cluster } = target;
  const filter = scopeFilter(scope, indexVersion);
  const within: QueryTarget = {
    ...target,
    isScoped: true,
    cluster: {
      ...cluster,
      search(path, body: { query?: object }, signal) {
        const query = withFilter(body.query ?? { match_all: {} }, filter);
        return cluster.search(path, { ...body, query }, signal);
      },
    },
  };
  const shown = await memoize(target, `scope ${JSON.stringify(scope)}`, async () => {
    const attributes = await attributesInUse({ ...within, signal: undefined });
    return { ...indexVersion, attributes, cache: new Map() };
  });
  return { ...within, indexVersion: shown };
}

async function attributesInUse(target: QueryTarget): Promise<Attributes> {
  const attributes = new AttributeRegistry();
  const { all } = target.indexVersion.attributes;
  if (all.length === 0) return attributes;
  const filters = Object.fromEntries(
    all.map((attribute) => [attributeField(attribute), { exists: { field: attributeField(attribute) } }]),
  );
  const aggs = { used: { filters: { filters } } };
  const { aggregations } = await searchDocuments(target, { size: 0, track_total_hits: false, aggs });
  const { buckets } = aggregations.used as { buckets: Record<string, { doc_count: number }> };
  for (const attribute of all)
    if (buckets[attributeField(attribute)]!.doc_count > 0) attributes.add(attribute.name, attribute.kind);
  return attributes;
}

function scopeFilter(scope: DocumentScope, { attributes, thesaurus: { thesaurus } }: IndexVersion): object {
  const { include, exclude, unresolved } = resolveScope(scope, { attributes, thesaurus });
  if (unresolved.length > 0) return { match_none: {} };
  const [filter, must_not] = [include, exclude].map((rules) =>
    rules.map((rule) => anyValue(rule, thesaurus)),
  );
  return { bool: { filter, must_not } };
}
