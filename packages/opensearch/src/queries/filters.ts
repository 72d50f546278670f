/** Facet selections, exclusions and the date range as filters of the query DSL. */
import type { DocumentScope, SearchQuery } from '@semantic-search/engine';
import {
  AttributeRegistry,
  type Attributes,
  type FacetSource,
  resolveScope,
  selectionLookup,
  type TypedSelection,
  typedSelections,
} from '@semantic-search/engine/building-blocks';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import { MAX_FIELDS } from '../cluster/index-template.ts';
import { attributeField, documentKey } from '../indices/index-document.ts';
import { type IndexVersion, memoize, type QueryTarget, searchDocuments } from '../indices/index-versions.ts';

export interface Filters {
  /** Keyed by facet field. */
  selected: Map<string, object>;
  /** Filters that always apply: exclusions, hidden documents and the date range. */
  always: object[];
}

/** Throws `unknown-facet` or `invalid-facet-value`. */
export function filtersOf(query: SearchQuery, indexVersion: IndexVersion): Filters {
  const { dateRange, curation } = query;
  const excluded = selectionFilters(query, 'excluded', indexVersion).map(([, filter]) => filter);
  if (curation && curation.hidden.length > 0) excluded.push(withIds(curation.hidden));
  const always: object[] = excluded.length > 0 ? [{ bool: { must_not: excluded } }] : [];
  if (dateRange) always.push({ range: { date: bounds(dateRange) } });
  return { selected: new Map(selectionFilters(query, 'selected', indexVersion)), always };
}

export function withIds(ids: readonly string[]): object {
  return { ids: { values: ids.map(documentKey) } };
}

/** Filter of all selections except the selection of `field`; undefined if nothing is left. */
export function filterExcept({ selected, always }: Filters, field?: string): object | undefined {
  const others = [...selected].filter(([name]) => name !== field).map(([, selection]) => selection);
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
  query: SearchQuery,
  member: 'selected' | 'excluded',
  indexVersion: IndexVersion,
): [field: string, filter: object][] {
  const lookup = selectionLookup(indexVersion, query.language);
  return typedSelections(query, member, lookup).map((selection) => [
    selection.source.facet.field,
    anyValue(selection, indexVersion.thesaurus),
  ]);
}

/** The values are alternatives (OR). */
function anyValue({ source, values }: TypedSelection<FacetSource>, thesaurus: Thesaurus): object {
  const field = fieldOf(source);
  if (source.kind === 'number') {
    const ranges = values.flatMap((value) =>
      'from' in value ? [{ range: { [field]: bounds(value) } }] : [],
    );
    return ranges.length === 0 ? { match_none: {} } : { bool: { should: ranges, minimum_should_match: 1 } };
  }
  const terms = values.flatMap((value) => {
    if ('literal' in value) return source.kind === 'literal' ? [value.literal] : [];
    const concept = 'concept' in value ? thesaurus.resolve(value.concept) : undefined;
    return source.kind === 'concept' && concept !== undefined ? [thesaurus.uri(concept)] : [];
  });
  return { terms: { [field]: terms } };
}

/** Index field of the values. */
export function fieldOf(source: FacetSource): string {
  return source.kind === 'concept' ? 'about' : attributeField(source.attribute);
}

type Bounds = NonNullable<SearchQuery['dateRange']> & { toExclusive?: boolean };

function bounds({ from, to, toExclusive }: Bounds): object {
  return { ...(from !== null && { gte: from }), ...(to !== null && { [toExclusive ? 'lt' : 'lte']: to }) };
}

/** Query target within a scope: adds the scope's filter to every search; has its own cache and only attributes in use. */
export async function scoped(target: QueryTarget, scope: DocumentScope | undefined): Promise<QueryTarget> {
  if (!scope) return target;
  const { indexVersion, cluster } = target;
  const filter = scopeFilter(scope, indexVersion);
  const scopedTarget: QueryTarget = {
    ...target,
    isScoped: true,
    cluster: {
      ...cluster,
      search(path, body: { query?: object }, ...parameters) {
        const query = withFilter(body.query ?? { match_all: {} }, filter);
        return cluster.search(path, { ...body, query }, ...parameters);
      },
    },
  };
  const scopedVersion = await memoize(target, `scope ${JSON.stringify(scope)}`, async () => {
    const attributes = await attributesInUse({ ...scopedTarget, signal: undefined });
    return { ...indexVersion, attributes, cache: new Map() };
  });
  return { ...scopedTarget, indexVersion: scopedVersion };
}

/** By the names in the documents: one filter per attribute would make a request that grows with the attributes of the space. */
async function attributesInUse(target: QueryTarget): Promise<Attributes> {
  const aggs = { used: { terms: { field: 'attributes', size: MAX_FIELDS } } };
  const { aggregations } = await searchDocuments(target, { size: 0, track_total_hits: false, aggs });
  const { buckets } = aggregations.used as { buckets: { key: string }[] };
  const used = new Set(buckets.map(({ key }) => key));
  const attributes = new AttributeRegistry();
  for (const attribute of target.indexVersion.attributes.all)
    if (used.has(attributeField(attribute))) attributes.add(attribute.name, attribute.kind);
  return attributes;
}

function scopeFilter(scope: DocumentScope, indexVersion: IndexVersion): object {
  const { include, exclude, unresolved } = resolveScope(scope, indexVersion);
  if (unresolved.length > 0) return { match_none: {} };
  const ruleFilters = (rules: typeof include) => rules.map((rule) => anyValue(rule, indexVersion.thesaurus));
  return { bool: { filter: ruleFilters(include), must_not: ruleFilters(exclude) } };
}
