import { expect, test } from 'vitest';
import { nextMerge } from './merge-policy.ts';
import { MAX_SEGMENT_DOCS } from './segment.ts';

const part = (live: number, size = live) => ({ live, segment: { size } });

/** Writes so many documents at a time until there are `all`, and merges whenever it is time. */
function grown(atATime: number, all: number) {
  const parts: ReturnType<typeof part>[] = [];
  let [copied, most] = [0, 0];
  for (let written = 0; written < all; written += atATime) {
    parts.push(part(atATime));
    for (let run = nextMerge(parts); run; run = nextMerge(parts)) {
      const sizes = parts.slice(run.begin, run.end).map(({ live }) => live);
      const sum = sizes.reduce((a, b) => a + b, 0);
      expect(sum).toBeLessThanOrEqual(MAX_SEGMENT_DOCS);
      parts.splice(run.begin, run.end - run.begin, part(sum));
      copied += sum;
    }
    most = Math.max(most, parts.filter(({ live }) => live < MAX_SEGMENT_DOCS / 2).length);
  }
  return { parts, copies: copied / all, most };
}

test.each([
  [1, 150_000, 5],
  [3, 150_000, 5],
  [250, 1_000_000, 3],
  [1000, 1_000_000, 2],
])('documents written %i at a time are copied at most once per size class', (atATime, all, classes) => {
  const { copies, most, parts } = grown(atATime, all);
  expect(copies).toBeLessThanOrEqual(classes);
  expect(most).toBeLessThanOrEqual(classes * 7);
  expect(parts.reduce((sum, { live }) => sum + live, 0)).toBe(Math.ceil(all / atATime) * atATime);
});

test('a merge of larger segments includes the small ones between them', () => {
  const sizes = [40_000, 3, 600, 600, 600, 2, 600, 600, 600, 600, 600, 1];
  expect(nextMerge(sizes.map((size) => part(size)))).toEqual({ begin: 1, end: 12 });
});

test('a large segment is not merged with a few small ones', () => {
  expect(nextMerge([30_000, 1, 1, 1, 1, 1, 1, 1].map((size) => part(size)))).toBeUndefined();
});

test('a segment with too many deleted documents is merged alone', () => {
  expect(nextMerge([part(60_000, 65_000), part(40_000, 65_000)])).toEqual({ begin: 1, end: 2 });
});
