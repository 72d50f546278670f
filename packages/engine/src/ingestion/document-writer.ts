/**
 * Write path of documents: tags them, builds segments, commits, and publishes the new index.
 *
 * The commit and the publication happen in one turn of the event loop. A query therefore never sees the database and the
 * index in different states.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DocumentTagger, documentText, labelLanguages } from '../concept-tagging/document-tagger.ts';
import type { Trainer } from '../concept-tagging/trainer.ts';
import { ownEmbedding } from '../index/indexable-document.ts';
import type { SnapshotStore } from '../index/snapshot-store.ts';
import { NO_EMBEDDING, type QuantizedEmbedding, quantize } from '../index/vector-column.ts';
import type { IndexWriter } from '../index/writer.ts';
import { contentHash } from '../storage/content-hash.ts';
import type { Database } from '../storage/database.ts';
import type { DocumentToStore } from '../storage/documents.ts';
import type { DocumentInput, EmbeddingSettings } from '../writable-space.ts';
import { buildSegments } from './build-segments.ts';

/** Documents that recovery reads from the database at a time. */
const MAX_RECOVERY_BATCH = 1000;

/** Each document takes up to 10 ms. */
const MAX_RETAGGING_BATCH = 100;

/** Takes about 10 ms. */
const DEFAULT_BATCH_SIZE = 250;

/** Each document takes up to 10 ms if its concepts have to be extracted. */
const TAGGING_BATCH_SIZE = 5;

/** Embeddings by document ID. */
export type ComputedEmbeddings = ReadonlyMap<string, QuantizedEmbedding>;

export interface DocumentWriter {
  /** Resolves when the documents are durable and indexed. Queries run meanwhile. */
  write(documents: DocumentInput[]): Promise<void>;
  /** Stores the same documents again, with other tags or embeddings; keeps the time of their last write. */
  store(documents: DocumentInput[], computed?: ComputedEmbeddings): Promise<void>;
  /** Indexes documents that were written after the last snapshot. */
  indexMissing(): Promise<void>;
  /** Whether documents used a previous thesaurus. */
  hasOutdated(): boolean;
  /** Repeats the concept extraction and language detection of documents that used a previous thesaurus. */
  retagOutdated(): Promise<void>;
}

export interface DocumentWriterContext {
  index: IndexWriter;
  database: Database;
  snapshots: SnapshotStore;
  tagger: DocumentTagger;
  trainer: Trainer;
  /** Undefined if the space has no embeddings. */
  embeddings: EmbeddingSettings | undefined;
  /** Documents to index between two turns of the event loop. */
  batchSize?: number | undefined;
}

export function documentWriter({
  index,
  database,
  snapshots,
  tagger,
  trainer,
  embeddings,
  batchSize = DEFAULT_BATCH_SIZE,
}: DocumentWriterContext): DocumentWriter {
  const segmentContext = { index, tagger, hasEmbeddings: embeddings !== undefined, batchSize };

  async function tagAll(documents: DocumentInput[]): Promise<DocumentToStore[]> {
    const all: DocumentToStore[] = [];
    for (let at = 0; at < documents.length; at += TAGGING_BATCH_SIZE) {
      if (at > 0) await nextTurn();
      all.push(...(await tagger.tag(documents.slice(at, at + TAGGING_BATCH_SIZE))));
    }
    return all.map((document) => ({ ...document, hash: contentHash(document.content) }));
  }

  async function store(
    documents: DocumentInput[],
    computed?: ComputedEmbeddings,
    written?: number,
  ): Promise<void> {
    const toStore = await tagAll(documents);
    const embeddingOf = embeddingFinder(documents, embeddings, database, computed);
    const lastKey = database.lastKey();
    const keyed = toStore.map((document, i) => ({
      ...document,
      embedding: embeddingOf(document.content),
      written,
      key: lastKey + 1 + i,
    }));
    const added = await buildSegments(keyed, segmentContext);
    // No await from here on: the commit and the publication must share a turn.
    const { number } = index.reader.indexedThesaurus;
    const replaced = database.put(keyed, number, snapshots.snapshotKey());
    index.add(added, replaced);
    snapshots.recordIndexed(lastKey + keyed.length, keyed.length);
    trainer.documentsWritten(() => index.reader);
  }

  function outdatedDocuments(count: number) {
    const { number, thesaurus } = index.reader.indexedThesaurus;
    return database.outdated(number, labelLanguages(thesaurus), count);
  }

  return {
    write: (documents) => store(documents, undefined, Date.now()),
    store: (documents, computed) => store(documents, computed),
    async indexMissing() {
      for (;;) {
        const missing = database.after(snapshots.indexedKey(), MAX_RECOVERY_BATCH);
        if (missing.length === 0) return;
        index.add(await buildSegments(missing, segmentContext));
        snapshots.recordIndexed(missing.at(-1)!.key, missing.length);
      }
    },
    hasOutdated: () => outdatedDocuments(1).length > 0,
    async retagOutdated() {
      for (;;) {
        const outdated = outdatedDocuments(MAX_RETAGGING_BATCH);
        if (outdated.length === 0) return;
        await store(outdated.map(({ content }) => content));
        await nextTurn();
      }
    },
  };
}

/** Finds the embedding of a document to write: its own, a computed one, or that of the same text written before. */
function embeddingFinder(
  documents: readonly DocumentInput[],
  settings: EmbeddingSettings | undefined,
  database: Database,
  computed: ComputedEmbeddings = new Map(),
): (document: DocumentInput) => QuantizedEmbedding | null {
  if (!settings) return () => null;
  const stored = settings.computed ? database.findEmbedded(documents.map(({ id }) => id)) : [];
  const previous = new Map(stored.map((each) => [each.id, each]));
  return (document) => {
    const own = ownEmbedding(document, settings);
    if (own) return quantize(own);
    if (!settings.computed) return NO_EMBEDDING;
    const { content, embedding = null } = previous.get(document.id) ?? {};
    const isReusable =
      content && !ownEmbedding(content, settings) && documentText(content) === documentText(document);
    return computed.get(document.id) ?? (isReusable ? embedding : null);
  };
}
