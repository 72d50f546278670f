/** Recommendation plugins: documents to read next, by related concepts or newer on the same topic. */

import { byConcepts } from './more-like-this.ts';
import type { RelatedPlugin } from './related-documents.ts';
import { followConcepts } from './related-query.ts';
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
