/** Broader concepts of documents, derived from the facet tree that the service counts over them. */
import type { NamedConcept } from '@semantic-search/engine';
import { ALL_CONCEPTS_FIELD } from '@semantic-search/query/api';
import { valuesOf } from '../space/documents.ts';
import { identifierClause, MAX_FACET_VALUES } from '../space/query.ts';
import type { CallOptions, RemoteClient } from '../space/remote-space.ts';
import type { RemoteDocument, RemoteRefiner } from '../space/responses.ts';

export interface Hierarchy {
  /** Direct broader concepts. */
  broader(uri: string): NamedConcept[];
  /** All broader concepts, without the concept itself. */
  ancestors(uri: string): Set<string>;
  label(uri: string): string;
}

/** Existing documents with these ids, and the hierarchy above their concepts. */
export async function documentsWithHierarchy(
  ids: string[],
  remote: RemoteClient,
  options: CallOptions,
): Promise<{ documents: Map<string, RemoteDocument>; hierarchy: Hierarchy }> {
  const body = {
    count: ids.length,
    facetMinCount: 1,
    maxFacetCount: MAX_FACET_VALUES,
    documentFacets: ['all'],
    searchFacets: [{ field: ALL_CONCEPTS_FIELD, facetMode: 'tree' as const }],
    nativeQuery: identifierClause(ids),
  };
  const response = await remote.search(body, options);
  const tree = response.facets.find(({ field }) => field === ALL_CONCEPTS_FIELD);
  return {
    documents: new Map(response.documents.map((document) => [document.id, document])),
    hierarchy: hierarchyOf(tree?.refiners ?? []),
  };
}

export function conceptsOf(document: RemoteDocument): NamedConcept[] {
  return valuesOf(document, ALL_CONCEPTS_FIELD).flatMap(({ label, value }) =>
    value === null ? [] : [{ uri: value, label }],
  );
}

function hierarchyOf(roots: RemoteRefiner[]): Hierarchy {
  const labels = new Map<string, string>();
  const parents = new Map<string, Set<string>>();
  const visit = ({ label, value, children }: RemoteRefiner, parent: string | null) => {
    if (value === null) return;
    labels.set(value, label);
    const knownParents = parents.get(value) ?? new Set();
    parents.set(value, parent === null ? knownParents : knownParents.add(parent));
    for (const child of children) visit(child, value);
  };
  for (const root of roots) visit(root, null);
  const label = (uri: string) => labels.get(uri) ?? uri;
  return {
    label,
    broader: (uri) => [...(parents.get(uri) ?? [])].map((parent) => ({ uri: parent, label: label(parent) })),
    ancestors(uri) {
      const ancestors = new Set(parents.get(uri));
      for (const ancestor of ancestors)
        for (const parent of parents.get(ancestor) ?? []) ancestors.add(parent);
      return ancestors;
    },
  };
}
