/** What the documents of a segment are about, in terms of one thesaurus: rebuilt whenever the thesaurus is replaced. */
import {
  type PackedLists,
  sharedUint16,
  sharedUint32,
  type Uint16,
  type Uint32,
} from '../thesaurus/packed.ts';
import { GrowingUint32 } from './growing.ts';
import type { Narrow } from './narrow.ts';
import type { Segment } from './segment.ts';

export interface ConceptColumns {
  /** Number of the thesaurus they belong to. */
  thesaurus: number;
  /** Documents tagged with concept `concepts[i]` itself: `documents[starts[i] … starts[i + 1])`, ascending. */
  concepts: Uint32;
  starts: Uint32;
  documents: Uint16;
  /** By document: its concepts and everything broader, each once. */
  expandedStarts: Uint32;
  expanded: Narrow;
}

/** `concepts` gives the concept + 1 of a subject number, 0 where the thesaurus has none. */
export function conceptColumns(
  segment: Segment,
  concepts: Uint32Array,
  ancestors: PackedLists,
  thesaurus: number,
): ConceptColumns {
  const size = ancestors.starts.length - 1;
  const seen = new Int32Array(size).fill(-1);
  const tagged = new Int32Array(size).fill(-1);
  const [directConcepts, directDocuments, expanded] = [
    new GrowingUint32(),
    new GrowingUint32(),
    new GrowingUint32(),
  ];
  const expandedStarts = sharedUint32(segment.size + 1);
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
    expandedStarts,
    expanded: size <= 0x10000 ? sharedUint16(expanded.view()) : shared(expanded.view()),
  };
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
