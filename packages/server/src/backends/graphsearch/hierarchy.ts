/** The part of the thesaurus above the concepts of some documents, read off the tree that the service counts over them. */
import type { NamedConcept } from '@semantic-search/engine';
import { valuesOf } from './documents.ts';
import { identifierClause, MAX_FACET_VALUES } from './query.ts';
import type { Remote } from './remote-space.ts';
import { type RemoteDocument, type RemoteRefiner, searchAnswer } from './responses.ts';

export const allConcepts = 'dyn_uri_all_concepts';

export interface Hierarchy {
  /** Direct broader concepts. */
  broader(uri: string): NamedConcept[];
  /** Everything broader, without itself. */
  ancestors(uri: string): Set<string>;
  label(uri: string): string;
}

/** The documents of these ids that there are, and the hierarchy above their concepts. */
export async function documentsWithHierarchy(
  ids: string[],
  language: string | undefined,
  remote: Remote,
  signal?: AbortSignal,
): Promise<{ documents: Map<string, RemoteDocument>; hierarchy: Hierarchy }> {
  const { searchSpaceId, locale } = await remote.dialect(language, signal);
  const json = {
    searchSpaceId,
    locale,
    start: 0,
    count: ids.length,
    facetMinCount: 1,
    maxFacetCount: MAX_FACET_VALUES,
    documentFacets: ['all'],
    searchFacets: [{ field: allConcepts, facetMode: 'tree' }],
    searchFilters: [],
    nativeQuery: identifierClause(ids),
  };
  const answer = searchAnswer(await remote.connection.ask('search', { json }, signal));
  const tree = answer.facets.find(({ field }) => field === allConcepts);
  return {
    documents: new Map(answer.documents.map((document) => [document.id, document])),
    hierarchy: hierarchyOf(tree?.refiners ?? []),
  };
}

export function conceptsOf(document: RemoteDocument): NamedConcept[] {
  return valuesOf(document, allConcepts).flatMap(({ label, value }) =>
    value === null ? [] : [{ uri: value, label }],
  );
}

function hierarchyOf(roots: RemoteRefiner[]): Hierarchy {
  const labels = new Map<string, string>();
  const parents = new Map<string, Set<string>>();
  const visit = ({ label, value, children }: RemoteRefiner, parent: string | null) => {
    if (value === null) return;
    labels.set(value, label);
    const known = parents.get(value) ?? new Set();
    parents.set(value, parent === null ? known : known.add(parent));
    for (const child of children) visit(child, value);
  };
  for (const root of roots) visit(root, null);
  const label = (uri: string) => labels.get(uri) ?? uri;
  return {
    label,
    broader: (uri) => [...(parents.get(uri) ?? [])].map((each) => ({ uri: each, label: label(each) })),
    ancestors(uri) {
      const found = new Set(parents.get(uri));
      for (const each of found) for (const parent of parents.get(each) ?? []) found.add(parent);
      return found;
    },
  };
}
