/** Similar and recommended documents, with the concepts shared with the source document. */
import type { RelatedQuery, ResultDocument } from '@semantic-search/engine';
import {
  MAX_SHARED_CONCEPTS,
  pluginsFor,
  sharedConcepts,
  unknownDocument,
} from '@semantic-search/engine/building-blocks';
import { foundDocument } from '../space/documents.ts';
import { type RemoteClient, referencedFields } from '../space/remote-space.ts';
import { parseDocuments, type RemoteDocument } from '../space/responses.ts';
import { conceptsOf, documentsWithHierarchy } from './hierarchy.ts';

/** `operation` is also its path in the remote API. */
export async function related(
  operation: 'similar' | 'recommend',
  relatedQuery: RelatedQuery,
  remote: RemoteClient,
  signal?: AbortSignal,
): Promise<ResultDocument[]> {
  const { id, count, language, documentFacets, summaryLength } = relatedQuery;
  const { searchSpaceId, similarities, recommenders } = remote.options;
  const pluginNames = (operation === 'similar' ? similarities : recommenders) ?? [];
  const plugins = pluginNames.map((name) => ({ name }));
  // Undefined leaves the choice of the plugin to the service.
  const pluginName = pluginsFor(relatedQuery, plugins)[0]?.name;
  const request = { searchSpaceId, locale: await remote.locale(language), id, count, start: 0 };
  const response = await remote.connection.query(
    operation,
    operation === 'similar'
      ? { query: { ...request, documentFacets: 'all', pluginName } }
      : { json: { ...request, documentFacets: ['all'] }, query: { pluginName } },
    signal,
  );
  const others = parseDocuments(response)
    .filter((document) => document.id !== id)
    .slice(0, count);
  const ids = [id, ...others.map((document) => document.id)];
  const { documents, hierarchy } = await documentsWithHierarchy(ids, remote, { language, signal });
  const source = documents.get(id);
  if (!source) throw unknownDocument(id);
  const fields = referencedFields(documentFacets, await remote.facets());
  return others.map((document, rank) => {
    const uris = urisOf(documents.get(document.id) ?? document);
    const shared = sharedConcepts(urisOf(source), uris, hierarchy.ancestors).slice(0, MAX_SHARED_CONCEPTS);
    return {
      ...foundDocument(document, rank, { documentFacets: fields, summaryLength }),
      sharedConcepts: shared.map((uri) => ({ uri, label: hierarchy.label(uri) })),
    };
  });
}

const urisOf = (document: RemoteDocument) => conceptsOf(document).map(({ uri }) => uri);
