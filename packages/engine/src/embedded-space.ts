/** Embedded search space: the operations on an open database and the index over it. */
import { thesaurusParts } from '@semantic-search/query';
import { canonicalLanguageTag } from '@semantic-search/query/analysis';
import { getOrInsertLatest } from '@semantic-search/query/collections';
import { runInSlices } from '@semantic-search/query/scheduling';
import type { DocumentScope, RelatedQuery, SearchSpace, SpaceDescription } from './api.ts';
import { RefreshingSuggester } from './autocomplete/refreshing-suggester.ts';
import { findFacet, offeredFacets } from './facets/find-facet.ts';
import { batchOutcome } from './ingestion/batch-outcome.ts';
import { DocumentWarnings } from './ingestion/document-warnings.ts';
import { indexMissing, type QueuedWriteContext, removeDocuments } from './ingestion/document-writer.ts';
import { addEmbeddings, documentsToEmbed } from './ingestion/missing-embeddings.ts';
import { countMissing, removeMissing } from './ingestion/missing-from-run.ts';
import { ModelRetagging, resumeRetagging } from './ingestion/retagging.ts';
import { removeThesaurus, replaceThesaurus } from './ingestion/thesaurus-writer.ts';
import { fullDocument } from './presentation/full-document.ts';
import {
  type RelatedPlugin,
  relatedDocuments,
  requireDocument,
} from './recommendations/related-documents.ts';
import { recommenders, similarities } from './recommendations/related-plugins.ts';
import { resolveScope } from './scope/resolve-scope.ts';
import { MAX_CACHED_SCOPES, scopedIndex } from './scope/scoped-index.ts';
import { type SearcherContext, search } from './search/searcher.ts';
import { closedError } from './storage/storage-error.ts';
import { type StoredRanking, storedRanking } from './stored-ranking.ts';
import { validateCounts, validateSearch } from './validate-query.ts';
import type { Runs, WritableSpace } from './writable-space.ts';

export interface SpaceParts extends SearcherContext, QueuedWriteContext {
  index: QueuedWriteContext['index'];
  /** The newest warnings, newest last. */
  notices: readonly string[];
  releaseLock(): void;
}

/** The parts of the space. Throws `storage-closed` after `close`, so that all operations reject. */
type OpenParts = () => SpaceParts;

/** Creates the operations, after indexing and tagging the documents that a previous process has not finished. */
export async function embeddedSpace(parts: SpaceParts): Promise<WritableSpace> {
  const ranking = storedRanking(parts);
  const retagging = new ModelRetagging(parts);
  let closing: Promise<void> | undefined;

  parts.trainer.onTrained = () => void retagging.run();
  await parts.writes.runExclusive(async () => {
    await indexMissing(parts);
    await resumeRetagging(parts);
    parts.snapshots.saveIfDue(parts.index);
  });
  void retagging.run();

  function openParts(): SpaceParts {
    if (closing) throw closedError();
    return parts;
  }

  async function close(): Promise<void> {
    const { index, trainer, snapshots, database, writes, releaseLock } = parts;
    retagging.close();
    await writes.runExclusive(async () => {
      await Promise.all([index.close(), trainer.close()]);
      await snapshots.save(index);
      database.close();
      releaseLock();
    });
  }

  return {
    ...queryOperations(openParts, ranking),
    ...contentOperations(openParts, new DocumentWarnings(parts.warn)),
    ...runOperations(openParts),
    train: async () => openParts().trainer.train(),
    ranking: async () => ranking.read(),
    replaceRanking: async (settings) => ranking.replace(settings),
    close() {
      closing ??= close();
      return closing;
    },
  };
}

