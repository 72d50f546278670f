/** Segment merger: merges adjacent segments into one and drops deleted documents. */
import {
  type PackedTexts,
  sharedFloat64,
  sharedUint8,
  sharedUint16,
  sharedUint32,
} from '@semantic-search/query/collections';
import { compactArray } from '../index/compact-array.ts';
import { type ConceptColumns, conceptColumns } from '../index/concept-columns.ts';
import {
  DELETED,
  type DocIdMapping,
  forEachLiveDocument,
  type MergeInput,
  mapDocIds,
} from '../index/doc-id-mapping.ts';
import { compactRows, mergeColumns, mergeRows } from '../index/doc-values.ts';
import { skipPositions } from '../index/positions.ts';
import { distinctNumbers, PostingsWriter } from '../index/postings.ts';
import type { Postings, Segment } from '../index/segment.ts';
import type { ConceptTable } from '../index/subject-concepts.ts';
import { mergeVectors } from '../index/vector-column.ts';
import { jointFrequencies } from './joint-frequencies.ts';
import { tieBreakRanks } from './tie-break-order.ts';

export interface MergedSegment {
  segment: Segment;
  columns: ConceptColumns;
}

/**
 * Merges segments and builds the concept columns of the result. `inputs` must be in ascending order of keys and have at most
 * `MAX_SEGMENT_DOCS` live documents in total.
 */
export function mergeSegments(number: number, inputs: MergeInput[], table: ConceptTable): MergedSegment {
  const { sources, size } = mapDocIds(inputs);
  const dates = sharedFloat64(size);
  const writeTimes = sharedFloat64(size);
  const titleKeys = sharedFloat64(size);
  const keys = sharedUint32(size);
  const lengths = sharedUint16(size);
  const languages = new Uint32Array(size);
  forEachLiveDocument(sources, (source, old, document) => {
    dates[document] = source.dates[old]!;
    writeTimes[document] = source.writeTimes[old]!;
    titleKeys[document] = source.titleKeys[old]!;
    keys[document] = source.keys[old]!;
    lengths[document] = source.lengths[old]!;
    languages[document] = source.languages[old]!;
  });
  const ids = mergeIds(sources, size);
  const vectors = mergeVectors(sources, size);
  const title = mergePostings(sources, (source) => source.title);
  const body = mergePostings(sources, (source) => source.body);
  const segment: Segment = {
    number,
    size,
    keys,
    ids,
    languages: compactArray(languages),
    dates,
    writeTimes,
    titleKeys,
    ranks: tieBreakRanks({ dates, ids }, sources.flatMap(tieBreakSorted)),
    lengths,
    title,
    body,
    inBoth: jointFrequencies(title, body, size),
    spelled: compactRows(mergeRows(sources, size, (source) => source.spelled)),
    subjects: compactRows(mergeRows(sources, size, (source) => source.subjects)),
    literals: mergeColumns(sources, size, (source) => source.literals, compactArray),
    numbers: mergeColumns(sources, size, (source) => source.numbers, sharedFloat64),
    ...(vectors && { vectors }),
  };
  const codes = new Map(inputs.map(({ segment: input, concepts }) => [input, concepts.countCodes]));
  const countCodes = compactRows(mergeRows(sources, size, (source) => codes.get(source)));
  return { segment, columns: conceptColumns(segment, table, countCodes) };
}

/** New document numbers of a segment's live documents, in tie-break order. */
function tieBreakSorted({ segment, numbers }: DocIdMapping): number[] {
  const documents = new Array<number>(segment.size).fill(0);
  for (let old = 0; old < segment.size; old++) documents[segment.ranks[old]!] = numbers[old]!;
  return documents.filter((document) => document !== DELETED);
}

function mergeIds(sources: DocIdMapping[], size: number): PackedTexts {
  const starts = sharedUint32(size + 1);
  forEachLiveDocument(sources, ({ ids }, old, document) => {
    starts[document + 1] = starts[document]! + ids.starts[old + 1]! - ids.starts[old]!;
  });
  const bytes = sharedUint8(starts[size]!);
  forEachLiveDocument(sources, ({ ids }, old, document) => {
    let to = starts[document]!;
    for (let from = ids.starts[old]!; from < ids.starts[old + 1]!; from++) bytes[to++] = ids.bytes[from]!;
  });
  return { bytes, starts };
}

function mergePostings(sources: DocIdMapping[], pick: (segment: Segment) => Postings): Postings {
  const lists = sources.map(({ segment }) => pick(segment));
  const termLists = lists.map((list) => list.terms);
  const end = 1 + Math.max(0, ...termLists.map((list) => list.at(-1) ?? 0));
  const terms = distinctNumbers(termLists, end);
  const sum = (length: (list: Postings) => number) => lists.reduce((total, list) => total + length(list), 0);
  const writer = new PostingsWriter(
    terms.length,
    sum((list) => list.documents.length),
    sum((list) => list.positions.length),
  );
  const copiers = lists.map((list, i) => postingsCopier(list, sources[i]!.numbers));
  for (const term of terms) {
    writer.begin(term);
    for (const copy of copiers) copy(term, writer);
  }
  return writer.finish();
}

/** Copies the postings of a term in live documents. Call it for all terms in ascending order: it reads positions sequentially. */
function postingsCopier({ terms, starts, documents, frequencies, positions }: Postings, newIds: Uint32Array) {
  let nextTerm = 0;
  /** Byte offset of the positions of the next posting. */
  let positionStart = 0;
  return (term: number, writer: PostingsWriter): void => {
    if (terms[nextTerm] !== term) return;
    const end = starts[nextTerm + 1]!;
    for (let i = starts[nextTerm]!; i < end; i++) {
      const document = newIds[documents[i]!]!;
      const frequency = frequencies[i]!;
      positionStart =
        document === DELETED
          ? skipPositions(positions, positionStart, frequency)
          : writer.addEncoded(document, frequency, positions, positionStart);
    }
    nextTerm++;
  };
}
