/**
 * OpenSearch backend: one search space in a cluster.
 *
 * The cluster stores, matches and counts documents. The engine package analyzes queries and texts with a local copy of
 * the thesaurus, and creates highlights, snippets and results.
 */

import type { DocumentScope, RankingSettings, SearchSpace } from '@semantic-search/engine';
import { BackendError, type SpaceContent, type WritableBackend } from '@semantic-search/engine/backend';
import {
  completeRanking,
  findFacet,
  fullDocument,
  offeredFacets,
  resolveScope,
  unknownDocument,
} from '@semantic-search/engine/building-blocks';
import { ALL_QUERY_OPTIONS } from '@semantic-search/query';
import { canonicalLanguageTag } from '@semantic-search/query/analysis';
import { runInSlices } from '@semantic-search/query/scheduling';
import { type ClusterOptions, connectToCluster } from './cluster/cluster.ts';
import type { Layout } from './cluster/index-template.ts';
import { openRuns } from './content/runs.ts';
import { originalsReader } from './content/scroll-documents.ts';
import { thesaurusWriter } from './content/thesaurus-writer.ts';
import { documentWriter } from './content/write-documents.ts';
import {
  type IndexVersion,
  type IndexVersions,
  openIndexVersions,
  type QueryTarget,
  searchDocuments,
} from './indices/index-versions.ts';
import { scoped } from './queries/filters.ts';
import { recommenders, related, similarities, storedDocument } from './queries/related.ts';
import { search, shownBy } from './queries/search.ts';
import { openSuggestions } from './queries/suggestions.ts';

export interface OpensearchOptions extends ClusterOptions, Partial<Pick<Layout, 'shards' | 'replicas'>> {
  /** Name of the space in this server. */
  name: string;
  /** Alias of its index, in lower case. */
  index: string;
  /** For writes, if `credentials` can only read. */
  writingCredentials?: ClusterOptions['credentials'];
  /** Maximum number of values of one facet; queries that need more counts are rejected. */
  maxFacetValues?: number;
  /** `k1` and `b` apply to new indices, the threshold to all queries. */
  ranking?: Omit<RankingSettings, 'fields'>;
}

/** Backend of the single space `options.name`. Connects lazily, with the first query. */
export function opensearchBackend(options: OpensearchOptions): WritableBackend {
  const cluster = connectToCluster(options);
  const writing = connectToCluster({
    ...options,
    ...(options.writingCredentials && { credentials: options.writingCredentials }),
  });
  const { k1, b, threshold } = completeRanking(options.ranking ?? {});
  const layout = { shards: options.shards ?? 1, replicas: options.replicas ?? '0-1', k1, b };
  const indexVersions = openIndexVersions({
    alias: options.index,
    cluster,
    writing,
    layout,
    queryOptions: { ...ALL_QUERY_OPTIONS, threshold },
    maxFacetValues: options.maxFacetValues,
  });
  const space = spaceOver(indexVersions);
  const content = contentOver(indexVersions);
  let wasThere = false;
  return {
    names: async () => [options.name],
    async space(name) {
      if (name !== options.name) return undefined;
      // After the first successful lookup the check is skipped, because every operation looks up the index itself.
      wasThere ||= (await indexVersions.activeIndex()) !== undefined;
      return wasThere ? space : undefined;
    },
    async content(name, create) {
      if (name !== options.name) return undefined;
      if (await indexVersions.activeIndex()) return content;
      if (!create) return undefined;
      await indexVersions.createFirst();
      return content;
    },
    async unavailableReason() {
      try {
        await indexVersions.current();
        return undefined;
      } catch (error) {
        if (!(error instanceof BackendError)) throw error;
        return `${options.name}: the search cluster is unavailable (${error.kind}).`;
      }
    },
    async close() {
      await cluster.close();
      await writing.close();
    },
  };
}

function contentOver(indexVersions: IndexVersions): SpaceContent {
  const writer = documentWriter(indexVersions);
  return {
    documents: writer,
    runs: openRuns(indexVersions, writer.removeUnchanged),
    originals: originalsReader(indexVersions),
    // No training: the documents are in the cluster, and concepts are extracted by rules.
    trainer: null,
    thesaurus: thesaurusWriter(indexVersions),
    // `ranking` of the space in BACKENDS_FILE.
    ranking: null,
  };
}

function spaceOver(indexVersions: IndexVersions): SearchSpace {
  const { cluster } = indexVersions;
  const suggest = openSuggestions();

  /** If the index is deleted during the call, another version has replaced it: retries once with that version. */
  async function withRetry<Answer>(run: (indexVersion: IndexVersion) => Promise<Answer>): Promise<Answer> {
    try {
      return await run(await indexVersions.require());
    } catch (error) {
      if (!(error instanceof BackendError && error.kind === 'unknown-space')) throw error;
      indexVersions.invalidate();
      return run(await indexVersions.require());
    }
  }

  const within = <Answer>(
    { scope }: { scope?: DocumentScope },
    signal: AbortSignal | undefined,
    run: (target: QueryTarget) => Promise<Answer>,
  ) => withRetry(async (indexVersion) => run(await scoped({ indexVersion, cluster, signal }, scope)));

  return {
    describe: () => withRetry((indexVersion) => describe({ indexVersion, cluster, signal: undefined })),
    facets: (references) =>
      withRetry(async ({ attributes, thesaurus: { thesaurus } }) =>
        references.map((reference) => findFacet(reference, { attributes, thesaurus })?.facet),
      ),
    unresolved: (scope) =>
      withRetry(
        async ({ attributes, thesaurus: { thesaurus } }) =>
          resolveScope(scope, { attributes, thesaurus }).unresolved,
      ),
    search: (query, signal) => within(query, signal, (target) => search(query, target)),
    suggest: (query, signal) => within(query, signal, (target) => suggest(query, target)),
    similar: (query, signal) => within(query, signal, (target) => related(query, similarities, target)),
    recommend: (query, signal) => within(query, signal, (target) => related(query, recommenders, target)),
    // Long texts are processed in slices on the main thread, so that other requests are served in between.
    extract: (query, signal) => withRetry(({ extractor }) => runInSlices(extractor.extract(query, signal))),
    document: (id, options, signal) =>
      within(options, signal, async (target) => {
        const hit = await storedDocument(id, target.indexVersion.index, target);
        if (!hit) throw unknownDocument(id);
        return runInSlices(fullDocument(hit.stored, shownBy(target.indexVersion), options, signal));
      }),
  };
}

async function describe(target: QueryTarget) {
  const { attributes, termDictionary, thesaurus } = target.indexVersion;
  const languages = new Set([
    ...termDictionary.languages.map(({ code }) => code),
    ...thesaurus.thesaurus.languages,
  ]);
  const { total } = await searchDocuments(target, { size: 0, track_total_hits: true });
  return {
    documents: total,
    concepts: thesaurus.thesaurus.currentSize,
    languages: [...languages].filter((code) => canonicalLanguageTag(code) !== undefined),
    facets: offeredFacets({ attributes, thesaurus: thesaurus.thesaurus }),
    recommenders: recommenders.map(({ name }) => name),
    similarities: similarities.map(({ name }) => name),
  };
}
