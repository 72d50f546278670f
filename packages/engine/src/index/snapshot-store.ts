/** Snapshot store: saves and restores the index; rebuilds it if the snapshot is incomplete or damaged. */

import type { SharedUint8Array } from '@semantic-search/query/collections';
import { errorMessage } from '@semantic-search/query/errors';
import type { Database } from '../storage/database.ts';
import { type Manifest, type SnapshotFile, SnapshotFolder } from '../storage/snapshot-folder.ts';
import type { ConceptColumns } from './concept-columns.ts';
import type { ThesaurusInUse } from './reader.ts';
import type { Segment } from './segment.ts';
import { IndexWriter, type Merge, type TablesData } from './writer.ts';

/** A snapshot is due after this many changes, or after this share of the documents if that is more. */
const MIN_CHANGES = 20_000;
const CHANGED_SHARE = 0.05;

interface SegmentFile {
  segment: Segment;
  columns: ConceptColumns;
}

interface TablesFile {
  tables: TablesData;
  /** Tombstones by segment number. */
  deleted: Record<string, SharedUint8Array>;
  /** Model of the embeddings; absent without embeddings. */
  embeddingModel?: string;
}

export interface SnapshotStore {
  folder: SnapshotFolder;
  database: Database;
  warn: (message: string) => void;
  /** Undefined if the space has no embeddings. */
  embeddingModel: string | undefined;
  /** The index contains all documents up to this key. */
  indexedKey(): number;
  recordIndexed(key: number, changes: number): void;
  /** Highest key in a snapshot, including one being written. */
  snapshotKey(): number;
  /** Records a change that needs a new snapshot, such as another thesaurus. */
  recordChange(): void;
  /** Starts to save in the background if a snapshot is due. */
  saveIfDue(index: IndexWriter): void;
  /** Saves if anything has changed. A failure is only a warning, since the documents are in the database. */
  save(index: IndexWriter): Promise<void>;
}

export function openSnapshots(
  path: string,
  database: Database,
  warn: (message: string) => void,
  embeddingModel?: string,
): SnapshotStore {
  const folder = new SnapshotFolder(path);
  let key = 0;
  /** Changes since the last snapshot, and since the last attempt. */
  let [unsaved, unattempted] = [0, 0];
  let snapshotKey = database.lastKey();
  let written = new Map<string, SnapshotFile>();

  let saving: Promise<void> | undefined;

  function change(count: number): void {
    unsaved += count;
    unattempted += count;
  }

  /** Writes the current state; the index may change meanwhile. */
  async function write(index: IndexWriter): Promise<void> {
    const { segments, indexedThesaurus } = index.reader;
    snapshotKey = key;
    const mark = database.mark('index');
    const state = { mark, key, removal: database.lastRemoval(), thesaurus: indexedThesaurus.number };
    const deleted: Record<string, SharedUint8Array> = {};
    for (const reader of segments) if (reader.deleted) deleted[reader.segment.number] = reader.deleted;
    const content: TablesFile = {
      tables: index.packTables(),
      deleted,
      ...(embeddingModel !== undefined && { embeddingModel }),
    };
    const changes = unsaved;
    const files: SnapshotFile[] = [];
    for (const { segment, concepts } of segments) {
      const name = `segment-${segment.number}-${indexedThesaurus.number}`;
      const existing = written.get(name);
      files.push(
        existing ?? (await folder.write(name, { segment, columns: concepts } satisfies SegmentFile)),
      );
    }
    const tables = await folder.write(`tables-${state.key}-${state.removal}-${state.thesaurus}`, content);
    folder.publish({ ...state, tables, segments: files });
    database.forgetRemovals(state.removal);
    database.forgetOtherMarks('index', mark);
    written = new Map(files.map((file) => [file.name, file]));
    unsaved -= changes;
  }

  async function tryWriting(index: IndexWriter): Promise<void> {
    unattempted = 0;
    try {
      await write(index);
    } catch (error) {
      warn(`Saving the index failed (${errorMessage(error)}); opening the search space will take longer.`);
    }
  }

  /** Saves run one after another. */
  async function save(index: IndexWriter): Promise<void> {
    await saving;
    if (unsaved === 0) return;
    saving = tryWriting(index);
    await saving;
    saving = undefined;
  }

  return {
    folder,
    database,
    warn,
    embeddingModel,
    indexedKey: () => key,
    recordIndexed(newKey, count) {
      key = Math.max(key, newKey);
      change(count);
    },
    snapshotKey: () => snapshotKey,
    recordChange() {
      unsaved += 1;
      unattempted = Infinity;
    },
    saveIfDue(index) {
      const isDue = unattempted >= Math.max(MIN_CHANGES, index.reader.documents * CHANGED_SHARE);
      if (!saving && isDue) void save(index);
    },
    save,
  };
}

export interface IndexOptions {
  /** Whether words in attribute values are indexed; another value than that of the snapshot rebuilds the index. */
  searchAttributes: boolean;
  /** See `SpaceOptions`. */
  maxDeletedShare?: number | undefined;
}

/** Restores the index without documents removed since the snapshot. Returns an empty index if that is not possible. */
export function restoreIndex(
  snapshots: SnapshotStore,
  merge: Merge,
  thesaurus: ThesaurusInUse,
  options: IndexOptions,
): IndexWriter {
  const { database, folder, warn } = snapshots;
  try {
    const manifest = folder.manifest();
    if (manifest) return restore(manifest, snapshots, { merge, thesaurus, ...options });
    if (database.lastKey() > 0) warn('The index has no snapshot; it is rebuilt from the documents.');
  } catch (error) {
    warn(
      `The snapshot of the index is unusable (${errorMessage(error)}); the index is rebuilt from the documents.`,
    );
    folder.clear();
  }
  return new IndexWriter(merge, thesaurus, warn, writerData(options));
}

function writerData({ searchAttributes, maxDeletedShare }: IndexOptions) {
  return { searchesAttributes: searchAttributes, ...(maxDeletedShare !== undefined && { maxDeletedShare }) };
}

function restore(
  manifest: Manifest,
  snapshots: SnapshotStore,
  { merge, thesaurus, ...options }: { merge: Merge; thesaurus: ThesaurusInUse } & IndexOptions,
): IndexWriter {
  const { database, folder, warn } = snapshots;
  if (!database.hasMark('index', manifest.mark)) throw new Error('it was made from another database');
  const { tables, deleted, embeddingModel } = folder.read(manifest.tables) as TablesFile;
  if (tables.searchesAttributes !== options.searchAttributes)
    throw new Error('other fields are searched now');
  const segments = manifest.segments.map((file) => folder.read(file) as SegmentFile);
  if (embeddingModel !== snapshots.embeddingModel) {
    if (snapshots.embeddingModel !== undefined && database.hasEmbeddings())
      throw new Error('it does not contain the embeddings of the documents');
    for (const { segment } of segments) delete segment.vectors;
  }
  const index = new IndexWriter(merge, thesaurus, warn, { ...tables, ...writerData(options) });
  index.restore(segments.map((file) => ({ ...file, deleted: deleted[file.segment.number] ?? null })));
  const removed = database.removedAfter(manifest.removal, manifest.key);
  if (removed.length > 0) index.remove(removed);
  snapshots.recordIndexed(manifest.key, removed.length);
  return index;
}
