/**
 * GraphSearch backend: one search space at a remote GraphSearch service.
 *
 * The adapter emulates missing operations of the service, or does not offer them (how-to/graphsearch.md of the manual).
 */
import {
  QueryError,
  type RelatedQuery,
  type SearchSpace,
  type SpaceDescription,
} from '@semantic-search/engine';
import type { WritableBackend } from '@semantic-search/engine/backend';
import { ALL_CONCEPTS_FIELD } from '@semantic-search/query/api';
import { type ConnectionOptions, connect } from './connection/connection.ts';
import { extract } from './queries/extraction.ts';
import { fullDocument } from './queries/full-document.ts';
import { related } from './queries/related.ts';
import { scoped } from './queries/scoped.ts';
import { search } from './queries/search.ts';
import { suggest } from './queries/suggestions.ts';
import {
  findFacet,
  openRemoteClient,
  type RemoteClient,
  type RemoteOptions,
  searchWithConcepts,
} from './space/remote-space.ts';
import { documentWriter } from './write-documents.ts';

export type GraphsearchOptions = RemoteOptions & ConnectionOptions;

/** Backend of the single space `options.name`. Connects lazily, with the first query. */
export function graphsearchBackend(options: GraphsearchOptions): WritableBackend {
  const connection = connect(options);
  const remote = openRemoteClient(options, connection);
  const space = spaceOver(remote);
  const documents = documentWriter(remote);
  return {
    names: async () => [options.name],
    space: async (name) => (name === options.name ? space : undefined),
    content: async (name) =>
      name === options.name
        ? { documents, runs: null, originals: null, thesaurus: null, trainer: null, ranking: null }
        : undefined,
    unavailableReason: async () =>
      (await connection.isAvailable()) ? undefined : `${options.name}: The heartbeat failed.`,
    close: connection.close,
  };
}

function spaceOver(remote: RemoteClient): SearchSpace {
  return {
    describe: () => describe(remote),
    facets: async (references) => {
      const facets = await remote.facets();
      return references.map((reference) => findFacet(reference, facets));
    },
    unresolved: async (scope) => {
      const facets = await remote.facets();
      const missingIn = (member: 'include' | 'exclude') =>
        scope[member].flatMap(({ field }, i) => (findFacet(field, facets) ? [] : [`${member}[${i}].field`]));
      const paths = [...missingIn('include'), ...missingIn('exclude')];
      return paths.map((path) => ({ path, message: 'is not in the search space' }));
    },
    search: async (query, signal) => search(query, await scoped(remote, query.scope), signal),
    suggest: async (query, signal) => suggest(query, await scoped(remote, query.scope), signal),
    similar: async (query, signal) => related('similar', unscoped(query), remote, signal),
    recommend: async (query, signal) => related('recommend', unscoped(query), remote, signal),
    extract: (query, signal) => extract(query, remote, signal),
    document: async (id, query, signal) => fullDocument(id, query, await scoped(remote, query.scope), signal),
  };
}

/** Throws if a scope is set: plug-ins of the service select these documents, and they have no filters. */
function unscoped(query: RelatedQuery): RelatedQuery {
  if (!query.scope) return query;
  const message = 'This search space cannot limit similar and recommended documents to a scope.';
  throw new QueryError('limit-exceeded', message);
}

async function describe(remote: RemoteClient): Promise<SpaceDescription> {
  const facets = await remote.facets();
  const hasConcepts = facets.some(({ field }) => field === ALL_CONCEPTS_FIELD);
  const body = { facetMinCount: 0, ...(!hasConcepts && { searchFacets: [] }) };
  const { total, concepts } = await searchWithConcepts('list', body, remote, {});
  return {
    documents: total,
    concepts: concepts.length,
    languages: await remote.languages(),
    facets,
    recommenders: remote.options.recommenders ?? [],
    similarities: remote.options.similarities ?? [],
  };
}
