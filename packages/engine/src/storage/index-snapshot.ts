/** Keeps the index in a snapshot and takes it from there: what is missing or damaged is said, and rebuilt. */

import { errorMessage } from '../error-message.ts';
import type { ConceptColumns } from '../index/concept-columns.ts';
import type { Removed } from '../index/deletions.ts';
import type { ThesaurusInUse } from '../index/index-reader.ts';
import { IndexWriter, type Merge, type TablesData } from '../index/index-writer.ts';
import type { Segment } from '../index/segment.ts';
import type { SharedUint8Array } from '../shared-arrays.ts';
import type { Database } from './database.ts';
import { type Manifest, type SnapshotFile, SnapshotFolder } from './snapshot.ts';

/** A snapshot is due after so many changes, or this share of the documents where that is more. */
const fewestChanges = 20_000;
const changedShare = 0.05;

/** And where the database keeps more bytes than this of words that it has still to be told are gone. */
const mostToTell = 16e6;

interface SegmentFile {
  segment: Segment;
  columns: ConceptColumns;
}

interface TablesFile {
  tables: TablesData;
  /** Deleted documents, by number of the segment. */
  deleted: Record<string, SharedUint8Array>;
}

export interface SnapshotStore {
  folder: SnapshotFolder;
  database: Database;
  warn: (message: string) => void;
  /** All documents up to this key are in the index. */
  indexedKey(): number;
  recordIndexed(key: number, changes: number): void;
  /** Documents with keys above it are in no snapshot, nor in one that is being written. */
  snapshotKey(): number;
  /** These documents are gone; those that a snapshot may have are kept in mind until it has been told. */
  recordRemoved(documents: readonly Removed[]): void;
  /** More has changed than documents. */
  recordChange(): void;
  /** Begins to save where enough has changed; nothing waits for it. */
  saveIfDue(index: IndexWriter): void;
  /** Saves what has changed. Where that fails, it is said: the documents are in the database all the same. */
  save(index: IndexWriter): Promise<void>;
}

export function openSnapshots(
  path: string,
  database: Database,
  warn: (message: string) => void,
): SnapshotStore {
  const folder = new SnapshotFolder(path);
  let key = 0;
  /** Since the last snapshot, and since it was last tried to make one. */
  let [unsaved, untried] = [0, 0];
  /** Of words to be told, since it was last tried. */
  let bytes = 0;
  let snapshotKey = database.lastKey();
  let written = new Map<string, SnapshotFile>();

  let saving: Promise<void> | undefined;

  function change(count: number): void {
    unsaved += count;
    untried += count;
  }

  /** Of the index as it is now: it may change while this is written. */
  async function write(index: IndexWriter): Promise<void> {
    const { parts, thesaurus } = index.generation;
    snapshotKey = key;
    const mark = database.mark('index');
    const state = { mark, key, removal: database.lastRemoval(), thesaurus: thesaurus.number };
    const deleted: Record<string, SharedUint8Array> = {};
    for (const part of parts) if (part.deleted) deleted[part.segment.number] = part.deleted;
    const content: TablesFile = { tables: index.packTables(), deleted };
    const changes = unsaved;
    const files: SnapshotFile[] = [];
    for (const { segment, concepts } of parts) {
      const name = `segment-${segment.number}-${thesaurus.number}`;
      const known = written.get(name);
      files.push(known ?? (await folder.write(name, { segment, columns: concepts } satisfies SegmentFile)));
    }
    const tables = await folder.write(`tables-${state.key}-${state.removal}-${state.thesaurus}`, content);
    folder.publish({ ...state, tables, segments: files });
    database.forgetRemovals(state.removal);
    database.forgetOtherMarks('index', mark);
    written = new Map(files.map((file) => [file.name, file]));
    unsaved -= changes;
  }

  async function tryWriting(index: IndexWriter): Promise<void> {
    untried = 0;
    bytes = 0;
    try {
      await write(index);
    } catch (error) {
      warn(`The index could not be saved (${errorMessage(error)}); opening the space will take longer.`);
    }
  }

  /** One after the other. */
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
    indexedKey: () => key,
    recordIndexed(newKey, count) {
      key = Math.max(key, newKey);
      change(count);
    },
    snapshotKey: () => snapshotKey,
    recordRemoved(documents) {
      for (const each of documents) if (each.key <= snapshotKey) bytes += each.forms.byteLength;
    },
    recordChange: () => change(fewestChanges),
    saveIfDue(index) {
      const isMuch = untried >= Math.max(fewestChanges, index.generation.documents * changedShare);
      if (!saving && (isMuch || bytes > mostToTell)) void save(index);
    },
    save,
  };
}

/** The index of the snapshot without the documents removed since; an empty one where there is none to be had. */
export function restoreIndex(snapshots: SnapshotStore, merge: Merge, thesaurus: ThesaurusInUse): IndexWriter {
  const { database, folder, warn } = snapshots;
  try {
    const manifest = folder.manifest();
    if (manifest) return restore(manifest, snapshots, merge, thesaurus);
    if (database.lastKey() > 0) warn('There is no snapshot of the index; it is rebuilt from the documents.');
  } catch (error) {
    warn(
      `The snapshot of the index cannot be used (${errorMessage(error)}); it is rebuilt from the documents.`,
    );
    folder.clear();
  }
  return new IndexWriter(merge, thesaurus, warn);
}

function restore(
  manifest: Manifest,
  snapshots: SnapshotStore,
  merge: Merge,
  thesaurus: ThesaurusInUse,
): IndexWriter {
  const { database, folder, warn } = snapshots;
  if (!database.hasMark('index', manifest.mark)) throw new Error('it belongs to other documents');
  const { tables, deleted } = folder.read(manifest.tables) as TablesFile;
  const segments = manifest.segments.map((file) => folder.read(file) as SegmentFile);
  const index = new IndexWriter(merge, thesaurus, warn, tables);
  index.restore(segments.map((file) => ({ ...file, deleted: deleted[file.segment.number] ?? null })));
  const removed = database.removedAfter(manifest.removal, manifest.key);
  if (removed.length > 0) index.remove(removed);
  snapshots.recordRemoved(removed);
  snapshots.recordIndexed(manifest.key, removed.length);
  return index;
}
