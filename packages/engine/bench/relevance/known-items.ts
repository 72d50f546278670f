/** Known-item search: sentences that were removed from documents as queries for these documents. */
import { openSpace } from '../../src/building-blocks.ts';
import type { DocumentInput } from '../../src/index.ts';
import { everything } from '../../test/support/queries.ts';
import type { Collection } from './judged-collections.ts';
import { plainBm25 } from './plain-bm25.ts';
import { withIndex } from './ranking.ts';

/** Mean reciprocal ranks of the documents. */
export interface KnownItemFigures {
  name: string;
  sentences: number;
  plain: number;
  engine: number;
  /** Half of the 95 % confidence interval of the difference. */
  confidence: number;
}

interface KnownItem {
  id: string;
  sentence: string;
  language: string | undefined;
}

const [MIN_WORDS, MAX_WORDS] = [8, 40];
const MIN_SENTENCES = 4;
/** Rank up to which documents are searched. */
const DEPTH = 100;

/** Removes a sentence from the middle of every `interval`th document. `thesaurus` is a file in Turtle. */
export async function findKnownItems(
  collection: Collection,
  interval: number,
  thesaurus?: string,
): Promise<KnownItemFigures> {
  const items: KnownItem[] = [];
  const documents = collection.documents.map((document, i) => {
    const removed = i % interval === 0 ? removeSentence(document) : undefined;
    if (!removed) return document;
    const { id, language } = document;
    items.push({ id, sentence: removed.sentence, language: language ?? undefined });
    return { ...document, description: removed.description };
  });
  const plain = plainBm25(documents);
  return withIndex({ ...collection, documents }, thesaurus, async (directory) => {
    const space = await openSpace(directory);
    const ranks: { plain: number; engine: number }[] = [];
    for (const { id, sentence: input, language } of items) {
      const query = { ...everything, summaryLength: 0, count: DEPTH, input, ...(language && { language }) };
      const found = (await space.search(query)).documents.map((document) => document.id);
      ranks.push({
        plain: reciprocalRank(plain(input, language), id),
        engine: reciprocalRank(found, id),
      });
    }
    await space.close();
    const differences = ranks.map((each) => each.engine - each.plain);
    return {
      name: collection.name,
      sentences: items.length,
      plain: mean(ranks.map((each) => each.plain)),
      engine: mean(ranks.map((each) => each.engine)),
      confidence: 1.96 * standardError(differences),
    };
  });
}

function removeSentence({ description }: DocumentInput) {
  const sentences = (description ?? '').split(/(?<=\.)\s+/);
  const sentence = sentences[Math.floor(sentences.length / 2)]!;
  const words = sentence.split(/\s+/).length;
  if (sentences.length < MIN_SENTENCES || words < MIN_WORDS || words > MAX_WORDS) return undefined;
  return { sentence, description: sentences.filter((each) => each !== sentence).join(' ') };
}

function reciprocalRank(ranked: string[], id: string): number {
  const rank = ranked.slice(0, DEPTH).indexOf(id) + 1;
  return rank === 0 ? 0 : 1 / rank;
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function standardError(values: number[]): number {
  const center = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - center) ** 2)) / values.length);
}
