import { expect, test } from 'vitest';
import { MAX_SEGMENT_DOCS } from '../index/segment.ts';
import { nextMerge } from './merge-policy.ts';

const segment = (live: number, size = live) => ({ live, segment: { size } });

/** Writes `all` documents, `batchSize` per segment, and merges whenever the policy says so. */
function simulateWrites(batchSize: number, all: number) {
  const segments: ReturnType<typeof segment>[] = [];
  let [copied, most] = [0, 0];
  for (let written = 0; written < all; written += batchSize) {
    segments.push(segment(batchSize));
    for (let run = nextMerge(segments); run; run = nextMerge(segments)) {
      const sizes = segments.slice(run.begin, run.end).map(({ live }) => live);
      const sum = sizes.reduce((a, b) => a + b, 0);
      expect(sum).toBeLessThanOrEqual(MAX_SEGMENT_DOCS);
      segments.splice(run.begin, run.end - run.begin, segment(sum));
      copied += sum;
    }
    most = Math.max(most, segments.filter(({ live }) => live < MAX_SEGMENT_DOCS / 2).length);
  }
  return { segments, copies: copied / all, most };
}

test.each([
  [1, 150_000, 5],
  [3, 150_000, 5],
  [250, 1_000_000, 3],
  [1000, 1_000_000, 2],
])('documents written %i at a time are copied at most once per size class', (batchSize, all, classes) => {
  const { copies, most, segments } = simulateWrites(batchSize, all);
  expect(copies).toBeLessThanOrEqual(classes);
  expect(most).toBeLessThanOrEqual(classes * 7);
  expect(segments.reduce((sum, { live }) => sum + live, 0)).toBe(Math.ceil(all / batchSize) * batchSize);
});

test('a merge of larger segments includes the small ones between them', () => {
  const sizes = [40_000, 3, 600, 600, 600, 2, 600, 600, 600, 600, 600, 1];
  expect(nextMerge(sizes.map((size) => segment(size)))).toEqual({ begin: 1, end: 12 });
});

test('a large segment is not merged with a few small ones', () => {
  expect(nextMerge([30_000, 1, 1, 1, 1, 1, 1, 1].map((size) => segment(size)))).toBeUndefined();
});

test('a segment with too many deleted documents is merged alone', () => {
  expect(nextMerge([segment(60_000, 65_000), segment(40_000, 65_000)])).toEqual({ begin: 1, end: 2 });
});
