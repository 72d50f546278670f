/** Plugins for related documents: similarities and recommenders, by concepts, words and dates. */
import { documentText } from '../index-writing/document-sections.ts';
import type { SearcherContext } from '../search/searcher.ts';
import type { RelatedPlugin, Source } from './related-documents.ts';
import { followConcepts, withAdjacentConcepts } from './related-query.ts';
import { conceptEvidence, scaleWeights, type TermEvidence, textEvidence } from './term-selection.ts';

/** By concepts and words, which weigh the same in total. */
const combined: RelatedPlugin = {
  name: 'combined',
  canHandle: () => true,
  evidence(source, space) {
    // Scores of concepts are divided by this root, see `bestByEvidence`.
    const rootOfTags = Math.sqrt(Math.max(1, source.concepts.length));
    return [
      ...scaleWeights(byConcepts(source, space), rootOfTags),
      ...scaleWeights(byText(source, space), 1),
    ];
  },
};

const sameConcepts: RelatedPlugin = {
  name: 'concepts',
  canHandle: (source) => source.concepts.length > 0,
  evidence: byConcepts,
};

const similarText: RelatedPlugin = {
  name: 'text',
  canHandle: ({ stored }) => documentText(stored.content) !== '',
  evidence: byText,
};

/** In order of preference. */
export const similarities: readonly RelatedPlugin[] = [combined, sameConcepts, similarText];

/** The concepts of the source, and concepts one step broader or narrower with a lower weight. */
function byConcepts(source: Source, { index: { reader } }: SearcherContext): TermEvidence[] {
  return conceptEvidence(reader, withAdjacentConcepts(source.concepts, reader.thesaurus));
}

function byText({ stored }: Source, { index: { reader } }: SearcherContext): TermEvidence[] {
  const { content } = stored;
  return textEvidence(reader, documentText(content), content.language);
}

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
