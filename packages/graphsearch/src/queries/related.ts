/** Similar and recommended documents, with the concepts shared with the source document. */
import type { RelatedQuery, ResultDocument } from '@semantic-search/engine';
import {
  MAX_SHARED_CONCEPTS,
  pluginsFor,
  sharedConcepts,
  unknownDocument,
} from '@semantic-search/engine/building-blocks';
import { foundDocument, noHighlights } from '../space/documents.ts';
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
  const { similarities, recommenders } = remote.options;
  const plugin = pluginName(relatedQuery, operation === 'similar' ? similarities : recommenders);
  const { searchSpaceId, locale } = await remote.requestContext(relatedQuery.language);
  const { id, count } = relatedQuery;
  const request = { searchSpaceId, locale, id, count, start: 0 };
  const response = await remote.connection.query(
    operation,
    operation === 'similar'
      ? { query: { ...request, documentFacets: 'all', pluginName: plugin } }
      : { json: { ...request, documentFacets: ['all'] }, query: { pluginName: plugin } },
    signal,
  );
  return withSharedConcepts(parseDocuments(response), relatedQuery, remote, signal);
}

/** Undefined leaves the choice of the plugin to the service. */
function pluginName(relatedQuery: RelatedQuery, names: string[] = []): string | undefined {
  return pluginsFor(
    relatedQuery,
    names.map((name) => ({ name })),
  )[0]?.name;
}

async function withSharedConcepts(
  response: RemoteDocument[],
  relatedQuery: RelatedQuery,
  remote: RemoteClient,
  signal: AbortSignal | undefined,
): Promise<ResultDocument[]> {
  const { id, count, language, documentFacets, summaryLength } = relatedQuery;
  const related = response.filter((document) => document.id !== id).slice(0, count);
  const ids = [id, ...related.map((document) => document.id)];
  const { documents, hierarchy } = await documentsWithHierarchy(ids, remote, { language, signal });
  const source = documents.get(id);
  if (!source) throw unknownDocument(id);
  const fields = referencedFields(documentFacets, await remote.facets());
  const presenting = { documentFacets: fields, summaryLength, mark: noHighlights };
  return related.map((document, rank) => ({
    ...foundDocument(document, rank, presenting),
    sharedConcepts: sharedConcepts(
      urisOf(source),
      urisOf(documents.get(document.id) ?? document),
      hierarchy.ancestors,
    )
      .slice(0, MAX_SHARED_CONCEPTS)
      .map((uri) => ({ uri, label: hierarchy.label(uri) })),
  }));
}

const urisOf = (document: RemoteDocument) => conceptsOf(document).map(({ uri }) => uri);
