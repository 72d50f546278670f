/** Similar and recommended documents, with the concepts shared with the source document. */
import {
  type NamedConcept,
  QueryError,
  type RelatedQuery,
  type ResultDocument,
} from '@semantic-search/engine';
import { foundDocument, noHighlights } from '../space/documents.ts';
import { type RemoteClient, referencedFields } from '../space/remote-space.ts';
import { parseDocuments, type RemoteDocument } from '../space/responses.ts';
import { conceptsOf, documentsWithHierarchy, type Hierarchy } from './hierarchy.ts';

export async function similar(
  relatedQuery: RelatedQuery,
  remote: RemoteClient,
  signal?: AbortSignal,
): Promise<ResultDocument[]> {
  const plugin = resolvePlugin(relatedQuery, remote.options.similarities ?? []);
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
  const plugin = resolvePlugin(relatedQuery, remote.options.recommenders ?? []);
  const { searchSpaceId, locale } = await remote.requestContext(relatedQuery.language);
  const { id, count } = relatedQuery;
  const json = { searchSpaceId, locale, id, count, start: 0, documentFacets: ['all'] };
  const query = { pluginName: plugin };
  const found = parseDocuments(await remote.connection.query('recommend', { json, query }, signal));
  return withSharedConcepts(found, relatedQuery, remote, signal);
}

/** Undefined leaves the choice of the plugin to the service. */
function resolvePlugin({ plugin }: RelatedQuery, names: string[]): string | undefined {
  if (!plugin) return names[0];
  if (names.includes(plugin)) return plugin;
  const available = names.length > 0 ? `available: ${names.join(', ')}` : 'none is configured';
  throw new QueryError('unknown-plugin', `There is no plugin ${plugin}; ${available}.`);
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
  const { documents, hierarchy } = await documentsWithHierarchy(ids, language, remote, signal);
  const source = documents.get(id);
  if (!source) throw new QueryError('unknown-document', `The search space has no document ${id}.`);
  const fields = referencedFields(documentFacets, await remote.facets());
  const presenting = { documentFacets: fields, summaryLength, mark: noHighlights };
  return related.map((each, rank) => ({
    ...foundDocument(each, rank, presenting),
    sharedConcepts: sharedConcepts(source, documents.get(each.id) ?? each, hierarchy),
  }));
}

const MAX_SHARED_CONCEPTS = 10;

/** Concepts that apply to both documents, directly or via narrower ones; tags of the source first. */
function sharedConcepts(source: RemoteDocument, other: RemoteDocument, hierarchy: Hierarchy): NamedConcept[] {
  const tags = new Set(conceptsOf(source).map(({ uri }) => uri));
  const sourceConcepts = withAncestors([...tags], hierarchy);
  const otherConcepts = withAncestors(
    conceptsOf(other).map(({ uri }) => uri),
    hierarchy,
  );
  const shared = [...sourceConcepts].filter((uri) => otherConcepts.has(uri));
  // Omits concepts that are broader than another shared concept.
  const broader = new Set(shared.flatMap((uri) => [...hierarchy.ancestors(uri)]));
  return shared
    .filter((uri) => tags.has(uri) || !broader.has(uri))
    .sort((a, b) => Number(tags.has(b)) - Number(tags.has(a)))
    .slice(0, MAX_SHARED_CONCEPTS)
    .map((uri) => ({ uri, label: hierarchy.label(uri) }));
}

function withAncestors(uris: string[], hierarchy: Hierarchy): Set<string> {
  return new Set(uris.flatMap((uri) => [uri, ...hierarchy.ancestors(uri)]));
}
