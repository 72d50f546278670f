/** Benchmark of similar and recommended documents. */
import type { WritableSpace } from '../src/index.ts';
import { firstDocuments } from './benchmark-kit.ts';
import { type Percentiles, percentiles, stopwatch } from './stopwatch.ts';

export interface RelatedFigures {
  /** Milliseconds of CPU. */
  similar: Percentiles;
  recommend: Percentiles;
}

const count = 200;

export async function timeRelated(space: WritableSpace, corpus: string): Promise<RelatedFigures> {
  const documents = await firstDocuments(corpus, count);
  const timed = async (method: 'similar' | 'recommend') => {
    const times: number[] = [];
    // The first tenth is a warm-up.
    for (const { id } of [...documents.slice(0, count / 10), ...documents]) {
      const watch = stopwatch();
      await space[method]({ id, count: 10, documentFacets: [], summaryLength: 300 });
      times.push(watch().cpu);
    }
    return percentiles(times.slice(count / 10));
  };
  return { similar: await timed('similar'), recommend: await timed('recommend') };
}
