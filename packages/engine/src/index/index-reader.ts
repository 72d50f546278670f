/** Index reader: an immutable point-in-time snapshot that one query uses from start to end. */

import type { IndexedThesaurus } from '@semantic-search/query';
import { type SharedUint8Array, sharedUint8 } from '@semantic-search/query/collections';
import type { TermDictionary } from '@semantic-search/query/terms';
import type { Attributes } from './attributes.ts';
import type { ConceptColumns } from './concept-columns.ts';
import type { Segment } from './segment.ts';

export interface SegmentReader {
  segment: Segment;
  concepts: ConceptColumns;
  /** 1 for each deleted document; null for none. */
  deleted: SharedUint8Array | null;
  /** Documents that are not deleted. */
  live: number;
  /** Sum of their lengths. */
  totalLength: number;
}

export interface ThesaurusInUse extends IndexedThesaurus {
  /** Grows with every replacement. */
  number: number;
}

/** What the documents of a generation are read by. */
export interface ReaderContext {
  thesaurus: ThesaurusInUse;
  /** Both of the documents that it has, and of no other. */
  termDictionary: TermDictionary;
  attributes: Attributes;
}

export interface IndexReader extends ReaderContext {
  /** In ascending order of their documents' keys. */
  segments: readonly SegmentReader[];
  documents: number;
  /** Words of a document on average, those of titles counted twice. */
  averageLength: number;
}

export function readerOf(
  parts: readonly SegmentReader[],
  { thesaurus, termDictionary, attributes }: ReaderContext,
): IndexReader {
  const documents = parts.reduce((sum, part) => sum + part.live, 0);
  const words = parts.reduce((sum, part) => sum + part.totalLength, 0);
  const averageLength = documents === 0 ? 1 : Math.max(1, words / documents);
  return { thesaurus, termDictionary, attributes, segments: parts, documents, averageLength };
}

export function segmentReader(
  segment: Segment,
  concepts: ConceptColumns,
  deleted: SharedUint8Array | null,
): SegmentReader {
  let [live, words] = [0, 0];
  for (let document = 0; document < segment.size; document++) {
    if (deleted?.[document] === 1) continue;
    live++;
    words += segment.lengths[document]!;
  }
  return { segment, concepts, deleted, live, totalLength: words };
}

/** The part without these documents, numbers of its segment that are not deleted yet. */
export function withDeletions(part: SegmentReader, documents: number[]): SegmentReader {
  const deleted = sharedUint8(part.deleted ?? part.segment.size);
  let words = part.totalLength;
  for (const document of documents) {
    deleted[document] = 1;
    words -= part.segment.lengths[document]!;
  }
  return { ...part, deleted, live: part.live - documents.length, totalLength: words };
}
