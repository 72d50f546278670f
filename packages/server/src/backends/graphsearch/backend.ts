/**
 * A search space at a remote semantic search service, spoken to over HTTP. Its port is that of a space; what the service
 * cannot do is done here or, where it cannot be done at all, not offered (see docs/backends.md).
 */
import type { SearchSpace, SpaceDescription } from '@semantic-search/engine';
import type { DocumentWriter, WritableBackend } from '../backend.ts';
import { inProblems } from '../backend-error.ts';
import { type Connection, type ConnectionOptions, connect } from './connection.ts';
import { extract, understanding } from './extraction.ts';
import { fullDocument } from './full-document.ts';
import { allConcepts } from './hierarchy.ts';
import { MAX_FACET_VALUES } from './query.ts';
import { recommend, similar } from './related.ts';
import { type Remote, type RemoteOptions, remote } from './remote-space.ts';
import { searchAnswer } from './responses.ts';
import { search } from './search.ts';
import { spelling } from './spelling.ts';
import { suggest } from './suggestions.ts';
import { documentWriter } from './write-documents.ts';

export type GraphsearchOptions = RemoteOptions & ConnectionOptions;

/** A backend of one space, `options.name`. Nothing is asked of the service before a question is. */
export function graphsearchBackend(options: GraphsearchOptions): WritableBackend {
  const connection = connect(options);
  const at = remote(options, connection);
  const space = inProblems(spaceOver(at), options.name);
  const documents = inProblems<DocumentWriter>(documentWriter(at), options.name);
  return {
    names: async () => [options.name],
    space: async (name) => (name === options.name ? space : undefined),
    content: async (name) =>
      name === options.name ? { documents, originals: null, thesaurus: null, learner: null } : undefined,
    trouble: async () => {
      const trouble = await connection.trouble();
      return trouble && `${options.name}: ${trouble}`;
    },
    close: async () => connection.close(),
  };
}

function spaceOver(at: Remote): SearchSpace {
  // Both are of the input alone, and remembered.
  const [understand, correct] = [understanding(at), spelling(at)];
  return {
    describe: () => describe(at, at.connection),
    facet: async (reference) =>
      (await at.facets()).find(({ field, uri }) => field === reference || uri === reference),
    search: (question, signal) => search(question, at, { understand, correct }, signal),
    suggest: (question, signal) => suggest(question, at, signal),
    similar: (question, signal) => similar(question, at, signal),
    recommend: (question, signal) => recommend(question, at, signal),
    extract: (question, signal) => extract(question, at, signal),
    document: (id, given, signal) => fullDocument(id, given, at, signal),
  };
}

async function describe(at: Remote, connection: Connection): Promise<SpaceDescription> {
  const { searchSpaceId, locale } = await at.dialect(undefined);
  const facets = await at.facets();
  const counted = facets.filter(({ field }) => field === allConcepts);
  const json = {
    searchSpaceId,
    locale,
    start: 0,
    count: 0,
    facetMinCount: 0,
    maxFacetCount: MAX_FACET_VALUES,
    documentFacets: [],
    searchFacets: counted.map(({ field }) => ({ field, facetMode: 'list' })),
    searchFilters: [],
  };
  const answer = searchAnswer(await connection.ask('search', { json }));
  return {
    documents: answer.total,
    concepts: answer.facets.find(({ field }) => field === allConcepts)?.refiners.length ?? 0,
    languages: await at.languages(),
    facets,
    recommenders: at.options.recommenders ?? [],
    similarities: at.options.similarities ?? [],
  };
}
