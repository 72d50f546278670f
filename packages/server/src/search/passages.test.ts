import type { ResultDocument } from '@semantic-search/engine';
import { expect, it } from 'vitest';
import { bestPassages } from './passages.ts';

it('compares more passages than a function can have arguments', () => {
  const sentences = 150_000;
  const text = 'Owl.\n'.repeat(sentences);
  const spans = Array.from({ length: sentences }, (_, i) => ({ begin: 5 * i, end: 5 * i + 3 }));
  const highlights = { heading: [], text: spans };
  const document = {
    id: 'urn:owls',
    title: '',
    link: '',
    score: 1,
    language: 'en',
    highlights: { title: [] },
    texts: [{ anchor: '', heading: '', text, highlights }],
  } as unknown as ResultDocument;
  expect(bestPassages({ documents: [document], recognizedConcepts: [] }, {})).toHaveLength(2);
});
