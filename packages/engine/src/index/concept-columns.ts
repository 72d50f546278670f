/** Concept doc values of a segment for one thesaurus; rebuilt when the thesaurus is replaced. */
import { HEADING_FACTOR } from '@semantic-search/query';
import {
  GrowableUint32Array,
  type PackedLists,
  type StringInterner,
  sharedUint8,
  sharedUint16,
  sharedUint32,
} from '@semantic-search/query/collections';
import { compactArray, type Rows, rowAt } from './compact-array.ts';
import type { ThesaurusInUse } from './reader.ts';
import { indexInSorted, type Segment } from './segment.ts';

export interface ConceptColumns {
  /** Number of the thesaurus. */
  thesaurus: number;
  /** Documents tagged with `concepts[i]` itself: `documents[starts[i] … starts[i + 1])`, ascending. */
  concepts: Uint32Array;
  starts: Uint32Array;
  documents: Uint16Array;
  /** By entry of `documents`: weight of the tag, relative to an extracted tag. */
  weights: Uint8Array;
  /** What each document adds to the counts of concepts with all broader ones, see `conceptCounts`. */
  countCodes: Rows;
}

/** Mapping from document subjects to the concepts of one thesaurus. */
export interface ConceptTable {
  /** Number of the thesaurus. */
  thesaurus: number;
  /** Concept + 1 by subject number; 0 if the thesaurus has no such concept. */
  concepts: Uint32Array;
  /** By subject number: weight of the subject, relative to an extracted tag. */
  weights: Uint8Array;
  /** All broader concepts, by concept. */
  ancestors: PackedLists;
}

/** Prefix of subjects that the engine extracted from a text; no URI begins with this character. */
const AUTOMATIC = '~';

export function automaticSubject(uri: string): string {
  return `${AUTOMATIC}${uri}`;
}

/** Maps the subjects of documents to the concepts of one thesaurus. */
export class SubjectConcepts {
  readonly #thesaurus: ThesaurusInUse;
  readonly #subjects: StringInterner;
  /** Concept + 1 by subject number, 0 for none; extended on demand. */
  readonly #concepts = new GrowableUint32Array();
  readonly #weights = new GrowableUint32Array();

  constructor(thesaurus: ThesaurusInUse, subjects: StringInterner) {
    this.#thesaurus = thesaurus;
    this.#subjects = subjects;
  }

  /** Covers all subjects known at the time of the call. */
  table(): ConceptTable {
    const { thesaurus, number } = this.#thesaurus;
    for (let i = this.#concepts.length; i < this.#subjects.size; i++) {
      const subject = this.#subjects.at(i);
      const isAutomatic = subject.startsWith(AUTOMATIC);
      const uri = isAutomatic ? subject.slice(AUTOMATIC.length) : subject;
      this.#concepts.push((thesaurus.resolve(uri) ?? -1) + 1);
      this.#weights.push(isAutomatic ? 1 : HEADING_FACTOR);
    }
    const [concepts, weights] = [this.#concepts.view(), Uint8Array.from(this.#weights.view())];
    return { thesaurus: number, concepts, weights, ancestors: thesaurus.data.ancestors };
  }
}

export function conceptColumns(
  segment: Segment,
  { thesaurus, concepts, weights, ancestors }: ConceptTable,
): ConceptColumns {
  const size = ancestors.starts.length - 1;
  const tagged = new Int32Array(size).fill(-1);
  const direct = { concepts: new GrowableUint32Array(), documents: new GrowableUint32Array() };
  const directWeights = new GrowableUint32Array();
  const encoder = countEncoder(ancestors);
  const rowStarts = sharedUint32(segment.size + 1);
  for (let document = 0; document < segment.size; document++) {
    for (const subject of rowAt(segment.subjects, document)) {
      const concept = concepts[subject]! - 1;
      if (concept < 0 || tagged[concept] === document) continue;
      tagged[concept] = document;
      direct.concepts.push(concept);
      direct.documents.push(document);
      directWeights.push(weights[subject]!);
      encoder.add(concept, document);
    }
    rowStarts[document + 1] = encoder.codes.length;
  }
  return {
    thesaurus,
    ...documentsByConcept(direct.concepts.view(), direct.documents.view(), directWeights.view(), size),
    countCodes: { starts: rowStarts, values: compactArray(encoder.codes.view()) },
  };
}

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
  /** Counts a new concept, or, in a group that one code counts, subtracts a concept that the document has already. */
  const count = (concept: number, document: number, isInGroup: 0 | 1) => {
    const isRepeated = counted[concept] === document ? 1 : 0;
    counted[concept] = document;
    if (isRepeated === isInGroup) codes.push(2 * size * isRepeated + concept);
  };
  /** Call in ascending order of documents. */
  const add = (concept: number, document: number) => {
    const [begin, end] = [starts[concept]!, starts[concept + 1]!];
    let repeated = counted[concept] === document ? 1 : 0;
    for (let i = begin; i < end; i++) if (counted[targets[i]!] === document) repeated++;
    const newCount = 1 + end - begin - repeated;
    // The shorter encoding: a code for the group and one per repeated concept, or one per new concept.
    const isGroup = 1 + repeated < newCount ? 1 : 0;
    if (isGroup) codes.push(size + concept);
    count(concept, document, isGroup);
    for (let i = begin; i < end; i++) count(targets[i]!, document, isGroup);
  };
  return { codes, add };
}

/** Number of documents with each concept or a narrower one, by the number of documents with each code. */
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
  const presentConcepts = sharedUint32([...new Set(concepts)].sort((a, b) => a - b));
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
