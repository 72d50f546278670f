/** Embedded search space: a durable database, the index over it, and the operations on both. */
import { mkdirSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  ALL_QUERY_OPTIONS,
  deserializeThesaurus,
  emptyThesaurus,
  type QueryOptions,
} from '@semantic-search/query';
import { closable } from './closable.ts';
import { backgroundRetagging } from './concept-tagging/background-retagging.ts';
import { countedAttempts } from './concept-tagging/counted-attempts.ts';
import { type DocumentTagger, documentTagger } from './concept-tagging/document-tagger.ts';
import { openTrainer, type Train, type Trainer } from './concept-tagging/trainer.ts';
import { validateDocuments } from './index/indexable-document.ts';
import { mergeSegments } from './index/merger.ts';
import { openSnapshots, restoreIndex, type SnapshotStore } from './index/snapshot-store.ts';
import type { Merge } from './index/writer.ts';
import { documentWarnings } from './ingestion/document-warnings.ts';
import { documentWriter } from './ingestion/document-writer.ts';
import { embeddingQueue } from './ingestion/embedding-queue.ts';
import { runOperations } from './ingestion/run-operations.ts';
import { writeQueue } from './ingestion/write-queue.ts';
import { DEFAULT_SCORING, type RankingSettings } from './search/ranking.ts';
import { SearchScratch } from './search/search-scratch.ts';
import type { SearcherContext } from './search/searcher.ts';
import { searchSpaceQueries } from './search-space-queries.ts';
import { type Database, openDatabase } from './storage/database.ts';
import { chownToFolderOwner } from './storage/file-ownership.ts';
import { requireDatabase, requireWritable, spaceFiles } from './storage/space-files.ts';
import { lockSpace } from './storage/space-lock.ts';
import { rankingUpdates } from './stored-ranking.ts';
import { synchronousBuilder, type ThesaurusBuilder, thesaurusWriter } from './thesaurus-writer.ts';
import type { DocumentInput, EmbeddingSettings, WritableSpace } from './writable-space.ts';

export interface SpaceOptions {
  /** Query expansion beyond the exact words; all options are on by default. */
  settings?: Partial<QueryOptions>;
  /** Ranking settings that replace the stored ones. */
  ranking?: RankingSettings;
  /** Searches words in attribute values, such as authors and keywords, too; true by default. A change rebuilds the index. */
  searchAttributes?: boolean;
  /** Receives warnings, such as repairs and failed snapshots. */
  onWarning?: (message: string) => void;
  /** Merges segments; by default on this thread. */
  merge?: Merge;
  /** Parses and combines thesauri; by default on this thread. */
  thesaurusBuilder?: ThesaurusBuilder;
  /** Trains the concept model; without it documents are tagged by rule. */
  train?: Train;
  /** Ranks by embeddings in addition to words; documents may have embeddings then. */
  embeddings?: EmbeddingSettings;
  /** Share of deleted documents above which a segment is merged; their words count until then. 0.3 by default. */
  maxDeletedShare?: number;
  /** Number of documents that a write indexes between two turns of the event loop; 250 by default. */
  batchSize?: number;
}

/** A search space whose host has validated documents before their transfer. */
export interface HostedSpace extends WritableSpace {
  /** Like `put`, for documents that `validateDocuments` accepted. */
  putValid(documents: DocumentInput[]): Promise<void>;
}

/** `describe` returns this many of the newest warnings. */
const MAX_NOTICES = 10;

/**
 * Opens the search space in `directory`, or creates one. Rejects with `storage-locked` if it is already open, in this
 * or another process.
 */
export async function openSpace(directory: string, options: SpaceOptions = {}): Promise<HostedSpace> {
  if (mkdirSync(directory, { recursive: true }) !== undefined) chownToFolderOwner(directory);
  const files = spaceFiles(directory);
  const lock = lockSpace(files.lock);
  let database: Database | undefined;
  try {
    requireDatabase(files);
    requireWritable(files);
    database = openDatabase(files.database);
    const stored = database.thesaurus();
    const opened = stored ? deserializeThesaurus(stored.record) : emptyThesaurus();
    const thesaurus = { number: stored?.number ?? 0, ...opened };
    const merge: Merge = options.merge ?? (async (...task) => mergeSegments(...task));
    const notices: string[] = [];
    const warn = (message: string) => {
      notices.push(withoutPaths(message));
      if (notices.length > MAX_NOTICES) notices.shift();
      options.onWarning?.(message);
    };
    const { embeddings } = options;
    if (embeddings) database.useEmbeddingModel(embeddings.model);
    const snapshots = openSnapshots(files.index, database, warn, embeddings?.model);
    const trainer = openTrainer(files.model, database, options.train, warn);
    const { searchAttributes = true, maxDeletedShare } = options;
    const index = restoreIndex(snapshots, merge, thesaurus, { searchAttributes, maxDeletedShare });
    const settings = { ...ALL_QUERY_OPTIONS, ...options.settings };
    const context = {
      ...{ index, database, settings, embeddings },
      ranking: DEFAULT_SCORING,
      scratch: new SearchScratch(),
    };
    const { release } = lock;
    const parts = { context, snapshots, trainer, modelFolder: files.model, notices, warn, release };
    const { recover, ...space } = createSpace(parts, options);
    await recover();
    return closable(space);
  } catch (error) {
    database?.close();
    lock.release();
    throw error;
  }
}

