/** Facet counting benchmark: nanoseconds per posting, comparable to the kit's histogram in C. */

import type { Thesaurus } from '@semantic-search/query/thesaurus';
import { countConcepts } from '../src/facets/counting.ts';
import type { SegmentReader } from '../src/index/reader.ts';
import { openIndex } from './opened-index.ts';
import { median, stopwatch } from './stopwatch.ts';

const runs = 21;

/** Every third document, so that memory accesses are as scattered as in a query. */
const shares = 3;

/** Returns the CPU time in nanoseconds per concept of a document, including broader ones. */
export function countingNsPerPosting(directory: string): number {
  const { database, index } = openIndex(directory);
  try {
    const { segments, thesaurus } = index.reader;
    return speedOver(segments, thesaurus);
  } finally {
    database.close();
  }
}

function speedOver(segments: readonly SegmentReader[], thesaurus: Thesaurus): number {
  const work = segments.flatMap((part) =>
    Array.from({ length: shares }, (_, share) => ({
      reader: part,
      documents: every(part.segment.size, share),
    })),
  );
  const times = Array.from({ length: runs }, () => {
    const watch = stopwatch();
    countConcepts(work, thesaurus);
    return watch().cpu;
  });
  const postings = countConcepts(work, thesaurus).reduce((sum, count) => sum + count, 0);
  return (median(times) * 1e6) / postings;
}

function every(size: number, share: number): Uint16Array {
  return Uint16Array.from({ length: Math.ceil((size - share) / shares) }, (_, i) => share + i * shares);
}
