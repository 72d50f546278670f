import { describe, expect, it } from 'vitest';
import { TestSegments } from '../../test/support/segments.ts';
import { taggedWith } from '../index/concept-columns.ts';
import { readPositions } from '../index/positions.ts';
import { indexInSorted, type Postings } from '../index/segment.ts';
import { mergeSegments } from './merger.ts';

function documentsOf({ terms, starts, documents }: Postings, term: number): number[] {
  const at = indexInSorted(terms, term);
  return at < 0 ? [] : [...documents.subarray(starts[at], starts[at + 1])];
}

describe('mergeSegments', () => {
  it('renumbers live documents in the order of the segments and drops deleted ones', () => {
    const segments = new TestSegments();
    const first = segments.add([{ body: ['tide'] }, { body: ['coast'] }, { body: ['tide coast'] }], [0]);
    const second = segments.add([{ body: ['coast'] }, { body: ['tide'] }]);
    const { segment } = mergeSegments(9, [first, second], segments.table);
    expect([segment.number, segment.size, [...segment.keys]]).toEqual([9, 4, [2, 3, 4, 5]]);
    expect(documentsOf(segment.body, segments.term('tide'))).toEqual([1, 3]);
    expect(documentsOf(segment.body, segments.term('coast'))).toEqual([0, 1, 2]);
  });

  it('omits terms that only deleted documents have', () => {
    const segments = new TestSegments();
    const first = segments.add([{ title: 'gone' }, { title: 'kept' }], [0]);
    const { segment } = mergeSegments(2, [first], segments.table);
    expect([...segment.title.terms]).toEqual([segments.term('kept')]);
  });

  it('keeps the positions of each document', () => {
    const segments = new TestSegments();
    const first = segments.add([{ body: ['tide and tide'] }, { body: ['a tide'] }], [1]);
    const second = segments.add([{ body: ['the high tide'] }]);
    const { body } = mergeSegments(3, [first, second], segments.table).segment;
    const at = indexInSorted(body.terms, segments.term('tide'));
    expect([...body.frequencies.subarray(body.starts[at], body.starts[at + 1])]).toEqual([2, 1]);
    const builtAtOnce = new TestSegments().add([{ body: ['tide and tide'] }, { body: ['the high tide'] }]);
    const decode = (positions: Postings['positions'], count: number) => {
      const into: number[] = [];
      readPositions(positions, 0, count, into);
      return into.sort((a, b) => a - b);
    };
    expect(decode(body.positions, 6)).toEqual(decode(builtAtOnce.segment.body.positions, 6));
  });

  it('merges the values of documents with none, one or several of them', () => {
    const segments = new TestSegments();
    const first = segments.add([{ literals: [[4]], numbers: [[1.5]] }, {}]);
    const second = segments.add([{ literals: [[2, 0]], numbers: [[7]] }]);
    const { literals, numbers } = mergeSegments(3, [first, second], segments.table).segment;
    expect([[...literals[0]!.starts], [...literals[0]!.values]]).toEqual([
      [0, 1, 1, 3],
      [4, 2, 0],
    ]);
    expect([[...numbers[0]!.starts], [...numbers[0]!.values]]).toEqual([
      [0, 1, 1, 2],
      [1.5, 7],
    ]);
  });

  it('ranks documents by date across segments, newest first, then by ID', () => {
    const segments = new TestSegments();
    const first = segments.add([{ id: 'c', date: 10 }, { id: 'b' }]);
    const second = segments.add([{ id: 'a' }, { id: 'd', date: 20 }]);
    expect([...mergeSegments(3, [first, second], segments.table).segment.ranks]).toEqual([1, 3, 2, 0]);
  });

  it('rebuilds the concept columns for the new numbers', () => {
    const segments = new TestSegments([[], [0]]);
    const first = segments.add([{ subjects: [1] }, { subjects: [0] }], [0]);
    const second = segments.add([{ subjects: [1] }]);
    const { columns } = mergeSegments(3, [first, second], segments.table);
    expect([[...taggedWith(columns, 0)], [...taggedWith(columns, 1)]]).toEqual([[0], [1]]);
  });
});
