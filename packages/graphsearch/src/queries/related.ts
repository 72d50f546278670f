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

export async function similar(
  relatedQuery: RelatedQuery,
  remote: RemoteClient,
  signal?: AbortSignal,
): Promise<ResultDocument[]> {
  const plugin = pluginName(relatedQuery, remote.options.similarities);
  const { searchSpaceId, locale } = await remote.requestContext(relatedQuery.language);
  const { id, count } = relatedQuery;
  const query = { searchSpaceId, locale, id, count, start: 0, documentFacets: 'all', pluginName: plugin };
  const found = parseDocuments(await remote.connection.query('similar', { query }, signal));
  return withSharedConcepts(found, relatedQuery, remote, signal);
}

export async function recommend(
  relatedQuery: RelatedQuery,
  remote: RemoteClient,
  signal?: AbortSignal,
): Promise<ResultDocument[]> {
  const plugin = pluginName(relatedQuery, remote.options.recommenders);
  const { searchSpaceId, locale } = await remote.requestContext(relatedQuery.language);
  const { id, count } = relatedQuery;
  const json = { searchSpaceId, locale, id, count, start: 0, documentFacets: ['all'] };
  const query = { pluginName: plugin };
  const found = parseDocuments(await remote.connection.query('recommend', { json, query }, signal));
  return withSharedConcepts(found, relatedQuery, remote, signal);
}

/** Undefined leaves the choice of the plugin to the service. */
function pluginName(relatedQuery: RelatedQuery, names: string[] = []): string | undefined {
  return pluginsFor(
    relatedQuery,
    names.map((name) => ({ name })),
  )[0]?.name;
}

async function withSharedConcepts(
  found: RemoteDocument[],
  relatedQuery: RelatedQuery,
  remote: RemoteClient,
  signal: AbortSignal | undefined,
): Promise<ResultDocument[]> {
  const { id, count, language, documentFacets, summaryLength } = relatedQuery;
  const related = found.filter((each) => each.id !== id).slice(0, count);
  const ids = [id, ...related.map((each) => each.id)];
  const { documents, hierarchy } = await documentsWithHierarchy(ids, remote, { language, signal });
  const source = documents.get(id);
  if (!source) throw unknownDocument(id);
  const fields = referencedFields(documentFacets, await remote.facets());
  const presenting = { documentFacets: fields, summaryLength, mark: noHighlights };
  return related.map((each, rank) => ({
    ...foundDocument(each, rank, presenting),
    sharedConcepts: sharedConcepts(
      urisOf(source),
      urisOf(documents.get(each.id) ?? each),
      hierarchy.ancestors,
    )
      .slice(0, MAX_SHARED_CONCEPTS)
      .map((uri) => ({ uri, label: hierarchy.label(uri) })),
  }));
}

const urisOf = (document: RemoteDocument) => conceptsOf(document).map(({ uri }) => uri);
