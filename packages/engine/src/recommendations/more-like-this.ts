/** More-like-this plugins: similar documents by shared concepts, shared terms, or both. */

import type { Thesaurus } from '@semantic-search/query/thesaurus';
import { documentText } from '../concept-tagging/document-tagger.ts';
import type { SearcherContext } from '../searcher.ts';
import { bestByEvidence, type RelatedPlugin, type Source } from './related-documents.ts';
import { asShare, conceptEvidence, type TermEvidence, textEvidence } from './term-selection.ts';

/** What a concept next to a shared one counts. */
const nextWeight = 0.3;

const combined: RelatedPlugin = {
  name: 'combined',
  order: 1,
  canHandle: () => true,
  find(source, space, count, signal) {
    // Concepts are damped by the number of tags: so that both kinds weigh the same for the source, they start higher.
    const tagged = Math.sqrt(Math.max(1, source.concepts.length));
    const evidence = [...asShare(byConcepts(source, space), tagged), ...asShare(byText(source, space), 1)];
    return bestByEvidence(source, space, evidence, count, { signal });
  },
};

const concepts: RelatedPlugin = {
  name: 'concepts',
  order: 2,
  canHandle: (source) => source.concepts.length > 0,
  find: (source, space, count, signal) =>
    bestByEvidence(source, space, byConcepts(source, space), count, { signal }),
};

const text: RelatedPlugin = {
  name: 'text',
  order: 3,
  canHandle: ({ stored }) => documentText(stored.content) !== '',
  find: (source, space, count, signal) =>
    bestByEvidence(source, space, byText(source, space), count, { signal }),
};

export const similarities: readonly RelatedPlugin[] = [combined, concepts, text];

/** The same concepts in full, those one step broader or narrower a little. */
export function byConcepts(source: Source, { index: { reader } }: SearcherContext): TermEvidence[] {
  return conceptEvidence(reader, nearConcepts(source.concepts, reader.thesaurus.thesaurus));
}

function nearConcepts(own: number[], thesaurus: Thesaurus): Map<number, number> {
  const near = new Map<number, number>();
  for (const concept of own) {
    for (const list of [thesaurus.broader(concept), thesaurus.narrower(concept)]) {
      for (const other of list) near.set(other, nextWeight);
    }
  }
  for (const concept of own) near.set(concept, 1);
  return near;
}

function byText({ stored }: Source, { index: { reader, termDictionary } }: SearcherContext): TermEvidence[] {
  const { content } = stored;
  return textEvidence(reader, termDictionary, documentText(content), content.language);
}
