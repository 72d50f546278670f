/** Index reader: an immutable point-in-time snapshot that one query uses from start to end. */

import type { IndexedThesaurus } from '@semantic-search/query';
import { type SharedUint8Array, sharedUint8 } from '@semantic-search/query/collections';
import type { TermDictionary } from '@semantic-search/query/terms';
import type { Attributes } from './attributes.ts';
import type { ConceptColumns } from './concept-columns.ts';
import type { Segment } from './segment.ts';

/** A segment with its concept columns and tombstones; immutable. */
export interface SegmentReader {
  segment: Segment;
  concepts: ConceptColumns;
  /** Tombstones: 1 for each deleted document; null if no document is deleted. */
  deleted: SharedUint8Array | null;
  /** Number of live documents. */
  live: number;
  /** Sum of the lengths of the live documents. */
  totalLength: number;
}

export interface ThesaurusInUse extends IndexedThesaurus {
  /** Increases with every replacement. */
  number: number;
}

/** Thesaurus, terms and attributes of the documents of a reader. */
export interface ReaderContext {
  thesaurus: ThesaurusInUse;
  /** Like `attributes`, limited to the live documents of the reader. */
  termDictionary: TermDictionary;
  attributes: Attributes;
}

export interface IndexReader extends ReaderContext {
  /** In ascending order of document keys. */
  segments: readonly SegmentReader[];
  documents: number;
  /** Average document length in words; title words count twice. */
  averageLength: number;
}

export function readerOf(
  segments: readonly SegmentReader[],
  { thesaurus, termDictionary, attributes }: ReaderContext,
): IndexReader {
  const documents = segments.reduce((sum, { live }) => sum + live, 0);
  const words = segments.reduce((sum, { totalLength }) => sum + totalLength, 0);
  const averageLength = documents === 0 ? 1 : Math.max(1, words / documents);
  return { thesaurus, termDictionary, attributes, segments, documents, averageLength };
}

export function segmentReader(
  segment: Segment,
  concepts: ConceptColumns,
  deleted: SharedUint8Array | null,
): SegmentReader {
  let [live, totalLength] = [0, 0];
  for (let document = 0; document < segment.size; document++) {
    if (deleted?.[document] === 1) continue;
    live++;
    totalLength += segment.lengths[document]!;
  }
  return { segment, concepts, deleted, live, totalLength };
}

/** Returns a reader in which these documents of the segment, which must be live, are deleted. */
export function withDeletions(reader: SegmentReader, documents: number[]): SegmentReader {
  const deleted = sharedUint8(reader.deleted ?? reader.segment.size);
  let totalLength = reader.totalLength;
  for (const document of documents) {
    deleted[document] = 1;
    totalLength -= reader.segment.lengths[document]!;
  }
  return { ...reader, deleted, live: reader.live - documents.length, totalLength };
}
