/** Client as a scope shows the space: every search has the clauses of the scope. */
import type { DocumentScope } from '@semantic-search/engine';
import { typedSelections } from '@semantic-search/engine/building-blocks';
import { documentsWith, nativeQuery } from '../space/query.ts';
import { findFacet, type RemoteClient, selectionLookup } from '../space/remote-space.ts';

export async function scoped(remote: RemoteClient, scope: DocumentScope | undefined): Promise<RemoteClient> {
  if (!scope) return remote;
  const clause = await scopeClause(remote, scope);
  return {
    ...remote,
    search({ nativeQuery: own, ...body }, options) {
      const both = own === undefined ? clause : `${clause} AND ${own}`;
      return remote.search({ ...body, nativeQuery: both }, options);
    },
  };
}

/** Of no document if the space does not have a facet of the scope. */
async function scopeClause(remote: RemoteClient, { include, exclude }: DocumentScope): Promise<string> {
  const facets = await remote.facets();
  if (![...include, ...exclude].every(({ field }) => findFacet(field, facets)))
    return documentsWith('identifier', ['']);
  /** One at a time: rules narrow each other, even if they are about one facet. */
  const filtersOf = (rules: DocumentScope['include']) =>
    rules.flatMap((rule) =>
      typedSelections({ selected: [rule], excluded: [] }, 'selected', selectionLookup(facets)),
    );
  return nativeQuery({ selected: filtersOf(include), excluded: filtersOf(exclude) }, 1);
}
