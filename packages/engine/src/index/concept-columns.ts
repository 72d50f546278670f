/** Concept doc values of a segment for one thesaurus; rebuilt when the thesaurus is replaced. */
import {
  GrowableUint32Array,
  type PackedLists,
  type SharedUint16Array,
  type SharedUint32Array,
  sharedUint16,
  sharedUint32,
} from '@semantic-search/query/collections';
import { type CompactArray, compactArray } from './compact-array.ts';
import { findTerm, type Segment } from './segment.ts';

export interface ConceptColumns {
  /** Number of the thesaurus. */
  thesaurus: number;
  /** Documents tagged with `concepts[i]` itself: `documents[starts[i] … starts[i + 1])`, ascending. */
  concepts: SharedUint32Array;
  starts: SharedUint32Array;
  documents: SharedUint16Array;
  /** Every concept of a document, assigned directly or through a narrower one; the most frequent first. */
  order: CompactArray;
  /** Number of concepts at the start of `order` that are stored as bitsets. */
  frequent: number;
  /** `bitsetWords` words per document: one bit per frequent concept. */
  frequentBits: Int32Array<ArrayBufferLike>;
  /** Per document: indexes in `order` of its rare concepts, including broader ones; distinct and ascending. */
  rareStarts: SharedUint32Array;
  rare: CompactArray;
}

/** A document has so few rarer concepts that counting them one by one costs no more than counting bits. */
export const MAX_FREQUENT_CONCEPTS = 128;
/** Below this share of the documents, a list of indexes takes less memory than a bitset. */
const MIN_FREQUENT_SHARE = 1 / 64;
/** Smaller segments have no bitsets. */
const MIN_DOCS_WITH_BITSETS = 64;

/** Number of 32-bit words per document that the bitsets take. */
export function bitsetWords({ frequent }: Pick<ConceptColumns, 'frequent'>): number {
  return Math.ceil(frequent / 32);
}

/** Mapping from document subjects to the concepts of one thesaurus. */
export interface ConceptTable {
  /** Number of the thesaurus. */
  thesaurus: number;
  /** Concept + 1 by subject number; 0 if the thesaurus has no such concept. */
  concepts: Uint32Array;
  /** All broader concepts, by concept. */
  ancestors: PackedLists;
}

export function conceptColumns(
  segment: Segment,
  { thesaurus, concepts, ancestors }: ConceptTable,
): ConceptColumns {
  const size = ancestors.starts.length - 1;
  const seen = new Int32Array(size).fill(-1);
  const tagged = new Int32Array(size).fill(-1);
  const [directConcepts, directDocuments, expanded] = [
    new GrowableUint32Array(),
    new GrowableUint32Array(),
    new GrowableUint32Array(),
  ];
  const expandedStarts = new Uint32Array(segment.size + 1);
  const { starts, targets } = ancestors;
  for (let document = 0; document < segment.size; document++) {
    for (let i = segment.subjectStarts[document]!; i < segment.subjectStarts[document + 1]!; i++) {
      const concept = concepts[segment.subjects[i]!]! - 1;
      if (concept < 0 || tagged[concept] === document) continue;
      tagged[concept] = document;
      directConcepts.push(concept);
      directDocuments.push(document);
      if (seen[concept] !== document) expanded.push(concept);
      seen[concept] = document;
      for (let j = starts[concept]!; j < starts[concept + 1]!; j++) {
        const broader = targets[j]!;
        if (seen[broader] === document) continue;
        seen[broader] = document;
        expanded.push(broader);
      }
    }
    expandedStarts[document + 1] = expanded.length;
  }
  return {
    thesaurus,
    ...byConcept(directConcepts.view(), directDocuments.view(), size),
    ...byFrequency(expandedStarts, expanded.view(), size),
  };
}

/** Documents tagged with the concept itself, ascending. */
export function taggedWith(
  { concepts, starts, documents }: ConceptColumns,
  concept: number,
): SharedUint16Array {
  const at = findTerm(concepts, concept);
  return at < 0 ? documents.subarray(0, 0) : documents.subarray(starts[at], starts[at + 1]);
}

/** The concepts of a document and all broader ones, the most frequent first. */
export function expandedConcepts(columns: ConceptColumns, document: number): number[] {
  const { order, frequent, frequentBits, rareStarts, rare } = columns;
  const found: number[] = [];
  const width = bitsetWords(columns);
  for (let i = 0; i < frequent; i++) {
    if ((frequentBits[document * width + (i >>> 5)]! >>> (i & 31)) & 1) found.push(order[i]!);
  }
  for (let i = rareStarts[document]!; i < rareStarts[document + 1]!; i++) found.push(order[rare[i]!]!);
  return found;
}

