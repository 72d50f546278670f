/** Long sentences as queries: those that find nothing although plain BM25 finds documents. */
import { openSpace } from '../../src/building-blocks.ts';
import { everything } from '../../test/support/queries.ts';
import type { Collection } from './judged-collections.ts';
import { plainBm25 } from './plain-bm25.ts';
import { withIndex } from './ranking.ts';

const [MIN_WORDS, MAX_WORDS] = [15, 30];

/** Sentences of 15 to 30 words from the descriptions, at most `count`, evenly distributed over the collection. */
export function longSentences({ documents }: Collection, count: number): string[] {
  const sentences = documents.flatMap(({ description = '' }) => {
    const words = (sentence: string) => sentence.split(/\s+/).length;
    const ofLength = (sentence: string) => words(sentence) >= MIN_WORDS && words(sentence) <= MAX_WORDS;
    return description
      .split(/(?<=\.)\s+/)
      .filter(ofLength)
      .slice(0, 1);
  });
  const step = sentences.length / count;
  return Array.from({ length: count }, (_, i) => sentences[Math.floor(i * step)]!);
}

/** The sentences without results, although plain BM25 finds documents. */
export async function sentencesWithoutResults(
  collection: Collection,
  sentences: string[],
  thesaurus?: string,
): Promise<string[]> {
  const plain = plainBm25(collection.documents);
  return withIndex(collection, thesaurus, async (directory) => {
    const space = await openSpace(directory);
    const failed: string[] = [];
    for (const input of sentences) {
      const { total } = await space.search({ ...everything, summaryLength: 0, count: 1, input });
      if (total === 0 && plain(input).length > 0) failed.push(input);
    }
    await space.close();
    return failed;
  });
}
