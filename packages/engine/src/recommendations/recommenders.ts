/** Recommendation plugins: documents to read next, by related concepts or newer on the same topic. */

import { getOrInsert } from '@semantic-search/query/collections';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import { byConcepts } from './more-like-this.ts';
import type { RelatedPlugin } from './related-documents.ts';
import { RECOMMENDATION_WEIGHTS } from './related-query.ts';
import { conceptEvidence } from './term-selection.ts';

/** Follows the broader and related concepts of the document. */
const relatedConcepts: RelatedPlugin = {
  name: 'related-concepts',
  canHandle: ({ concepts }, { index }) =>
    followConcepts(concepts, index.reader.thesaurus).weights.size > concepts.length,
  evidence({ concepts }, { index: { reader } }) {
    const { weights, from } = followConcepts(concepts, reader.thesaurus);
    return conceptEvidence(reader, weights, from);
  },
  leadsTo: ({ concepts }, { index }) => followConcepts(concepts, index.reader.thesaurus).weights.keys(),
};

interface FollowedConcepts {
  /** Weights of the concepts to search for. */
  weights: Map<number, number>;
  /** The concepts of the document that each of the others was reached from. */
  from: Map<number, number[]>;
}

function followConcepts(own: number[], thesaurus: Thesaurus): FollowedConcepts {
  const weights = new Map<number, number>();
  const from = new Map<number, number[]>();
  const follow = (concept: number, others: Iterable<number>, weight: number) => {
    for (const other of others) {
      weights.set(other, weight);
      getOrInsert(from, other, () => []).push(concept);
    }
  };
  for (const concept of own) follow(concept, thesaurus.broader(concept), RECOMMENDATION_WEIGHTS.broader);
  for (const concept of own) follow(concept, thesaurus.related(concept), RECOMMENDATION_WEIGHTS.related);
  for (const concept of own) {
    weights.set(concept, RECOMMENDATION_WEIGHTS.same);
    from.delete(concept);
  }
  return { weights, from };
}

/** Newer documents about the same concepts, the most similar first. */
const sameTopicNewer: RelatedPlugin = {
  name: 'same-topic-newer',
  canHandle: ({ reader, document, concepts }) =>
    concepts.length > 0 && !Number.isNaN(reader.segment.dates[document]!),
  evidence: byConcepts,
  accepts: (source, reader, document) =>
    reader.segment.dates[document]! > source.reader.segment.dates[source.document]!,
};

/** In order of preference. */
export const recommenders: readonly RelatedPlugin[] = [relatedConcepts, sameTopicNewer];
