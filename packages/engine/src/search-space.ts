/** A search space of this process: what is durable, the index over it, and the questions it answers. */
import { mkdirSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DocumentInput, WritableSpace } from './api.ts';
import { closable } from './closable.ts';
import { backgroundRetagging } from './concept-tagging/background-retagging.ts';
import { type DocumentTagger, documentTagger } from './concept-tagging/document-tagger.ts';
import { openTrainer, type Train, type Trainer } from './concept-tagging/trainer.ts';
import { runInSlices } from './cooperative-scheduling.ts';
import { documentWriter } from './document-writer.ts';
import { prepareTotals } from './facets/warm-up.ts';
import type { Merge } from './index/index-writer.ts';
import { sortDocuments } from './index/indexable-document.ts';
import { mergeParts } from './index/merge-segments.ts';
import { languageWarnings } from './language-warnings.ts';
import { ALL_QUERY_OPTIONS, type QueryOptions } from './query/query-plan.ts';
import type { SearcherContext } from './search/searcher.ts';
import { searchSpaceQueries } from './search-space-queries.ts';
import { type Database, openDatabase } from './storage/database.ts';
import { chownToFolderOwner } from './storage/file-ownership.ts';
import { openSnapshots, restoreIndex, type SnapshotStore } from './storage/index-snapshot.ts';
import { lockSpace } from './storage/lock.ts';
import { requireDatabase, requireWritable, spaceFiles } from './storage/space-files.ts';
import { deserializeThesaurus, emptyThesaurus, parseThesaurus } from './thesaurus/serialization.ts';
import { thesaurusChanges } from './thesaurus/version-diff.ts';
import { writeQueue } from './write-queue.ts';

export interface SpaceOptions {
  /** What may be done beyond looking for exactly the words typed; everything unless switched off. */
  settings?: Partial<QueryOptions>;
  /** Told in words when something had to be repaired. */
  onWarning?: (message: string) => void;
  /** Where segments are merged; on this thread unless given. */
  merge?: Merge;
  /** Where a thesaurus is read; on this thread unless given. */
  readThesaurus?: typeof parseThesaurus;
  /** Where it is learned from tagged documents how to tag others; without it, others are tagged by rule. */
  train?: Train;
  /** After how many of the documents of one write questions are answered; 250 unless given. */
  batchSize?: number;
}

/** Newest notices that a space tells about itself. */
const mostNotices = 10;

/** Opens the space kept in `directory`, or begins one there. Only one process may have it open. */
export async function openSpace(directory: string, options: SpaceOptions = {}): Promise<WritableSpace> {
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
    const merge: Merge = options.merge ?? (async (...task) => mergeParts(...task));
    const notices: string[] = [];
    const warn = (message: string) => {
      notices.push(message);
      if (notices.length > mostNotices) notices.shift();
      options.onWarning?.(message);
    };
    const snapshots = openSnapshots(files.index, database, warn);
    const learning = openTrainer(files.model, database, options.train, warn);
    const index = restoreIndex(snapshots, merge, thesaurus);
    prepareTotals(index);
    const settings = { ...ALL_QUERY_OPTIONS, ...options.settings };
    const holdings = { index, database, settings };
    const { release } = lock;
    const parts = { holdings, snapshots, learning, folder: files.model, notices, warn, release };
    const { catchUp, ...open } = spaceOver(parts, options);
    await catchUp();
    return closable(open);
  } catch (error) {
    database?.close();
    lock.release();
    throw error;
  }
}

/** What an open space is made of. */
interface Parts {
  holdings: SearcherContext;
  snapshots: SnapshotStore;
  learning: Trainer;
  /** Of what is learned. */
  folder: string;
  notices: readonly string[];
  warn(message: string): void;
  /** Lets others open it. */
  release(): void;
}

function spaceOver(
  { holdings, snapshots, learning, folder, notices, warn, release }: Parts,
  { readThesaurus: read = parseThesaurus, batchSize: stretch }: SpaceOptions,
): WritableSpace & { catchUp(): Promise<void> } {
  const { index, database } = holdings;
  const tellLanguages = languageWarnings(warn);
  const tags: DocumentTagger = documentTagger(index, learning);
  const {
    store,
    indexMissing,
    retagOutdated: renewTags,
  } = documentWriter({
    index,
    database,
    snapshots,
    tags,
    learning,
    stretch,
  });
  const { runExclusive: inTurn, add } = writeQueue<DocumentInput>(async (documents) => {
    await store(documents);
    snapshots.saveIfDue(index);
  });

  const retagging = backgroundRetagging(folder, { index, database, tags, store, runExclusive: inTurn, warn });
  learning.onTrained(retagging.start);

  return {
    catchUp: () =>
      inTurn(async () => {
        await indexMissing();
        await renewTags();
        snapshots.saveIfDue(index);
        retagging.resume();
      }),
    ...searchSpaceQueries(holdings, tags, notices),
    async put(documents) {
      const { accepted, refused } = sortDocuments(documents);
      tellLanguages(accepted);
      if (accepted.length > 0) await add(accepted);
      return { accepted: accepted.length, refused };
    },
    delete: (id) =>
      inTurn(async () => {
        const found = database.find(id);
        if (!found) return false;
        const forms = await runInSlices(index.formsOfDocument(found));
        const snapshotKey = snapshots.snapshotKey();
        const removed = database.delete(id, { formsOfDocument: () => forms, snapshotKey })!;
        index.remove([removed]);
        snapshots.recordRemoved([removed]);
        snapshots.recordIndexed(0, 1);
        snapshots.saveIfDue(index);
        return true;
      }),
    async stored(id) {
      return database.find(id)?.content;
    },
    async replaceThesaurus(content, mediaType) {
      const { record, report } = await read(content, mediaType);
      return inTurn(async () => {
        const number = index.generation.thesaurus.number + 1;
        database.replaceThesaurus(number, record);
        const former = index.generation.thesaurus.thesaurus;
        const opened = deserializeThesaurus(record);
        await index.replaceThesaurus({ number, ...opened }, nextTurn);
        await renewTags();
        snapshots.recordChange();
        learning.documentsWritten(() => index.generation);
        snapshots.saveIfDue(index);
        const changes = thesaurusChanges(former, opened.thesaurus, (uri) => index.subjects.find(uri) >= 0);
        return { ...report, warnings: [...changes, ...report.warnings] };
      });
    },
    train: () => learning.train(() => index.generation),
    close: () => {
      retagging.close();
      return inTurn(async () => {
        await Promise.all([index.close(), learning.close()]);
        await snapshots.save(index);
        database.close();
        release();
      });
    },
  };
}
