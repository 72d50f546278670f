/** Remote client restricted to a scope: adds the clauses of the scope to every search. */
import type { DocumentScope } from '@semantic-search/engine';
import { typedSelections } from '@semantic-search/engine/building-blocks';
import { documentsWith, nativeQuery } from '../space/query.ts';
import { findFacet, type RemoteClient, selectionLookup } from '../space/remote-space.ts';

export async function scoped(remote: RemoteClient, scope: DocumentScope | undefined): Promise<RemoteClient> {
  if (!scope) return remote;
  const clause = await scopeClause(remote, scope);
  return {
    ...remote,
    search({ nativeQuery: ownQuery, ...body }, options) {
      const scopedQuery = ownQuery === undefined ? clause : `${clause} AND ${ownQuery}`;
      return remote.search({ ...body, nativeQuery: scopedQuery }, options);
    },
  };
}

/** Clause of a scope; matches no document if the space lacks a facet of the scope. */
async function scopeClause(remote: RemoteClient, { include, exclude }: DocumentScope): Promise<string> {
  const facets = await remote.facets();
  if (![...include, ...exclude].every(({ field }) => findFacet(field, facets)))
    return documentsWith('identifier', ['']);
  /** One filter per rule: rules restrict each other, even if they concern the same facet. */
  const filtersOf = (rules: DocumentScope['include']) =>
    rules.flatMap((rule) =>
      typedSelections({ selected: [rule], excluded: [] }, 'selected', selectionLookup(facets)),
    );
  return nativeQuery({ selected: filtersOf(include), excluded: filtersOf(exclude) }, 1);
}
