/** OpenSearch backend: a cluster stores, matches and counts; the engine analyzes and presents texts. */
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
import { DEFAULT_QUERY_SETTINGS } from '@semantic-search/query';
import { canonicalLanguageTag } from '@semantic-search/query/analysis';
import { runInSlices } from '@semantic-search/query/scheduling';
import { type ClusterOptions, connectToCluster } from './cluster/cluster.ts';
import { documentWriter } from './content/document-writer.ts';
import { originalsReader } from './content/originals-reader.ts';
import { openRuns } from './content/runs.ts';
import { thesaurusWriter } from './content/thesaurus-writer.ts';
import { storedDocument } from './indices/index-document.ts';
import { type IndexVersions, openIndexVersions } from './indices/index-versions.ts';
import { type IndexVersion, type QueryTarget, searchDocuments } from './indices/query-target.ts';
import { recommenders, related, similarities } from './queries/related.ts';
import { scoped } from './queries/scope.ts';
import { search } from './queries/search.ts';
import { openSuggestions } from './queries/suggestions.ts';

export interface OpensearchOptions extends ClusterOptions {
  shards?: number;
  /** Replicas of each shard: a number, or a range such as `0-1`. */
  replicas?: string;
  /** Name of the search space in this server. */
  name: string;
  /** Alias of the space's index, in lower case. */
  index: string;
  /** For writes, if `credentials` can only read. */
  writingCredentials?: ClusterOptions['credentials'];
  /** `k1` and `b` apply to new indices, the threshold to all queries. */
  ranking?: Omit<RankingSettings, 'fields'>;
}

/** Backend of the single space `options.name`. Connects lazily, with the first query. */
export function opensearchBackend(options: OpensearchOptions): WritableBackend {
  const cluster = connectToCluster(options);
  const { writingCredentials: credentials } = options;
  const writing = connectToCluster({ ...options, ...(credentials && { credentials }) });
  const { k1, b, threshold } = completeRanking(options.ranking ?? {});
  const { shards = 1, replicas = '0-1' } = options;
  const range = replicas.includes('-') ? replicas : `${replicas}-${replicas}`;
  const layout = { shards, replicas: range, k1, b };
  const querySettings = { ...DEFAULT_QUERY_SETTINGS, threshold };
  const indexVersions = openIndexVersions({ alias: options.index, cluster, writing, layout }, querySettings);
  const space = searchSpace(indexVersions);
  const content = spaceContent(indexVersions);
  let isKnownToExist = false;
  return {
    names: async () => [options.name],
    async space(name) {
      if (name !== options.name) return undefined;
      // After the first successful lookup the check is skipped, because every operation looks up the index itself.
      isKnownToExist ||= (await indexVersions.activeIndex()) !== undefined;
      return isKnownToExist ? space : undefined;
    },
    async content(name, { create = false } = {}) {
      if (name !== options.name) return undefined;
      if (await indexVersions.activeIndex()) return content;
      if (!create) return undefined;
      await indexVersions.createFirst();
      return content;
    },
    unavailableReason: () =>
      indexVersions.current().then(
        () => undefined,
        (error: unknown) => {
          if (!(error instanceof BackendError)) throw error;
          return `${options.name}: the search cluster is unavailable (${error.kind}).`;
        },
      ),
    async close() {
      await cluster.close();
      await writing.close();
    },
  };
}

function spaceContent(indexVersions: IndexVersions): SpaceContent {
  const writer = documentWriter(indexVersions);
  return {
    documents: writer,
    runs: openRuns(indexVersions, writer.removeUnchanged),
    originals: originalsReader(indexVersions),
    // No training: the documents are in the cluster, and rules extract the concepts.
    trainer: null,
    thesaurus: thesaurusWriter(indexVersions),
    // BACKENDS_FILE sets the ranking of the space.
    ranking: null,
  };
}

function searchSpace(indexVersions: IndexVersions): SearchSpace {
  const { cluster } = indexVersions;
  const suggest = openSuggestions();

  /** If the index is deleted during the call, another version has replaced it: retries once with that version. */
  async function withRetry<Result>(call: (indexVersion: IndexVersion) => Promise<Result>): Promise<Result> {
    try {
      return await call(await indexVersions.require());
    } catch (error) {
      if (!(error instanceof BackendError && error.kind === 'unknown-space')) throw error;
      indexVersions.invalidate();
      return call(await indexVersions.require());
    }
  }

  const callScoped = <Result>(
    { scope }: { scope?: DocumentScope },
    signal: AbortSignal | undefined,
    call: (target: QueryTarget) => Promise<Result>,
  ) => withRetry(async (indexVersion) => call(await scoped({ indexVersion, cluster, signal }, scope)));

  return {
    describe: () => withRetry((indexVersion) => describe({ indexVersion, cluster, signal: undefined })),
    facets: (references) =>
      withRetry(async (version) => references.map((reference) => findFacet(reference, version)?.facet)),
    unresolved: (scope) => withRetry(async (version) => resolveScope(scope, version).unresolved),
    search: (query, signal) => callScoped(query, signal, (target) => search(query, target)),
    suggest: (query, signal) => callScoped(query, signal, (target) => suggest(query, target)),
    similar: (query, signal) => callScoped(query, signal, (target) => related(query, similarities, target)),
    recommend: (query, signal) => callScoped(query, signal, (target) => related(query, recommenders, target)),
    // Long texts are processed in slices on the main thread, so that other requests are served in between.
    extract: (query, signal) => withRetry(({ extractor }) => runInSlices(extractor.extract(query, signal))),
    document: (id, options, signal) =>
      callScoped(options, signal, async (target) => {
        const stored = await storedDocument(id, target.indexVersion.index, target.cluster, signal);
        if (!stored) throw unknownDocument(id);
        return runInSlices(fullDocument(stored, target.indexVersion, options, signal));
      }),
  };
}

async function describe(target: QueryTarget) {
  const { termDictionary, thesaurus } = target.indexVersion;
  const languages = new Set([...termDictionary.languages.map(({ code }) => code), ...thesaurus.languages]);
  const { total } = await searchDocuments(target, { size: 0, track_total_hits: true });
  return {
    documents: total,
    concepts: thesaurus.currentSize,
    languages: [...languages].filter((code) => canonicalLanguageTag(code) !== undefined),
    facets: offeredFacets(target.indexVersion),
    recommenders: recommenders.map(({ name }) => name),
    similarities: similarities.map(({ name }) => name),
  };
}
