import { describe, expect, it } from 'vitest';
import { type TestDocument, TestSegments } from '../../test/support/segments.ts';
import type { SearchQuery } from '../api.ts';
import { TopK } from './top-k.ts';

type Scored = TestDocument & { id: string; score?: number };

/** Returns the IDs of the first `count` documents. */
function topIds(segments: Scored[][], sort: SearchQuery['sort'], count: number): string[] {
  const index = new TestSegments();
  const top = new TopK(
    count,
    sort,
    (reader, document) => segments.flat()[reader.segment.keys[document]! - 1]!.title!,
  );
  const ids = segments.flat().map(({ id }) => id);
  for (const documents of segments) {
    const reader = index.add(documents);
    const scores = Float32Array.from(documents, ({ score }) => score ?? 0);
    top.add(reader, Uint16Array.from(documents.keys()), scores);
  }
  return top.hits.map(({ reader, document }) => ids[reader.segment.keys[document]! - 1]!);
}

describe('TopK', () => {
  const scored: Scored[][] = [
    [
      { id: 'a', score: 2 },
      { id: 'b', score: 5 },
      { id: 'c', score: 1 },
    ],
    [
      { id: 'd', score: 4 },
      { id: 'e', score: 3 },
    ],
  ];

  it('merges the best documents of all segments by score', () => {
    expect(topIds(scored, { field: 'relevance', direction: 'desc' }, 3)).toEqual(['b', 'd', 'e']);
    expect(topIds(scored, { field: 'relevance', direction: 'asc' }, 3)).toEqual(['c', 'a', 'e']);
  });

  it('breaks ties by date, newest first, and then by ID', () => {
    const tied: Scored[][] = [
      [{ id: 'b' }, { id: 'c', date: 1 }],
      [{ id: 'a' }, { id: 'd', date: 2 }],
    ];
    expect(topIds(tied, { field: 'relevance', direction: 'desc' }, 4)).toEqual(['d', 'c', 'a', 'b']);
  });

  it('sorts documents without a date last in both directions', () => {
    const dated: Scored[][] = [[{ id: 'a' }, { id: 'b', date: 1 }], [{ id: 'c', date: 2 }]];
    expect(topIds(dated, { field: 'date', direction: 'desc' }, 3)).toEqual(['c', 'b', 'a']);
    expect(topIds(dated, { field: 'date', direction: 'asc' }, 3)).toEqual(['b', 'c', 'a']);
  });

  it('compares full titles if their first six characters are equal', () => {
    const titled: Scored[][] = [
      [{ id: 'a', title: 'Volcano z' }],
      [
        { id: 'b', title: 'Volcano a' },
        { id: 'c', title: 'Alps' },
      ],
    ];
    expect(topIds(titled, { field: 'title', direction: 'asc' }, 3)).toEqual(['c', 'b', 'a']);
    expect(topIds(titled, { field: 'title', direction: 'desc' }, 2)).toEqual(['a', 'b']);
  });

  it('selects the same documents as a full sort', () => {
    const documents = Array.from({ length: 500 }, (_, i) => ({ id: `${1000 + i}`, score: (i * 7919) % 101 }));
    const expected = documents
      .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      .map(({ id }) => id)
      .slice(0, 40);
    const halves = [documents.slice(0, 200), documents.slice(200)];
    expect(topIds(halves, { field: 'relevance', direction: 'desc' }, 40)).toEqual(expected);
  });

  it('returns nothing for a count of zero', () => {
    expect(topIds(scored, { field: 'relevance', direction: 'desc' }, 0)).toEqual([]);
  });
});
