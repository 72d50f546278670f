/** Scope of a query: a target that shows only some documents, and only their attributes. */
import type { DocumentScope } from '@semantic-search/engine';
import { AttributeRegistry, type Attributes, resolveScope } from '@semantic-search/engine/building-blocks';
import { MAX_FIELDS } from '../cluster/index-template.ts';
import { attributeField } from '../indices/index-document.ts';
import { type IndexVersion, memoize, type QueryTarget, searchDocuments } from '../indices/query-target.ts';
import { anyValue, withFilter } from './filters.ts';

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

/** Read from the attribute names in documents: with a filter for each attribute, requests would grow with the space. */
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
