/** Concept doc values of a segment for one thesaurus; rebuilt when the thesaurus is replaced. */
import { HEADING_WEIGHT, TAG_WEIGHT } from '@semantic-search/query';
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
  /** Distinct concepts of each document, with all broader ones. */
  withBroader: Rows;
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
      this.#weights.push(isAutomatic ? 1 : HEADING_WEIGHT / TAG_WEIGHT);
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
  const seen = new Int32Array(size).fill(-1);
  const tagged = new Int32Array(size).fill(-1);
  const direct = { concepts: new GrowableUint32Array(), documents: new GrowableUint32Array() };
  const [directWeights, withBroader] = [new GrowableUint32Array(), new GrowableUint32Array()];
  const rowStarts = sharedUint32(segment.size + 1);
  const { starts, targets } = ancestors;
  for (let document = 0; document < segment.size; document++) {
    for (const subject of rowAt(segment.subjects, document)) {
      const concept = concepts[subject]! - 1;
      if (concept < 0 || tagged[concept] === document) continue;
      tagged[concept] = document;
      direct.concepts.push(concept);
      direct.documents.push(document);
      directWeights.push(weights[subject]!);
      if (seen[concept] !== document) withBroader.push(concept);
      seen[concept] = document;
      for (let j = starts[concept]!; j < starts[concept + 1]!; j++) {
        const broader = targets[j]!;
        if (seen[broader] === document) continue;
        seen[broader] = document;
        withBroader.push(broader);
      }
    }
    rowStarts[document + 1] = withBroader.length;
  }
  return {
    thesaurus,
    ...documentsByConcept(direct.concepts.view(), direct.documents.view(), directWeights.view(), size),
    withBroader: { starts: rowStarts, values: compactArray(withBroader.view()) },
  };
}

/** Documents tagged with the concept itself, ascending. */
export function taggedWith({ concepts, starts, documents }: ConceptColumns, concept: number): Uint16Array {
  const at = indexInSorted(concepts, concept);
  return at < 0 ? documents.subarray(0, 0) : documents.subarray(starts[at], starts[at + 1]);
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