/** Splits the concepts of each document into a bitset of frequent ones and a list of rare ones. */
function byFrequency(starts: Uint32Array, expanded: Uint32Array, size: number) {
  const documents = starts.length - 1;
  const { counts, distinct } = countOccurrences(expanded, size);
  const order = distinct.sort((a, b) => counts[b]! - counts[a]! || a - b);
  const frequent = countFrequent(order, counts, documents);
  const { documentStarts, sorted } = documentsByRank(order, counts, starts, expanded);
  const width = bitsetWords({ frequent });
  const frequentBits = new Int32Array(new SharedArrayBuffer(documents * width * 4));
  for (let rank = 0; rank < frequent; rank++) {
    for (let i = documentStarts[rank]!; i < documentStarts[rank + 1]!; i++)
      frequentBits[sorted[i]! * width + (rank >>> 5)]! |= 1 << (rank & 31);
  }
  return {
    order: compactArray(order),
    frequent,
    frequentBits,
    ...rowsOf(documentStarts, sorted, frequent, documents),
  };
}

/** Counts each number and lists the distinct ones, since a small segment has few of all concepts. */
function countOccurrences(
  numbers: Uint32Array,
  size: number,
): { counts: Uint32Array; distinct: Uint32Array } {
  const counts = new Uint32Array(size);
  const distinct = new GrowableUint32Array();
  for (let i = 0; i < numbers.length; i++) if (counts[numbers[i]!]!++ === 0) distinct.push(numbers[i]!);
  return { counts, distinct: distinct.view() };
}

function countFrequent(order: Uint32Array, counts: Uint32Array, documents: number): number {
  if (documents < MIN_DOCS_WITH_BITSETS) return 0;
  const rare = order.findIndex((concept) => counts[concept]! < documents * MIN_FREQUENT_SHARE);
  return Math.min(rare < 0 ? order.length : rare, MAX_FREQUENT_CONCEPTS);
}

/** Documents of each concept in `order`, ascending, by a counting sort. */
function documentsByRank(
  order: Uint32Array,
  counts: Uint32Array,
  starts: Uint32Array,
  expanded: Uint32Array,
) {
  const documentStarts = new Uint32Array(order.length + 1);
  const next = new Uint32Array(counts.length);
  order.forEach((concept, rank) => {
    next[concept] = documentStarts[rank]!;
    documentStarts[rank + 1] = documentStarts[rank]! + counts[concept]!;
  });
  const sorted = new Uint16Array(expanded.length);
  for (let document = 0; document + 1 < starts.length; document++) {
    for (let i = starts[document]!; i < starts[document + 1]!; i++) sorted[next[expanded[i]!]!++] = document;
  }
  return { documentStarts, sorted };
}

/** Indexes from `first` on, by document. Each row is ascending, because the input is in this order. */
function rowsOf(documentStarts: Uint32Array, sorted: Uint16Array, first: number, documents: number) {
  const rareStarts = sharedUint32(documents + 1);
  const begin = documentStarts[first]!;
  for (let i = begin; i < sorted.length; i++) rareStarts[sorted[i]! + 1]!++;
  for (let document = 0; document < documents; document++) rareStarts[document + 1]! += rareStarts[document]!;
  const next = rareStarts.slice();
  const rare = new Uint32Array(sorted.length - begin);
  for (let rank = first, i = begin; i < sorted.length; i++) {
    while (documentStarts[rank + 1]! <= i) rank++;
    rare[next[sorted[i]!]!++] = rank;
  }
  return { rareStarts, rare: compactArray(rare) };
}

function byConcept(concepts: Uint32Array, documents: Uint32Array, size: number) {
  const { counts: next, distinct } = countOccurrences(concepts, size);
  const present = sharedUint32(distinct.sort());
  const starts = sharedUint32(present.length + 1);
  for (let i = 0; i < present.length; i++) {
    starts[i + 1] = starts[i]! + next[present[i]!]!;
    next[present[i]!] = starts[i]!;
  }
  const sorted = new Uint16Array(concepts.length);
  for (let i = 0; i < concepts.length; i++) sorted[next[concepts[i]!]!++] = documents[i]!;
  return { concepts: present, starts, documents: sharedUint16(sorted) };
}