/** Notices are public, and messages of system errors contain the path of a file. */
function withoutPaths(message: string): string {
  return message.replace(/ '(?:\/|[A-Za-z]:\\)[^']*'/g, ' a file');
}

interface SpaceParts {
  context: SearcherContext;
  snapshots: SnapshotStore;
  trainer: Trainer;
  modelFolder: string;
  notices: readonly string[];
  warn(message: string): void;
  /** Releases the lock. */
  release(): void;
}

function createSpace(
  { context, snapshots, trainer, modelFolder, notices, warn, release }: SpaceParts,
  { thesaurusBuilder = synchronousBuilder, batchSize, ranking = {} }: SpaceOptions,
): HostedSpace & { recover(): Promise<void> } {
  const { index, database, embeddings } = context;
  const warnAbout = documentWarnings(warn);
  const tagger: DocumentTagger = documentTagger(index, trainer);
  const { write, store, indexMissing, hasOutdated, retagOutdated } = documentWriter({
    index,
    database,
    snapshots,
    tagger,
    trainer,
    embeddings,
    batchSize,
  });
  const { runExclusive, add } = writeQueue<DocumentInput>(async (documents) => {
    await write(documents);
    snapshots.saveIfDue(index);
  });

  /** Deletes documents in one transaction. Returns the ids that existed. Must run exclusively. */
  function remove(ids: readonly string[]): Set<string> {
    const removed = database.delete(ids, snapshots.snapshotKey());
    if (removed.size === 0) return new Set();
    index.remove([...removed.values()]);
    snapshots.recordIndexed(0, removed.size);
    snapshots.saveIfDue(index);
    return new Set(removed.keys());
  }

  const recovery = countedAttempts(modelFolder, warn);
  const retagging = backgroundRetagging(modelFolder, { index, database, tagger, store, runExclusive, warn });
  trainer.onTrained(retagging.start);

  async function putValid(documents: DocumentInput[]): Promise<void> {
    warnAbout(documents);
    if (documents.length > 0) await add(documents);
  }

  return {
    recover: () =>
      runExclusive(async () => {
        await indexMissing();
        await recovery.attempt(hasOutdated, retagOutdated);
        snapshots.saveIfDue(index);
        retagging.resume();
      }),
    ...searchSpaceQueries(context, tagger, notices, rankingUpdates(context, ranking)),
    async put(documents) {
      const { accepted, refused } = validateDocuments(documents, embeddings);
      await putValid(accepted);
      return { accepted: accepted.length, refused };
    },
    putValid,
    delete: (id) => runExclusive(async () => remove([id]).has(id)),
    deleteAll: (ids) =>
      runExclusive(async () => {
        const existing = remove([...new Set(ids)]);
        return ids.map((id) => existing.has(id));
      }),
    list: async (after, count) => database.list(after ?? '', count),
    ...runOperations({ database, runExclusive, remove }),
    async stored(id) {
      return database.find(id)?.content;
    },
    ...thesaurusWriter({
      index,
      database,
      builder: thesaurusBuilder,
      runExclusive,
      async apply(thesaurus) {
        await index.replaceThesaurus(thesaurus, nextTurn);
        await retagOutdated();
        snapshots.recordChange();
        trainer.documentsWritten(() => index.reader);
        snapshots.saveIfDue(index);
      },
    }),
    train: () => trainer.train(() => index.reader),
    ...embeddingQueue({ settings: embeddings, database, store, runExclusive }),
    close: () => {
      retagging.close();
      return runExclusive(async () => {
        await Promise.all([index.close(), trainer.close()]);
        await snapshots.save(index);
        database.close();
        release();
      });
    },
  };
}
