/** What the documents of a segment are about, in terms of one thesaurus: rebuilt whenever the thesaurus is replaced. */
import {
  type PackedLists,
  sharedUint16,
  sharedUint32,
  type Uint16,
  type Uint32,
} from '../thesaurus/packed.ts';
import { GrowingUint32 } from './growing.ts';
import { type Narrow, narrow } from './narrow.ts';
import type { Segment } from './segment.ts';

export interface ConceptColumns {
  /** Number of the thesaurus they belong to. */
  thesaurus: number;
  /** Documents tagged with concept `concepts[i]` itself: `documents[starts[i] … starts[i + 1])`, ascending. */
  concepts: Uint32;
  starts: Uint32;
  documents: Uint16;
  /** Concepts that many documents have, themselves or something narrower; at most `mostFrequent`. */
  frequent: Narrow;
  /** By document `ceil(frequent.length / 32)` words: a bit for each of these concepts that it has. */
  frequentBits: Int32Array<ArrayBufferLike>;
  /** By document: its other concepts and everything broader, each once. */
  rareStarts: Uint32;
  rare: Narrow;
}

/** So many that those which are most often shown are among them: then the others need not be counted. */
export const mostFrequent = 512;
/** A concept is frequent from this share of the documents on: rarer ones are seldom shown, and numbers take less room. */
const frequentShare = 1 / 64;
/** Smaller segments have no bits. */
const smallestWithBits = 64;

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
    new GrowingUint32(),
    new GrowingUint32(),
    new GrowingUint32(),
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
    ...frequentApart(segment.size, expandedStarts, expanded.view(), size),
  };
}

/** A document's concepts and everything broader, in no order. */
export function expandedConcepts(
  { frequent, frequentBits, rareStarts, rare }: ConceptColumns,
  document: number,
): number[] {
  const found: number[] = [...rare.subarray(rareStarts[document]!, rareStarts[document + 1]!)];
  const width = Math.ceil(frequent.length / 32);
  for (let i = 0; i < frequent.length; i++) {
    if ((frequentBits[document * width + (i >>> 5)]! >>> (i & 31)) & 1) found.push(frequent[i]!);
  }
  return found;
}

/** Takes the frequent concepts out of the rows, and makes bits of them. */
function frequentApart(documents: number, starts: Uint32Array, expanded: Uint32Array, size: number) {
  const frequent = frequentAmong(documents, expanded, size);
  const places = new Int32Array(size).fill(-1);
  for (let i = 0; i < frequent.length; i++) places[frequent[i]!] = i;
  const width = Math.ceil(frequent.length / 32);
  const frequentBits = new Int32Array(new SharedArrayBuffer(documents * width * 4));
  const rareStarts = sharedUint32(documents + 1);
  let count = 0;
  for (let document = 0; document < documents; document++) {
    for (let i = starts[document]!; i < starts[document + 1]!; i++) {
      const place = places[expanded[i]!]!;
      // Rows only become shorter: what is written never overtakes what is read.
      if (place < 0) expanded[count++] = expanded[i]!;
      else frequentBits[document * width + (place >>> 5)]! |= 1 << (place & 31);
    }
    rareStarts[document + 1] = count;
  }
  return { frequent: narrow(frequent), frequentBits, rareStarts, rare: narrow(expanded.subarray(0, count)) };
}

function frequentAmong(documents: number, expanded: Uint32Array, size: number): Uint32Array {
  if (documents < smallestWithBits) return new Uint32Array(0);
  const counts = new Uint32Array(size);
  for (let i = 0; i < expanded.length; i++) counts[expanded[i]!]!++;
  const frequent = Uint32Array.from(counts.keys()).filter(
    (concept) => counts[concept]! >= documents * frequentShare,
  );
  return frequent.sort((a, b) => counts[b]! - counts[a]! || a - b).slice(0, mostFrequent);
}

function byConcept(concepts: Uint32Array, documents: Uint32Array, size: number) {
  const ends = new Uint32Array(size + 1);
  for (const concept of concepts) ends[concept + 1]!++;
  const present: number[] = [];
  for (let concept = 0; concept < size; concept++) {
    if (ends[concept + 1] !== 0) present.push(concept);
    ends[concept + 1]! += ends[concept]!;
  }
  const starts = shared(Uint32Array.from([...present.map((concept) => ends[concept]!), concepts.length]));
  const dealt = new Uint16Array(concepts.length);
  for (let i = 0; i < concepts.length; i++) dealt[ends[concepts[i]!]!++] = documents[i]!;
  return { concepts: shared(Uint32Array.from(present)), starts, documents: sharedUint16(dealt) };
}

function shared(values: Uint32Array): Uint32 {
  const copy = sharedUint32(values.length);
  copy.set(values);
  return copy;
}
