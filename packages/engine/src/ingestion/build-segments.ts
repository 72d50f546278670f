/** New segments of stored documents, built in steps between which queries run. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CooperativeTask, runInSlices } from '@semantic-search/query/scheduling';
import type { DocumentTagger } from '../concept-tagging/document-tagger.ts';
import type { IndexableDocument, SegmentBuilder } from '../index/segment-builder.ts';
import type { AddedSegment, IndexWriter } from '../index/writer.ts';
import type { StoredDocument } from '../storage/documents.ts';

/** The larger new segments are, the less often merging copies their documents. */
const MAX_NEW_SEGMENT_DOCS = 1000;

export interface SegmentContext {
  index: IndexWriter;
  tagger: DocumentTagger;
  hasEmbeddings: boolean;
  /** Documents to index between two turns of the event loop. */
  batchSize: number;
}

/** Builds segments that are not published yet. */
export async function buildSegments(
  documents: readonly StoredDocument[],
  { index, tagger, hasEmbeddings, batchSize }: SegmentContext,
): Promise<AddedSegment[]> {
  const segments: AddedSegment[] = [];
  for (let at = 0; at < documents.length; at += MAX_NEW_SEGMENT_DOCS) {
    const chunk = documents.slice(at, at + MAX_NEW_SEGMENT_DOCS);
    const segment = index.startSegment();
    for (let from = 0; from < chunk.length; from += batchSize) {
      const batch = chunk.slice(from, from + batchSize);
      const indexable = await tagger.indexable(batch);
      const withEmbeddings = hasEmbeddings
        ? indexable.map((each, i) => ({ ...each, embedding: batch[i]!.embedding ?? null }))
        : indexable;
      await runInSlices(addDocuments(segment, withEmbeddings));
      await nextTurn();
    }
    segments.push(index.buildSegment(segment));
  }
  return segments;
}

/** Yields after each document and within long ones. */
function* addDocuments(
  segment: SegmentBuilder,
  documents: readonly IndexableDocument[],
): CooperativeTask<void> {
  for (const document of documents) {
    yield* segment.add(document);
    yield;
  }
}
