/** More-like-this plugins: similar documents by shared concepts, shared terms, or both. */

import { documentText } from '../concept-tagging/document-tagger.ts';
import type { SearcherContext } from '../search/searcher.ts';
import type { RelatedPlugin, Source } from './related-documents.ts';
import { withAdjacentConcepts } from './related-query.ts';
import { conceptEvidence, scaleWeights, type TermEvidence, textEvidence } from './term-selection.ts';

const combined: RelatedPlugin = {
  name: 'combined',
  canHandle: () => true,
  evidence(source, space) {
    // Scores of concepts are divided by this root, so that concepts and words weigh the same for the source.
    const rootOfTags = Math.sqrt(Math.max(1, source.concepts.length));
    return [
      ...scaleWeights(byConcepts(source, space), rootOfTags),
      ...scaleWeights(byText(source, space), 1),
    ];
  },
};

const concepts: RelatedPlugin = {
  name: 'concepts',
  canHandle: (source) => source.concepts.length > 0,
  evidence: byConcepts,
};

const text: RelatedPlugin = {
  name: 'text',
  canHandle: ({ stored }) => documentText(stored.content) !== '',
  evidence: byText,
};

/** In order of preference. */
export const similarities: readonly RelatedPlugin[] = [combined, concepts, text];

/** The concepts of the source, and those one step broader or narrower with a lower weight. */
export function byConcepts(source: Source, { index: { reader } }: SearcherContext): TermEvidence[] {
  return conceptEvidence(reader, withAdjacentConcepts(source.concepts, reader.thesaurus));
}

function byText({ stored }: Source, { index: { reader } }: SearcherContext): TermEvidence[] {
  const { content } = stored;
  return textEvidence(reader, documentText(content), content.language);
}
