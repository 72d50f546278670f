import type { QueryPlan } from '@semantic-search/query';
import { expect, test } from 'vitest';
import { everything } from '../../test/support/queries.ts';
import { TestSegments } from '../../test/support/segments.ts';
import { IndexReader, type ReaderContext, SegmentReader } from '../index/reader.ts';
import { evaluate } from './matching/evaluate.ts';
import { DEFAULT_RANKING } from './matching/ranking.ts';
import { SearchScratch } from './matching/search-scratch.ts';
import { scoreParts } from './score-parts.ts';

test('the parts of a score need the postings of one document only', () => {
  const segments = new TestSegments();
  const documents = Array.from({ length: 300 }, () => ({ title: 'low tide', body: ['tide and sea'] }));
  const { segment, concepts } = segments.add(documents);
  let readPostings = 0;
  /** Collecting matches looks up each posting here. */
  const deleted = new Proxy(new Uint8Array(documents.length), {
    get(target, member) {
      readPostings++;
      return Reflect.get(target, member);
    },
  });
  const reader = new SegmentReader(segment, concepts, deleted);
  const termDictionary = { terms: { at: (term: number) => `term ${term}` } };
  const context = { termDictionary, indexedThesaurus: {} } as unknown as ReaderContext;
  const index = new IndexReader([reader], context);
  const alternatives = ['tide', 'sea'].map((word, i) => {
    return { matcher: { kind: 'word', terms: [segments.term(word)] }, requirementMask: 1 << i, weight: 1 };
  });
  const plan = { alternatives, excluded: [], requiredMask: 3, masks: new Map(), language: {} };
  const execution = { scratch: new SearchScratch(), ranking: DEFAULT_RANKING };
  const evaluation = evaluate(plan as unknown as QueryPlan, index, execution);
  expect(readPostings).toBeGreaterThan(3 * documents.length);
  readPostings = 0;
  const { isHit, parts } = scoreParts(
    everything,
    { evaluation, boosts: undefined },
    { reader, document: 7 },
    execution,
  );
  expect(isHit).toBe(true);
  expect(parts.map(({ kind }) => kind).sort()).toEqual(['title', 'word', 'word']);
  expect(readPostings).toBeLessThan(10);
});
