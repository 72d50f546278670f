/**
 * Write path of documents: tags them, builds segments, commits, and publishes the new index.
 *
 * The commit and the publication happen in one turn of the event loop. A query therefore never sees the database and the
 * index in different states.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { parseThesaurus, ThesaurusChange } from '@semantic-search/query';
import { runInSlices } from '@semantic-search/query/scheduling';
import type { DocumentTagger } from '../concept-tagging/document-tagger.ts';
import type { Trainer } from '../concept-tagging/trainer.ts';
import { NO_EMBEDDING, type QuantizedEmbedding, quantize } from '../index/vector-column.ts';
import { documentText } from '../index-writing/document-sections.ts';
import { ownEmbedding } from '../index-writing/document-validation.ts';
import type { IndexableDocument, SegmentBuilder } from '../index-writing/segment-builder.ts';
import type { SnapshotStore } from '../index-writing/snapshot-store.ts';
import type { AddedSegment, IndexWriter } from '../index-writing/writer.ts';
import { contentHash } from '../storage/content-hash.ts';
import type { Database } from '../storage/database.ts';
import type { DocumentToStore, StoredDocument, TaggedDocument } from '../storage/documents.ts';
import type { DocumentInput, EmbeddingSettings } from '../writable-space.ts';
import type { WriteQueue } from './write-queue.ts';

/** Documents that recovery reads from the database at a time. */
const MAX_RECOVERY_BATCH = 1000;
/** Maximum size of a new segment: large segments are merged less often. */
const MAX_NEW_SEGMENT_DOCS = 1000;
/** Documents to index between two turns of the event loop; takes about 10 ms, which delays queries by no more. */
const INDEXING_BATCH_SIZE = 250;

/** Operations on thesauri, which take seconds. */
export interface ThesaurusBuilder {
  parse: typeof parseThesaurus;
  /** Resolves to the record of the changed thesaurus. */
  change(current: Uint8Array | undefined, change: ThesaurusChange): Promise<Uint8Array>;
}

/** Parts of an open search space that its writes share. */
export interface WriteContext {
  index: IndexWriter;
  database: Database;
  snapshots: SnapshotStore;
  tagger: DocumentTagger;
  trainer: Trainer;
  thesaurusBuilder: ThesaurusBuilder;
  /** Undefined if the space has no embeddings. */
  embeddings?: EmbeddingSettings | undefined;
  warn(message: string): void;
}

/** Parts of an open search space whose writes wait in a queue until they run exclusively. */
export interface QueuedWriteContext extends WriteContext {
  writes: WriteQueue<DocumentInput>;
}

/** Writes new documents, or new versions of documents. Must run exclusively. */
export async function writeDocuments(space: WriteContext, documents: DocumentInput[]): Promise<void> {
  const written = space.database.writeTime(Date.now());
  await storeDocuments(space, await space.tagger.tag(documents), { written });
  space.snapshots.saveIfDue(space.index);
}

interface StoreOptions {
  /** Embeddings by document ID. */
  computed?: ReadonlyMap<string, QuantizedEmbedding> | undefined;
  /** Time of the write. Default: time of the previous version, for unchanged documents with new tags or embeddings. */
  written?: number;
}

/** Stores and indexes documents. Resolves when they are durable. Must run exclusively; queries can run meanwhile. */
export async function storeDocuments(
  space: WriteContext,
  documents: readonly TaggedDocument[],
  { computed, written }: StoreOptions = {},
): Promise<void> {
  if (documents.length === 0) return;
  const { index, database, snapshots, trainer } = space;
  const embeddingOf = embeddingFinder(space, documents, computed);
  const versions = written === undefined ? database.listedByIds(documents.map(({ id }) => id)) : undefined;
  const firstKey = database.lastKey() + 1;
  const toStore: DocumentToStore[] = documents.map((document, i) => ({
    ...document,
    hash: contentHash(document.content),
    embedding: embeddingOf(document.content),
    written: written ?? versions?.get(document.id)?.written ?? null,
    key: firstKey + i,
  }));
  const segments = await buildSegments(space, toStore);
  // No await from here on: the commit and the publication must share a turn.
  const replacedKeys = database.replaceDocuments(toStore, index.reader.indexedThesaurus.number);
  index.add(segments, replacedKeys);
  snapshots.recordIndexed(toStore.at(-1)!.key, toStore.length);
  trainer.documentsWritten();
}

/** Deletes documents in one transaction. Returns the ids that existed. Must run exclusively. */
export function removeDocuments(space: WriteContext, ids: readonly string[]): Set<string> {
  const { index, database, snapshots } = space;
  const removed = database.delete(ids);
  if (removed.size > 0) {
    index.remove([...removed.values()]);
    snapshots.recordIndexed(0, removed.size);
    snapshots.saveIfDue(index);
  }
  return new Set(removed.keys());
}

/** Indexes documents that were written after the last snapshot. */
export async function indexMissing(space: WriteContext): Promise<void> {
  const { index, database, snapshots } = space;
  for (;;) {
    const notIndexed = database.after(snapshots.indexedKey, MAX_RECOVERY_BATCH);
    if (notIndexed.length === 0) return;
    index.add(await buildSegments(space, notIndexed));
    snapshots.recordIndexed(notIndexed.at(-1)!.key, notIndexed.length);
  }
}

/** Builds segments that are not published yet, in steps between which queries run. */
async function buildSegments(space: WriteContext, documents: readonly StoredDocument[]) {
  const { index, tagger, embeddings } = space;
  const segments: AddedSegment[] = [];
  for (let begin = 0; begin < documents.length; begin += MAX_NEW_SEGMENT_DOCS) {
    const segmentDocuments = documents.slice(begin, begin + MAX_NEW_SEGMENT_DOCS);
    const builder = index.startSegment();
    for (let from = 0; from < segmentDocuments.length; from += INDEXING_BATCH_SIZE) {
      const batch = segmentDocuments.slice(from, from + INDEXING_BATCH_SIZE);
      const indexable = await tagger.indexable(batch);
      if (embeddings)
        for (const [i, document] of indexable.entries()) document.embedding = batch[i]!.embedding ?? null;
      await runInSlices(addDocuments(builder, indexable));
      await nextTurn();
    }
    segments.push(index.buildSegment(builder));
  }
  return segments;
}

/** Adds documents to a segment; yields after each document and within long documents. */
function* addDocuments(builder: SegmentBuilder, documents: readonly IndexableDocument[]) {
  for (const document of documents) {
    yield* builder.add(document);
    yield;
  }
}

/** Finds the embedding of a document to write: its own, a computed one, or the stored embedding of the same text. */
function embeddingFinder(
  { embeddings: settings, database }: WriteContext,
  documents: readonly TaggedDocument[],
  computed: StoreOptions['computed'],
): (document: DocumentInput) => QuantizedEmbedding | null {
  if (!settings) return () => null;
  const storedDocuments = settings.computed ? database.findEmbedded(documents.map(({ id }) => id)) : [];
  const previous = new Map(storedDocuments.map((document) => [document.id, document]));
  return (document) => {
    const ownVector = ownEmbedding(document, settings);
    if (ownVector) return quantize(ownVector);
    if (!settings.computed) return NO_EMBEDDING;
    const { content, embedding = null } = previous.get(document.id) ?? {};
    const isReusable =
      content && !ownEmbedding(content, settings) && documentText(content) === documentText(document);
    return computed?.get(document.id) ?? (isReusable ? embedding : null);
  };
}
