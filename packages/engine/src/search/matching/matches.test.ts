import { LEAD_LENGTH } from '@semantic-search/query';
import { describe, expect, it } from 'vitest';
import { type TestDocument, TestSegments } from '../../../test/support/segments.ts';
import { matchesOf } from './matches.ts';
import { DEFAULT_RANKING } from './ranking.ts';
import { documentFrequency } from './reader-statistics.ts';
import { SearchScratch } from './search-scratch.ts';

const context = { scratch: new SearchScratch(), ranking: DEFAULT_RANKING };

function setUp(documents: TestDocument[], deleted: number[] = []) {
  const segments = new TestSegments();
  const reader = segments.add(documents, deleted);
  const terms = (...words: string[]) => words.map((word) => segments.term(word));
  const matchesBy =
    (kind: 'word' | 'lead') =>
    (...words: string[]) => {
      const { documents: found, weights } = matchesOf(reader, { kind, terms: terms(...words) }, context);
      return Array.from(found, (document, i) => [document, weights[i]]).sort((a, b) => a[0]! - b[0]!);
    };
  return {
    matches: matchesBy('word'),
    inLeads: matchesBy('lead'),
    frequency: (...words: string[]) => documentFrequency(reader, terms(...words), context),
  };
}

const tides: TestDocument[] = [
  { title: 'tide', body: ['tide tide'] },
  { body: ['coast'] },
  { title: 'tides' },
  { body: ['tide coast'] },
];

describe('matches of terms', () => {
  it('counts an occurrence in the title twice', () => {
    const { matches } = setUp(tides);
    expect(matches('tide')).toEqual([
      [0, 4],
      [3, 1],
    ]);
  });

  it('sums the frequencies of several terms', () => {
    const { matches, frequency } = setUp(tides);
    expect(matches('tide', 'tides', 'coast')).toEqual([
      [0, 4],
      [1, 1],
      [2, 2],
      [3, 2],
    ]);
    expect(frequency('tide', 'tides', 'coast')).toBe(4);
    expect(frequency('tide', 'coast')).toBe(3);
  });

  it('omits deleted documents from matches and document frequencies', () => {
    const { matches, frequency } = setUp(tides, [0]);
    expect(matches('tide')).toEqual([[3, 1]]);
    expect([frequency('tide'), frequency('tide', 'tides'), frequency('coast')]).toEqual([1, 2, 2]);
  });

  it('counts a document once if both fields have the term', () => {
    expect(setUp(tides).frequency('tide')).toBe(2);
  });

  it('sums the frequencies in both fields of many documents', () => {
    const documents = Array.from({ length: 90 }, (_, i) => ({
      title: i % 3 === 0 ? 'wave' : '',
      body: [i % 2 === 0 ? 'wave' : 'calm', i === 8 || i === 9 ? 'rare' : ''],
      ...(i === 9 ? { title: 'rare wave' } : {}),
    }));
    const { matches } = setUp(documents);
    const expected = documents.flatMap((_, i) => {
      const weight = (i % 3 === 0 ? 2 : 0) + (i % 2 === 0 ? 1 : 0);
      return weight > 0 ? [[i, weight]] : [];
    });
    expect(matches('wave')).toEqual(expected);
    expect(matches('rare')).toEqual([
      [8, 1],
      [9, 3],
    ]);
  });

  it('finds terms in leads: in titles, and among the first positions of texts', () => {
    const filler = (count: number) => Array(count).fill('calm').join(' ');
    const { inLeads } = setUp([
      { title: 'wave', body: ['calm'] },
      { body: [`${filler(LEAD_LENGTH - 1)} wave wave`] },
      { body: [`${filler(LEAD_LENGTH)} wave`] },
      { title: 'wave', body: ['wave'] },
    ]);
    expect(inLeads('wave')).toEqual([
      [0, 1],
      [1, 1],
      [3, 1],
    ]);
  });

  it('finds nothing for a term that the segment does not have', () => {
    const { matches, frequency } = setUp(tides);
    expect([matches('moon'), frequency('moon')]).toEqual([[], 0]);
  });
});
