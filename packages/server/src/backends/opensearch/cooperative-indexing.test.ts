/** Documents are read in the thread that answers all requests: others have their turn meanwhile. */
import {
  emptyThesaurus,
  GrowingAttributes,
  openExtractor,
  TermDictionaryBuilder,
} from '@semantic-search/engine';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Cluster } from './cluster.ts';
import { analysed } from './index-document.ts';
import { related, similarities } from './related.ts';
import { spaceWords } from './term-statistics.ts';

// Every look at the clock is a millisecond later than the one before: how fast the machine is plays no part.
let now = 0;
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now++);
});
afterEach(() => vi.restoreAllMocks());

/** How many turns the event loop takes until all is done, where nothing has to be waited for. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let timer = setImmediate(function again() {
    turns += 1;
    timer = setImmediate(again);
  });
  await work();
  clearImmediate(timer);
  return turns;
}

const thesaurus = emptyThesaurus();
const extractor = openExtractor(thesaurus.thesaurus, thesaurus.recogniser);
const tagger = { thesaurus: thesaurus.thesaurus, extractor };

const count = 100_000;
const words = Array.from({ length: count }, (_, i) => `tide${i}`);
const long = { id: 'long', language: 'en', text: words.join(' '), subjects: [] };

/** A cluster that answers at once: searches with these sources, and that it has done all else. */
function ready(sources: object[]): Cluster {
  const hits = sources.map((_source, i) => ({ _id: `${i}`, _score: 1, _source, sort: [i] }));
  const cluster = {
    search: async () => ({ total: hits.length, hits, aggregations: {}, suggest: {}, pit: undefined }),
    call: async () => ({ items: [{ create: { _index: 'zoo-words', status: 201 } }] }),
  };
  return cluster as unknown as Cluster;
}

test('while a long document is read', async () => {
  let read: string[] = [];
  const turns = await turnsDuring(async () => {
    const [only] = await analysed([long], tagger);
    read = only!.words;
  });
  expect(read).toEqual(words);
  expect(turns).toBeGreaterThan(2);
});

test('while many short documents are read', async () => {
  const short = Array.from({ length: 250 }, (_, i) => ({ ...long, id: `${i}`, text: 'high tide' }));
  expect(await turnsDuring(() => analysed(short, tagger))).toBeGreaterThan(10);
});

test('while words are looked up and added that a document brings, or another process brought', async () => {
  const runs = [{ language: 'en', words }];
  const both = { cluster: ready([{ runs }]), writing: ready([]) };
  const wordsHere = () => spaceWords('zoo', both, '0');
  // They are looked up first, and then added.
  expect(await turnsDuring(() => wordsHere().meet(runs))).toBeGreaterThan(10);
  expect(await turnsDuring(() => wordsHere().upToDate('a'))).toBeGreaterThan(5);
});

test('while documents are looked for that are like a long one', async () => {
  const edition = {
    index: 'zoo-v-1',
    attributes: new GrowingAttributes(),
    vocabulary: new TermDictionaryBuilder().now(),
    thesaurus,
    extractor,
    known: new Map(),
    counting: { shards: 1, mostValues: 1000 },
  };
  const question = { id: 'long', plugin: 'text', count: 1, documentFacets: [], summaryLength: 100 };
  const cluster = ready([{ id: 'long', content: JSON.stringify(long), extracted: null }]);
  expect(await turnsDuring(() => related(question, similarities, edition, cluster))).toBeGreaterThan(2);
});
