/** Opens search spaces: the database, the index over it, and the parts that work on both. */
import { mkdirSync } from 'node:fs';
import {
  changeThesaurus,
  DEFAULT_QUERY_SETTINGS,
  deserializeThesaurus,
  emptyThesaurus,
  parseThesaurus,
  type QuerySettings,
} from '@semantic-search/query';
import { DocumentTagger } from './concept-tagging/document-tagger.ts';
import { type Train, Trainer } from './concept-tagging/trainer.ts';
import { embeddedSpace } from './embedded-space.ts';
import type { Merge } from './index-writing/merge-scheduler.ts';
import { mergeSegments } from './index-writing/merger.ts';
import { SnapshotStore } from './index-writing/snapshot-store.ts';
import { type ThesaurusBuilder, writeDocuments } from './ingestion/document-writer.ts';
import { WriteQueue } from './ingestion/write-queue.ts';
import { DEFAULT_RANKING } from './search/matching/ranking.ts';
import { SearchScratch } from './search/matching/search-scratch.ts';
import { type Database, openDatabase } from './storage/database.ts';
import { lockSpace } from './storage/file-lock.ts';
import { chownToFolderOwner } from './storage/file-ownership.ts';
import { requireDatabase, requireWritable, spaceFiles } from './storage/space-files.ts';
import type { DocumentInput, EmbeddingSettings, WritableSpace } from './writable-space.ts';

export interface SpaceOptions {
  /** Query expansion beyond the exact words; all options are on by default. */
  settings?: Partial<QuerySettings>;
  /** Receives warnings, for example about repairs and failed snapshots. */
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
}

/** `describe` returns this many of the newest warnings. */
const MAX_NOTICES = 10;

const synchronousBuilder: ThesaurusBuilder = {
  parse: parseThesaurus,
  change: async (...change) => changeThesaurus(...change),
};

/** Opens or creates the search space in `directory`. Rejects with `storage-locked` if any process has it open. */
export async function openSpace(directory: string, options: SpaceOptions = {}): Promise<WritableSpace> {
  if (mkdirSync(directory, { recursive: true }) !== undefined) chownToFolderOwner(directory);
  const files = spaceFiles(directory);
  requireWritable(files);
  const releaseLock = lockSpace(files.lock);
  let database: Database | undefined;
  try {
    requireDatabase(files);
    database = openDatabase(files.database);
    return await embeddedSpace({ ...openParts(database, files.index, options), releaseLock });
  } catch (error) {
    database?.close();
    releaseLock();
    throw error;
  }
}

function openParts(database: Database, indexFolder: string, options: SpaceOptions) {
  const { embeddings, maxDeletedShare, train, onWarning = () => {} } = options;
  const { merge = async (...task) => mergeSegments(...task), thesaurusBuilder = synchronousBuilder } =
    options;
  const notices: string[] = [];
  const warn = (message: string) => {
    notices.push(withoutPaths(message));
    if (notices.length > MAX_NOTICES) notices.shift();
    onWarning(message);
  };
  if (embeddings) database.useEmbeddingModel(embeddings.model);
  const snapshots = new SnapshotStore(indexFolder, database, warn, embeddings?.model);
  const index = snapshots.restore(storedThesaurus(database), { merge, warn, maxDeletedShare });
  const trainer = new Trainer({ index, database, train, warn });
  const tagger = new DocumentTagger(index, trainer);
  const writeContext = { index, database, snapshots, trainer, tagger, thesaurusBuilder, embeddings, warn };
  return {
    ...writeContext,
    writes: new WriteQueue<DocumentInput>((documents) => writeDocuments(writeContext, documents)),
    notices,
    settings: { ...DEFAULT_QUERY_SETTINGS, ...options.settings },
    ranking: DEFAULT_RANKING,
    scratch: new SearchScratch(),
  };
}

function storedThesaurus(database: Database) {
  const stored = database.thesaurus();
  return {
    number: stored?.number ?? 0,
    ...(stored ? deserializeThesaurus(stored.record) : emptyThesaurus()),
  };
}

/** Notices are public, and messages of system errors contain the path of a file. */
function withoutPaths(message: string): string {
  return message.replace(/ '(?:\/|[A-Za-z]:\\)[^']*'/g, ' a file');
}
