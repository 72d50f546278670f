/** Index version and cluster as a scope shows them: its filter is part of every search. */
import type { DocumentScope } from '@semantic-search/engine';
import { resolveScope } from '@semantic-search/engine/building-blocks';
import type { IndexVersion, QueryTarget } from '../indices/index-versions.ts';
import { anyValue, withFilter } from './filters.ts';

/** The cached results of the index version are those of all documents. */
export function scoped(target: QueryTarget, scope: DocumentScope | undefined): QueryTarget {
  if (!scope) return target;
  const { indexVersion, cluster } = target;
  const filter = scopeFilter(scope, indexVersion);
  return {
    ...target,
    indexVersion: { ...indexVersion, cache: new Map() },
    cluster: {
      ...cluster,
      search(path, body: { query?: object }, signal) {
        return cluster.search(
          path,
          { ...body, query: withFilter(body.query ?? { match_all: {} }, filter) },
          signal,
        );
      },
    },
  };
}

function scopeFilter(scope: DocumentScope, { attributes, thesaurus: { thesaurus } }: IndexVersion): object {
  const { include, exclude, unresolved } = resolveScope(scope, { attributes, thesaurus });
  if (unresolved.length > 0) return { match_none: {} };
  const [filter, must_not] = [include, exclude].map((rules) =>
    rules.map((rule) => anyValue(rule, thesaurus)),
  );
  return { bool: { filter, must_not } };
}
