/** Similar documents: by shared concepts, by shared words, or by both. */
import type { Holdings } from '../query/search.ts';
import { textOf } from '../tagging.ts';
import type { Thesaurus } from '../thesaurus/thesaurus.ts';
import { conceptEvidence, textEvidence } from './likeness.ts';
import {
  bestByEvidence,
  type RelatedPlugin,
  type Source,
  type WeighedEvidence,
} from './related-documents.ts';

/** What a concept next to a shared one counts. */
const NEXT = 0.3;

export const combined: RelatedPlugin = {
  name: 'combined',
  order: 1,
  canHandle: () => true,
  find: (source, space, count, signal) =>
    bestByEvidence(
      source,
      space,
      [byConcepts(source, space), byText(source, space)],
      count,
      undefined,
      signal,
    ),
};

export const concepts: RelatedPlugin = {
  name: 'concepts',
  order: 2,
  canHandle: (source) => source.concepts.length > 0,
  find: (source, space, count, signal) =>
    bestByEvidence(source, space, [byConcepts(source, space)], count, undefined, signal),
};

export const text: RelatedPlugin = {
  name: 'text',
  order: 3,
  canHandle: ({ stored }) => textOf(stored.content) !== '',
  find: (source, space, count, signal) =>
    bestByEvidence(source, space, [byText(source, space)], count, undefined, signal),
};

export const similarities: readonly RelatedPlugin[] = [combined, concepts, text];

/** The same concepts in full, those one step broader or narrower a little. */
export function byConcepts(source: Source, { index: { generation } }: Holdings): WeighedEvidence {
  const near = nearConcepts(source.concepts, generation.thesaurus.thesaurus);
  return { evidence: conceptEvidence(generation, near), share: 0.5, byTags: true };
}

function nearConcepts(own: number[], thesaurus: Thesaurus): Map<number, number> {
  const near = new Map<number, number>();
  for (const concept of own) {
    for (const list of [thesaurus.broader(concept), thesaurus.narrower(concept)]) {
      for (const other of list) near.set(other, NEXT);
    }
  }
  for (const concept of own) near.set(concept, 1);
  return near;
}

function byText({ stored }: Source, { index: { generation, vocabulary } }: Holdings): WeighedEvidence {
  const { content } = stored;
  const evidence = textEvidence(generation, vocabulary, textOf(content), content.language);
  return { evidence, share: 0.5, byTags: false };
}