function queryOperations(openParts: OpenParts, ranking: StoredRanking): SearchSpace {
  /** Suggesters by scope; the empty key is the whole space. */
  const suggesters = new Map<string, RefreshingSuggester>();

  async function related(query: RelatedQuery, plugins: readonly RelatedPlugin[], signal?: AbortSignal) {
    signal?.throwIfAborted();
    validateCounts(query, 'count', 'summaryLength');
    return relatedDocuments(query, plugins, withScope(query.scope, openParts()), signal);
  }

  return {
    describe: async () => describeSpace(openParts()),
    async facets(references) {
      const { reader } = openParts().index;
      return references.map((reference) => findFacet(reference, reader)?.facet);
    },
    unresolved: async (scope) => resolveScope(scope, openParts().index.reader).unresolved,
    async search(query, signal) {
      signal?.throwIfAborted();
      validateSearch(query, openParts().embeddings);
      const context = query.ranking ? ranking.contextWith(query.ranking) : openParts();
      return search(query, withScope(query.scope, context), signal);
    },
    async suggest(query, signal) {
      signal?.throwIfAborted();
      validateCounts(query, 'count');
      const { index } = withScope(query.scope, openParts());
      const key = JSON.stringify(query.scope ?? '');
      const create = () => new RefreshingSuggester();
      return getOrInsertLatest(suggesters, MAX_CACHED_SCOPES, key, create).suggest(query, index);
    },
    similar: (query, signal) => related(query, similarities, signal),
    recommend: (query, signal) => related(query, recommenders, signal),
    async extract(query, signal) {
      signal?.throwIfAborted();
      validateCounts(query, 'count');
      const { tagger } = openParts();
      const { text, count, scope } = query;
      const language = canonicalLanguageTag(query.language) ?? (await tagger.detectLabelLanguage(text));
      const extractor = scope ? tagger.ruleBasedExtractor() : tagger.extractor();
      // In slices, because a long text would delay other queries.
      return runInSlices(extractor.extract({ text, count, language }, signal));
    },
    async document(id, options, signal) {
      signal?.throwIfAborted();
      const { scope } = options;
      const space = withScope(scope, openParts());
      const stored = requireDocument({ id, scope }, space);
      return runInSlices(fullDocument(stored, space.index.reader, options, signal));
    },
  };
}

function describeSpace({ index, notices }: SpaceParts): SpaceDescription {
  const { documents, thesaurus } = index.reader;
  const documentLanguages = index.reader.languages.map(({ language }) => language.code);
  const languages = [...new Set([...documentLanguages, ...thesaurus.languages])];
  return {
    documents,
    concepts: thesaurus.currentSize,
    languages: languages.filter((code) => canonicalLanguageTag(code) !== undefined),
    facets: offeredFacets(index.reader),
    recommenders: recommenders.map(({ name }) => name),
    similarities: similarities.map(({ name }) => name),
    ...(notices.length > 0 && { notices: [...notices] }),
  };
}

/** Limits a context to the documents of the scope. */
function withScope<Context extends SearcherContext>(scope: DocumentScope | undefined, context: Context) {
  return scope ? { ...context, index: scopedIndex(context.index, scope) } : context;
}

/** Documents, their embeddings, and the thesaurus. */
function contentOperations(openParts: OpenParts, warnings: DocumentWarnings) {
  async function deleteAll(ids: string[]): Promise<boolean[]> {
    const space = openParts();
    const existing = await space.writes.runExclusive(async () => removeDocuments(space, [...new Set(ids)]));
    return ids.map((id) => existing.has(id));
  }

  return {
    async put(documents) {
      const { embeddings, writes } = openParts();
      const { toWrite, outcome } = batchOutcome(documents, embeddings);
      warnings.check(toWrite);
      if (toWrite.length > 0) await writes.add(toWrite);
      return outcome();
    },
    delete: async (id) => (await deleteAll([id]))[0]!,
    deleteAll,
    list: async (after, count) => openParts().database.list(after ?? '', count),
    stored: async (id) => openParts().database.find(id)?.content,
    replaceThesaurus: async (content, type, part) => replaceThesaurus(openParts(), content, type, part),
    async removeThesaurus(part) {
      const space = openParts();
      return space.writes.runExclusive(() => removeThesaurus(space, part));
    },
    thesauri: async () => thesaurusParts(openParts().database.thesaurus()?.record),
    documentsToEmbed: async (count) => documentsToEmbed(openParts(), count),
    async addEmbeddings(computed) {
      const space = openParts();
      await space.writes.runExclusive(() => addEmbeddings(space, computed));
    },
  } satisfies Partial<WritableSpace>;
}

function runOperations(openParts: OpenParts): Runs {
  return {
    latestRun: async () => openParts().database.latestRun(),
    startRun: async (run) => openParts().database.startRun(run),
    addToRun: async (id, part) => openParts().database.addToRun(id, part),
    async hashes(ids) {
      const listed = openParts().database.listedByIds(ids);
      return ids.map((id) => listed.get(id)?.hash);
    },
    countMissing: async (id, prefix) => countMissing(openParts(), id, prefix),
    removeMissing: async (id, prefix) => removeMissing(openParts(), id, prefix),
    completeRun: async (id, removed) => void openParts().database.completeRun(id, removed),
    abandonRun: async (id) => openParts().database.abandonRun(id),
  };
}
