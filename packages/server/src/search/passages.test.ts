import type { ResultDocument, SearchResult, Span } from '@semantic-search/engine';
import { expect, it } from 'vitest';
import { bestPassages } from './passages.ts';

function documentWith(text: string, spans: Span[]): ResultDocument {
  const highlights = { heading: [], text: spans };
  return {
    id: 'urn:owls',
    title: '',
    link: '',
    score: 1,
    language: 'en',
    highlights: { title: [] },
    texts: [{ anchor: '', heading: '', text, highlights }],
  } as unknown as ResultDocument;
}

it('compares more passages than a function can have arguments', () => {
  const sentences = 150_000;
  const spans = Array.from({ length: sentences }, (_, i) => ({ begin: 5 * i, end: 5 * i + 3 }));
  const document = documentWith('Owl.\n'.repeat(sentences), spans);
  expect(bestPassages({ documents: [document], recognizedConcepts: [] }, {})).toHaveLength(2);
});

it('lists the concepts of all sentences of a passage that was joined from two', () => {
  const words = ['Owl', 'Sun', 'Sun', 'Sun', 'Sun', 'Sun', 'Fox', 'Sun', 'Sun', 'Sun'];
  const spans = [0, 6].map((sentence) => ({ begin: 5 * sentence, end: 5 * sentence + 3 }));
  const document = documentWith(words.map((word) => `${word}.\n`).join(''), spans);
  const concepts = ['Owl', 'Fox'].map((label) => ({ uri: `urn:${label}`, label, matchingLabel: label }));
  const recognizedConcepts = concepts.map((concept) => ({ ...concept, alsoSearched: [] }));
  const hits = { documents: [document], recognizedConcepts } as unknown as SearchResult;
  const [passage] = bestPassages(hits, {});
  expect(passage).toMatchObject({ begin: 0, end: 39 });
  expect(passage!.concepts.map(({ label }) => label)).toEqual(['Owl', 'Fox']);
});
