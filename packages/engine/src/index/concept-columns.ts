/** Concept doc values of a segment for one thesaurus; rebuilt when the thesaurus is replaced. */
import {
  GrowableUint32Array,
  type PackedLists,
  sharedUint8,
  sharedUint16,
  sharedUint32,
} from '@semantic-search/query/collections';
import { compactArray, type Rows, rowAt } from './compact-array.ts';
import { distinctNumbers } from './postings.ts';
import { indexInSorted, type Segment } from './segment.ts';
import type { ConceptTable } from './subject-concepts.ts';

export interface ConceptColumns {
  /** Number of the thesaurus. */
  thesaurus: number;
  /** Documents tagged with `concepts[i]` itself: `documents[starts[i] … starts[i + 1])`, ascending. */
  concepts: Uint32Array;
  starts: Uint32Array;
  documents: Uint16Array;
  /** By entry of `documents`: weight of the tag, relative to an extracted tag. */
  weights: Uint8Array;
  /** By document: codes of what it adds to the counts of its concepts and all broader ones, see `conceptCounts`. */
  countCodes: Rows;
}

/** A merged segment has the `countCodes` of its inputs. */
export function conceptColumns(segment: Segment, table: ConceptTable, countCodes?: Rows): ConceptColumns {
  const { thesaurus, concepts, weights, ancestors } = table;
  const size = ancestors.starts.length - 1;
  /** By concept: the last document that is tagged with it. */
  const lastTagged = new Int32Array(size).fill(-1);
  const tags = {
    concepts: new GrowableUint32Array(),
    documents: new GrowableUint32Array(),
    weights: new GrowableUint32Array(),
  };
  const encoder = countEncoder(ancestors);
  const rowStarts = sharedUint32(segment.size + 1);
  for (let document = 0; document < segment.size; document++) {
    for (const subject of rowAt(segment.subjects, document)) {
      const concept = concepts[subject]! - 1;
      if (concept < 0 || lastTagged[concept] === document) continue;
      lastTagged[concept] = document;
      tags.concepts.push(concept);
      tags.documents.push(document);
      tags.weights.push(weights[subject]!);
      if (!countCodes) encoder.add(concept, document);
    }
    rowStarts[document + 1] = encoder.codes.length;
  }
  return {
    thesaurus,
    ...documentsByConcept(tags.concepts.view(), tags.documents.view(), tags.weights.view(), size),
    countCodes: countCodes ?? { starts: rowStarts, values: compactArray(encoder.codes.view()) },
  };
}

/** Number of kinds of codes, see `countEncoder`. */
export const CODES_PER_CONCEPT = 3;

/**
 * Encodes the concepts of documents and all broader ones, in less than half as many codes. Of `size` concepts, the code `c`
 * counts the concept c, `size + c` counts c and all broader concepts, `2 * size + c` subtracts a repeated count of c.
 */
function countEncoder({ starts, targets }: PackedLists) {
  const size = starts.length - 1;
  const codes = new GrowableUint32Array();
  /** By concept: the last document that counts it. */
  const counted = new Int32Array(size).fill(-1);
  const countNew = (concept: number, document: number) => {
    if (counted[concept] !== document) codes.push(concept);
    counted[concept] = document;
  };
  /** The code of a group has counted the concept once more. */
  const subtractRepeated = (concept: number, document: number) => {
    if (counted[concept] === document) codes.push(2 * size + concept);
    counted[concept] = document;
  };
  /** Call in ascending order of documents. */
  const add = (concept: number, document: number) => {
    const begin = starts[concept]!;
    const end = starts[concept + 1]!;
    let repeated = counted[concept] === document ? 1 : 0;
    for (let i = begin; i < end; i++) if (counted[targets[i]!] === document) repeated++;
    const newCount = 1 + end - begin - repeated;
    // The shorter encoding: a code for the group and one per repeated concept, or one per new concept.
    const isGroup = 1 + repeated < newCount;
    if (isGroup) codes.push(size + concept);
    const encode = isGroup ? subtractRepeated : countNew;
    encode(concept, document);
    for (let i = begin; i < end; i++) encode(targets[i]!, document);
  };
  return { codes, add };
}

/** Number of documents with each concept or a narrower one, computed from the number of documents with each code. */
export function conceptCounts(codeCounts: Uint32Array, { starts, targets }: PackedLists): Uint32Array {
  const size = starts.length - 1;
  const counts = codeCounts.slice(0, size);
  for (let concept = 0; concept < size; concept++) {
    const withBroader = codeCounts[size + concept]!;
    counts[concept]! += withBroader - codeCounts[2 * size + concept]!;
    if (withBroader === 0) continue;
    for (let i = starts[concept]!; i < starts[concept + 1]!; i++) counts[targets[i]!]! += withBroader;
  }
  return counts;
}

/** Documents tagged with the concept itself, ascending. */
export function taggedWith({ concepts, starts, documents }: ConceptColumns, concept: number): Uint16Array {
  const index = indexInSorted(concepts, concept);
  return index < 0 ? documents.subarray(0, 0) : documents.subarray(starts[index], starts[index + 1]);
}

/** Inverts tags, which are in ascending order of documents, by a counting sort. */
function documentsByConcept(
  concepts: Uint32Array,
  documents: Uint32Array,
  weights: Uint32Array,
  size: number,
) {
  const nextSlots = new Uint32Array(size);
  for (const concept of concepts) nextSlots[concept]!++;
  const presentConcepts = sharedUint32(distinctNumbers([concepts], size));
  const starts = sharedUint32(presentConcepts.length + 1);
  for (let i = 0; i < presentConcepts.length; i++) {
    starts[i + 1] = starts[i]! + nextSlots[presentConcepts[i]!]!;
    nextSlots[presentConcepts[i]!] = starts[i]!;
  }
  const sorted = { documents: new Uint16Array(concepts.length), weights: new Uint8Array(concepts.length) };
  for (let i = 0; i < concepts.length; i++) {
    const target = nextSlots[concepts[i]!]!++;
    sorted.documents[target] = documents[i]!;
    sorted.weights[target] = weights[i]!;
  }
  return {
    concepts: presentConcepts,
    starts,
    documents: sharedUint16(sorted.documents),
    weights: sharedUint8(sorted.weights),
  };
}
