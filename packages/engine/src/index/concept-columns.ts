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
  /** Number of the thesaurus they belong to. */
  thesaurus: number;
  /** Documents tagged with concept `concepts[i]` itself: `documents[starts[i] … starts[i + 1])`, ascending. */
  concepts: SharedUint32Array;
  starts: SharedUint32Array;
  documents: SharedUint16Array;
  /** Every concept that a document has, itself or by something narrower: the most frequent first. */
  order: CompactArray;
  /** So many of them are bits. */
  frequent: number;
  /** By document `bitWidth` words: a bit for each frequent concept that it has. */
  frequentBits: Int32Array<ArrayBufferLike>;
  /** By document: places in `order` of its other concepts and everything broader, each once, ascending. */
  rareStarts: SharedUint32Array;
  rare: CompactArray;
}

/** Of rarer ones a document has so few that adding up their numbers costs no more than adding up bits. */
export const MAX_FREQUENT_CONCEPTS = 128;
/** A concept is frequent from this share of the documents on: the numbers of rarer ones take less room. */
const MIN_FREQUENT_SHARE = 1 / 64;
/** Smaller segments have no bits. */
const MIN_DOCS_WITH_BITSETS = 64;

/** Words of 32 bits that the frequent concepts take for each document. */
export function bitsetWords({ frequent }: Pick<ConceptColumns, 'frequent'>): number {
  return Math.ceil(frequent / 32);
}

/** What turns the subjects of documents into concepts of one thesaurus. */
export interface ConceptTable {
  /** Number of the thesaurus. */
  thesaurus: number;
  /** Concept + 1 by subject number, 0 where the thesaurus has none. */
  concepts: Uint32Array;
  /** By concept: everything broader. */
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

/** Documents tagged with a concept itself. */
export function taggedWith(
  { concepts, starts, documents }: ConceptColumns,
  concept: number,
): SharedUint16Array {
  const at = findTerm(concepts, concept);
  return at < 0 ? documents.subarray(0, 0) : documents.subarray(starts[at], starts[at + 1]);
}

/** A document's concepts and everything broader, the most frequent first. */
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

/** Rows of concepts by document become bits of the frequent ones and rows of places. */
function byFrequency(starts: Uint32Array, expanded: Uint32Array, size: number) {
  const documents = starts.length - 1;
  const { counts, met } = countOccurrences(expanded, size);
  const order = met.sort((a, b) => counts[b]! - counts[a]! || a - b);
  const frequent = frequentAmong(order, counts, documents);
  const { documentStarts, dealt } = documentsByPlace(order, counts, starts, expanded);
  const width = bitsetWords({ frequent });
  const frequentBits = new Int32Array(new SharedArrayBuffer(documents * width * 4));
  for (let place = 0; place < frequent; place++) {
    for (let i = documentStarts[place]!; i < documentStarts[place + 1]!; i++)
      frequentBits[dealt[i]! * width + (place >>> 5)]! |= 1 << (place & 31);
  }
  return {
    order: compactArray(order),
    frequent,
    frequentBits,
    ...rowsOf(documentStarts, dealt, frequent, documents),
  };
}

/** How often each number is there, and which are: a single document has few of all concepts. */
function countOccurrences(numbers: Uint32Array, size: number): { counts: Uint32Array; met: Uint32Array } {
  const counts = new Uint32Array(size);
  const met = new GrowableUint32Array();
  for (let i = 0; i < numbers.length; i++) if (counts[numbers[i]!]!++ === 0) met.push(numbers[i]!);
  return { counts, met: met.view() };
}

function frequentAmong(order: Uint32Array, counts: Uint32Array, documents: number): number {
  if (documents < MIN_DOCS_WITH_BITSETS) return 0;
  const rare = order.findIndex((concept) => counts[concept]! < documents * MIN_FREQUENT_SHARE);
  return Math.min(rare < 0 ? order.length : rare, MAX_FREQUENT_CONCEPTS);
}

/** For each place in the order the documents that have the concept, ascending. */
function documentsByPlace(
  order: Uint32Array,
  counts: Uint32Array,
  starts: Uint32Array,
  expanded: Uint32Array,
) {
  const documentStarts = new Uint32Array(order.length + 1);
  const next = new Uint32Array(counts.length);
  order.forEach((concept, place) => {
    next[concept] = documentStarts[place]!;
    documentStarts[place + 1] = documentStarts[place]! + counts[concept]!;
  });
  const dealt = new Uint16Array(expanded.length);
  for (let document = 0; document + 1 < starts.length; document++) {
    for (let i = starts[document]!; i < starts[document + 1]!; i++) dealt[next[expanded[i]!]!++] = document;
  }
  return { documentStarts, dealt };
}

/** By document the places from `first` on. They are dealt in order, so each row ascends. */
function rowsOf(documentStarts: Uint32Array, dealt: Uint16Array, first: number, documents: number) {
  const rareStarts = sharedUint32(documents + 1);
  const begin = documentStarts[first]!;
  for (let i = begin; i < dealt.length; i++) rareStarts[dealt[i]! + 1]!++;
  for (let document = 0; document < documents; document++) rareStarts[document + 1]! += rareStarts[document]!;
  const next = rareStarts.slice();
  const rare = new Uint32Array(dealt.length - begin);
  for (let place = first, i = begin; i < dealt.length; i++) {
    while (documentStarts[place + 1]! <= i) place++;
    rare[next[dealt[i]!]!++] = place;
  }
  return { rareStarts, rare: compactArray(rare) };
}

function byConcept(concepts: Uint32Array, documents: Uint32Array, size: number) {
  const { counts: next, met } = countOccurrences(concepts, size);
  const present = sharedUint32(met.sort());
  const starts = sharedUint32(present.length + 1);
  for (let i = 0; i < present.length; i++) {
    starts[i + 1] = starts[i]! + next[present[i]!]!;
    next[present[i]!] = starts[i]!;
  }
  const dealt = new Uint16Array(concepts.length);
  for (let i = 0; i < concepts.length; i++) dealt[next[concepts[i]!]!++] = documents[i]!;
  return { concepts: present, starts, documents: sharedUint16(dealt) };
}
