/**
 * A search space in an OpenSearch cluster: the cluster keeps the documents and finds and counts them, the engine package
 * reads inputs and texts by a local copy of the thesaurus, marks, cuts and shows.
 */
import {
  findFacet,
  fullDocument,
  offeredFacets,
  runInSlices,
  type SearchSpace,
} from '@semantic-search/engine';
import type { SpaceContent, WritableBackend } from '../backend.ts';
import { BackendError, inProblems } from '../backend-error.ts';
import { type ClusterOptions, connectToCluster } from './cluster.ts';
import type { Layout } from './index-template.ts';
import { type Editions, editionsOf, type IndexVersion } from './index-versions.ts';
import { recommenders, related, similarities, storedDocument, unknownDocument } from './related.ts';
import { replaceThesaurus } from './replace-thesaurus.ts';
import { originalsOf } from './scroll-documents.ts';
import { search, shownBy } from './search.ts';
import { suggestionsOf } from './suggestions.ts';
import { documentWriter } from './write-documents.ts';

export interface OpensearchOptions extends ClusterOptions, Partial<Layout> {
  /** Name of the space in this service. */
  name: string;
  /** Alias of its index, in lower case. */
  index: string;
  /** For changes, where `credentials` can only read. */
  writingCredentials?: ClusterOptions['credentials'];
  /** Most values of one facet; a question for the counts of more is refused. */
  mostValues?: number;
}

/** A backend of one space, `options.name`. Nothing is asked of the cluster before a question is. */
export function opensearchBackend(options: OpensearchOptions): WritableBackend {
  const cluster = connectToCluster(options);
  const writing = connectToCluster({
    ...options,
    ...(options.writingCredentials && { credentials: options.writingCredentials }),
  });
  const layout = { shards: options.shards ?? 1, replicas: options.replicas ?? '0-1' };
  const editions = editionsOf(options.index, { cluster, writing }, layout, options.mostValues);
  const space = inProblems(spaceOver(editions), options.name);
  const content = contentOver(editions, options.name);
  const existing = inProblems(
    { standing: () => editions.standing(), begin: () => editions.begin() },
    options.name,
  );
  let wasThere = false;
  return {
    names: async () => [options.name],
    async space(name) {
      if (name !== options.name) return undefined;
      // One that was there answers for itself: what is asked of it looks anyway.
      wasThere ||= (await existing.standing()) !== undefined;
      return wasThere ? space : undefined;
    },
    async content(name, create) {
      if (name !== options.name) return undefined;
      if (await existing.standing()) return content;
      if (!create) return undefined;
      await existing.begin();
      return content;
    },
    async trouble() {
      try {
        await editions.current();
        return undefined;
      } catch (error) {
        if (!(error instanceof BackendError)) throw error;
        return `${options.name}: the search cluster cannot be asked (${error.kind}).`;
      }
    },
    async close() {
      await cluster.close();
      await writing.close();
    },
  };
}

function contentOver(editions: Editions, name: string): SpaceContent {
  return {
    documents: inProblems(documentWriter(editions), name),
    originals: originalsOf(editions, name),
    // What would be learned from is in the cluster: texts are judged by rule.
    learner: null,
    thesaurus: inProblems(
      {
        replaceThesaurus: (content: AsyncIterable<string | Uint8Array>, mediaType: string) =>
          replaceThesaurus(content, mediaType, editions),
      },
      name,
    ),
  };
}

function spaceOver(editions: Editions): SearchSpace {
  const { cluster } = editions;
  const suggest = suggestionsOf(cluster);

  /** An index that went away under a question was replaced by another edition: asked once more of that. */
  async function within<Answer>(
    signal: AbortSignal | undefined,
    ask: (edition: IndexVersion) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await ask(await editions.inForce(signal));
    } catch (error) {
      if (!(error instanceof BackendError && error.kind === 'unknown-space')) throw error;
      editions.changed();
      return ask(await editions.inForce(signal));
    }
  }

  return {
    describe: () => within(undefined, (edition) => describe(edition, editions)),
    facet: (reference) =>
      within(
        undefined,
        async ({ attributes, thesaurus: { thesaurus } }) =>
          findFacet(reference, { attributes, thesaurus })?.facet,
      ),
    search: (question, signal) => within(signal, (edition) => search(question, edition, cluster, signal)),
    suggest: (question, signal) => within(signal, (edition) => suggest(question, edition, signal)),
    similar: (question, signal) =>
      within(signal, (edition) => related(question, similarities, edition, cluster, signal)),
    recommend: (question, signal) =>
      within(signal, (edition) => related(question, recommenders, edition, cluster, signal)),
    // What works on long texts does so in the thread that serves all: others are served between its slices.
    extract: (question, signal) =>
      within(signal, ({ extractor }) => runInSlices(extractor.extractInSteps(question, signal))),
    document: (id, given, signal) =>
      within(signal, async (edition) => {
        const found = await storedDocument(id, edition, cluster, signal);
        if (!found) throw unknownDocument(id);
        return runInSlices(fullDocument(found.stored, shownBy(edition), given, signal));
      }),
  };
}

async function describe(edition: IndexVersion, { cluster }: Editions) {
  const { attributes, vocabulary, thesaurus } = edition;
  const known = new Set([...vocabulary.languages.map(({ code }) => code), ...thesaurus.thesaurus.languages]);
  const body = { size: 0, track_total_hits: true };
  const { total } = await cluster.search(`/${edition.index}/_search`, body);
  return {
    documents: total,
    concepts: thesaurus.thesaurus.currentSize,
    languages: [...known].filter((code) => code !== ''),
    facets: offeredFacets({ attributes, thesaurus: thesaurus.thesaurus }),
    recommenders: recommenders.map(({ name }) => name),
    similarities: similarities.map(({ name }) => name),
  };
}
