/** Snapshot store: saves and restores the index; rebuilds it if the snapshot is lost or damaged. */
import { errorMessage } from '@semantic-search/query/errors';
import type { ConceptColumns } from '../index/concept-columns.ts';
import type { ThesaurusInUse } from '../index/reader.ts';
import type { Segment } from '../index/segment.ts';
import type { Database } from '../storage/database.ts';
import { type SnapshotFile, SnapshotFolder } from '../storage/snapshot-folder.ts';
import { IndexWriter, type IndexWriterOptions, type TablesData } from './writer.ts';

/** A snapshot is due after this many changes, or after this share of the documents if that is more. */
const MIN_CHANGES = 20_000;
const CHANGED_SHARE = 0.05;

/** Version of the file format; the index of another version is rebuilt. */
const VERSION = 42;

/** Database setting with the manifest, so that a database restored from a backup does not use files of a later state. */
const MANIFEST = 'snapshot';

/** Description of the published snapshot, stored in the database. */
interface Manifest {
  version: number;
  /** Increases with every snapshot. */
  number: number;
  /** The snapshot contains all documents up to this key. */
  key: number;
  tables: SnapshotFile;
  segments: SnapshotFile[];
}

interface SegmentFile {
  segment: Segment;
  columns: ConceptColumns;
}

interface TablesFile {
  tables: TablesData;
  /** Tombstones by segment number. */
  deleted: Record<string, Uint8Array>;
  /** Model of the embeddings; absent without embeddings. */
  embeddingModel?: string | undefined;
}

export class SnapshotStore {
  readonly #folder: SnapshotFolder;
  readonly #database: Database;
  readonly #warn: (message: string) => void;
  /** Undefined if the space has no embeddings. */
  readonly #embeddingModel: string | undefined;
  /** The index contains all documents up to this key. */
  #indexedKey = 0;
  /** Changes since the last snapshot, and since the last attempt. */
  #unsaved = 0;
  #unattempted = 0;
  #published: Manifest | undefined;
  /** Number of the latest manifest, even an unusable one, so that file names are never reused. */
  #number = 0;
  #saving: Promise<void> | undefined;

  constructor(path: string, database: Database, warn: (message: string) => void, embeddingModel?: string) {
    this.#folder = new SnapshotFolder(path);
    this.#database = database;
    this.#warn = warn;
    this.#embeddingModel = embeddingModel;
  }

  /** Restores the index without documents removed since the snapshot. Returns an empty index if that is not possible. */
  restore(thesaurus: ThesaurusInUse, options: IndexWriterOptions): IndexWriter {
    try {
      const manifestText = this.#database.setting(MANIFEST);
      const manifest = manifestText === undefined ? undefined : (JSON.parse(manifestText) as Manifest);
      this.#number = manifest?.number ?? 0;
      if (manifest && this.#folder.has(manifest.tables)) return this.#restore(manifest, thesaurus, options);
      if (this.#database.lastKey() > 0)
        this.#warn('The index has no snapshot; it is rebuilt from the documents.');
    } catch (error) {
      const fault = `The snapshot of the index is unusable (${errorMessage(error)})`;
      this.#warn(`${fault}; the index is rebuilt from the documents.`);
    }
    this.#folder.removeOthers([]);
    return new IndexWriter(thesaurus, options);
  }

  #restore(manifest: Manifest, thesaurus: ThesaurusInUse, options: IndexWriterOptions): IndexWriter {
    if (manifest.version !== VERSION) throw new Error('it was written by another version');
    const { tables, deleted, embeddingModel } = this.#folder.read(manifest.tables) as TablesFile;
    const segments = manifest.segments.map((file) => this.#folder.read(file) as SegmentFile);
    const isSameModel = embeddingModel === this.#embeddingModel;
    if (!isSameModel && this.#embeddingModel !== undefined && this.#database.hasEmbeddings())
      throw new Error('it does not contain the embeddings of the documents');
    if (isSameModel) this.#published = manifest;
    else for (const { segment } of segments) delete segment.vectors;
    const index = new IndexWriter(thesaurus, options, tables);
    index.restore(segments.map((file) => ({ ...file, deleted: deleted[file.segment.number] ?? null })));
    this.#indexedKey = manifest.key;
    const removed = this.#removedSince(manifest, index);
    if (removed.length > 0) index.remove(removed);
    this.#recordChanges(removed.length);
    return index;
  }

  #removedSince({ key }: Manifest, { reader }: IndexWriter): number[] {
    if (this.#database.countUpTo(key) === reader.documents) return [];
    return reader.segments.flatMap((segment) => this.#database.removedAmong(segment.liveKeys()));
  }

  get indexedKey(): number {
    return this.#indexedKey;
  }

  recordIndexed(key: number, changes: number): void {
    this.#indexedKey = Math.max(this.#indexedKey, key);
    this.#recordChanges(changes);
  }

  /** Records a change that needs a new snapshot, such as another thesaurus. */
  recordLargeChange(): void {
    this.#recordChanges(1);
    this.#unattempted = Number.POSITIVE_INFINITY;
  }

  #recordChanges(count: number): void {
    this.#unsaved += count;
    this.#unattempted += count;
  }

  /** Starts to save in the background if a snapshot is due. */
  saveIfDue(index: IndexWriter): void {
    const isDue = this.#unattempted >= Math.max(MIN_CHANGES, index.reader.documents * CHANGED_SHARE);
    if (!this.#saving && isDue) void this.save(index);
  }

  /** Saves if anything has changed. A failure is only a warning, since the documents are in the database. */
  async save(index: IndexWriter): Promise<void> {
    // Saves run one after another. Other callers may have waited for the same save, so it is checked again.
    while (this.#saving) await this.#saving;
    if (this.#unsaved === 0) return;
    this.#unattempted = 0;
    this.#saving = this.#write(index).catch((error) =>
      this.#warn(
        `Saving the index failed (${errorMessage(error)}); opening the search space will take longer.`,
      ),
    );
    await this.#saving;
    this.#saving = undefined;
  }

  /** Writes the current state; the index may change meanwhile. */
  async #write(index: IndexWriter): Promise<void> {
    const { segments, indexedThesaurus } = index.reader;
    const key = this.#indexedKey;
    const changes = this.#unsaved;
    const number = this.#number + 1;
    const deleted: TablesFile['deleted'] = {};
    for (const reader of segments) if (reader.deleted) deleted[reader.segment.number] = reader.deleted;
    const content: TablesFile = { tables: index.packTables(), deleted, embeddingModel: this.#embeddingModel };
    const published = new Map(this.#published?.segments.map((file) => [file.name, file]));
    const files: SnapshotFile[] = [];
    for (const { segment, concepts } of segments) {
      const name = `segment-${segment.number}-${indexedThesaurus.number}`;
      const file: SegmentFile = { segment, columns: concepts };
      files.push(published.get(name) ?? (await this.#folder.write(name, file)));
    }
    const tables = await this.#folder.write(`tables-${number}`, content);
    await this.#folder.sync();
    this.#published = { version: VERSION, number, key, tables, segments: files };
    this.#database.writeSetting(MANIFEST, JSON.stringify(this.#published));
    this.#number = number;
    this.#folder.removeOthers([tables, ...files]);
    this.#unsaved -= changes;
  }
}
