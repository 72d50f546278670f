/** Client as a scope shows the space: every search has the clauses of the scope. */
import type { DocumentScope } from '@semantic-search/engine';
import { typedSelections } from '@semantic-search/engine/building-blocks';
import { identifierClause, nativeQuery } from '../space/query.ts';
import { findFacet, type RemoteClient } from '../space/remote-space.ts';

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
  if (![...include, ...exclude].every(({ field }) => findFacet(field, facets))) return identifierClause(['']);
  const lookup = { find: (field: string) => ({ facet: findFacet(field, facets)! }), conceptsNamed: () => [] };
  const rules = (selections: DocumentScope['include']) =>
    selections.flatMap((rule) =>
      typedSelections({ selected: [rule], excluded: [] }, 'selected', lookup).map(({ source, values }) => ({
        ...source,
        values,
      })),
    );
  return nativeQuery({ selected: rules(include), excluded: rules(exclude) }, 1);
}
