/** Broader concepts of documents, derived from the facet tree that the service counts over them. */
import type { NamedConcept } from '@semantic-search/engine';
import { ALL_CONCEPTS_FIELD } from '@semantic-search/query/api';
import { getOrInsert } from '@semantic-search/query/collections';
import { valuesOf } from '../space/documents.ts';
import { documentsWith } from '../space/query.ts';
import { type CallOptions, type RemoteClient, searchWithConcepts } from '../space/remote-space.ts';
import type { RemoteDocument, RemoteRefiner } from '../space/responses.ts';

/** The existing documents with these IDs, by ID, and the hierarchy above their concepts. */
export async function documentsWithHierarchy(ids: string[], remote: RemoteClient, options: CallOptions) {
  const body = { count: ids.length, documentFacets: ['all'], nativeQuery: documentsWith('identifier', ids) };
  const { documents, concepts } = await searchWithConcepts('tree', body, remote, options);
  return {
    documents: new Map(documents.map((document) => [document.id, document])),
    hierarchy: hierarchyOf(concepts),
  };
}

export function conceptsOf(document: RemoteDocument): NamedConcept[] {
  return valuesOf(document, ALL_CONCEPTS_FIELD).flatMap(({ label, value }) =>
    value === null ? [] : [{ uri: value, label }],
  );
}

function hierarchyOf(roots: RemoteRefiner[]) {
  const labels = new Map<string, string>();
  const parents = new Map<string, Set<string>>();
  const visit = ({ label, value, children }: RemoteRefiner, parent: string | null) => {
    if (value === null) return;
    labels.set(value, label);
    if (parent !== null) getOrInsert(parents, value, () => new Set()).add(parent);
    for (const child of children) visit(child, value);
  };
  for (const root of roots) visit(root, null);
  const labelOf = (uri: string) => labels.get(uri) ?? uri;
  return {
    label: labelOf,
    /** Direct broader concepts. */
    broader: (uri: string) =>
      [...(parents.get(uri) ?? [])].map((parent) => ({ uri: parent, label: labelOf(parent) })),
    /** All broader concepts, direct and indirect. */
    ancestors(uri: string) {
      const ancestors = new Set(parents.get(uri));
      for (const ancestor of ancestors)
        for (const parent of parents.get(ancestor) ?? []) ancestors.add(parent);
      return ancestors;
    },
  };
}
