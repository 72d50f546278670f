/** Recommendation plugins: documents to read next, by related concepts or newer on the same topic. */

import type { Thesaurus } from '@semantic-search/query/thesaurus';
import { getOrInsert } from '@semantic-search/query/util';
import type { SegmentReader } from '../index/index-reader.ts';
import { byConcepts } from './more-like-this.ts';
import { bestByEvidence, type RelatedPlugin } from './related-documents.ts';
import { conceptEvidence } from './term-selection.ts';

/** What documents with the very same concepts count: they keep an answer on the topic, but do not lead on. */
const sameWeight = 0.3;
const broaderWeight = 0.6;
const relatedWeight = 1;

/** Follows broader and related from the concepts of the document. */
const relatedConcepts: RelatedPlugin = {
  name: 'related-concepts',
  order: 1,
  canHandle: ({ concepts }, { index }) =>
    followed(concepts, index.reader.thesaurus.thesaurus).weights.size > concepts.length,
  find(source, space, count, signal) {
    const { reader } = space.index;
    const { weights, from } = followed(source.concepts, reader.thesaurus.thesaurus);
    const evidence = conceptEvidence(reader, weights, from);
    return bestByEvidence(source, space, evidence, count, { signal });
  },
  leadsTo: ({ concepts }, { index }) => followed(concepts, index.reader.thesaurus.thesaurus).weights.keys(),
};

interface Followed {
  /** Concepts to look for and what each counts. */
  weights: Map<number, number>;
  /** The concepts of the document that lead to each of the others. */
  from: Map<number, number[]>;
}

function followed(own: number[], thesaurus: Thesaurus): Followed {
  const weights = new Map<number, number>();
  const from = new Map<number, number[]>();
  const follow = (concept: number, others: Iterable<number>, weight: number) => {
    for (const other of others) {
      weights.set(other, weight);
      getOrInsert(from, other, () => []).push(concept);
    }
  };
  for (const concept of own) follow(concept, thesaurus.broader(concept), broaderWeight);
  for (const concept of own) follow(concept, thesaurus.related(concept), relatedWeight);
  for (const concept of own) {
    weights.set(concept, sameWeight);
    from.delete(concept);
  }
  return { weights, from };
}

/** Of the documents on the same concepts those that are newer, likest first. */
const sameTopicNewer: RelatedPlugin = {
  name: 'same-topic-newer',
  order: 2,
  canHandle: ({ part, document, concepts }) =>
    concepts.length > 0 && !Number.isNaN(part.segment.dates[document]!),
  find(source, space, count, signal) {
    const since = source.part.segment.dates[source.document]!;
    const accepts = (part: SegmentReader, document: number) => part.segment.dates[document]! > since;
    return bestByEvidence(source, space, byConcepts(source, space), count, { signal, accepts });
  },
};

export const recommenders: readonly RelatedPlugin[] = [relatedConcepts, sameTopicNewer];
