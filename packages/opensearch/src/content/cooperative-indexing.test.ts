/** Cooperative analysis: long documents and batches do not block the event loop. */

import { AttributeRegistry } from '@semantic-search/engine/building-blocks';
import { DEFAULT_QUERY_SETTINGS } from '@semantic-search/query';
import { TermDictionaryBuilder } from '@semantic-search/query/terms';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Cluster } from '../cluster/cluster.ts';
import { analyzeDocuments } from '../indices/index-document.ts';
import { sharedTermDictionary } from '../indices/shared-term-dictionary.ts';
import { openStoredThesaurus } from '../indices/thesaurus-store.ts';
import { related, similarities } from '../queries/related.ts';

// Each reading of the clock is a millisecond later, so the speed of the machine does not matter.
let now = 0;
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now++);
});
afterEach(() => vi.restoreAllMocks());

/** Number of event loop turns until the work completes, without I/O. */
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

const tagger = openStoredThesaurus(undefined);

const count = 100_000;
const words = Array.from({ length: count }, (_, i) => `tide${i}`);
const long = { id: 'long', language: 'en', text: words.join(' '), subjects: [] };

/** A cluster that responds at once. Its searches find these sources. */
function ready(sources: object[]): Cluster {
  const hits = sources.map((_source, i) => ({ _id: `${i}`, _score: 1, _source, sort: [i] }));
  const cluster = {
    search: async () => ({ total: hits.length, hits, aggregations: {} }),
    call: async () => ({ items: [{ create: { _index: 'zoo-words', status: 201 } }] }),
  };
  return cluster as unknown as Cluster;
}

test('yields while analyzing a long document', async () => {
  let read: string[] = [];
  const turns = await turnsDuring(async () => {
    const [only] = await analyzeDocuments([long], tagger);
    read = only!.words;
  });
  expect(read).toEqual(words);
  expect(turns).toBeGreaterThan(2);
});

test('yields while analyzing many short documents', async () => {
  const short = Array.from({ length: 250 }, (_, i) => ({ ...long, id: `${i}`, text: 'high tide' }));
  expect(await turnsDuring(() => analyzeDocuments(short, tagger))).toBeGreaterThan(10);
});

test('yields while looking up and adding words of a document or of another process', async () => {
  const runs = [{ language: 'en', words }];
  const layout = { shards: 1, replicas: '0', k1: 1.2, b: 0.4 };
  const zoo = { alias: 'zoo', cluster: ready([{ runs }]), writing: ready([]), layout };
  const wordsHere = () => sharedTermDictionary(zoo);
  // Words are looked up first, then added.
  expect(await turnsDuring(() => wordsHere().add(runs))).toBeGreaterThan(10);
  expect(await turnsDuring(() => wordsHere().load('a'))).toBeGreaterThan(5);
});

test('yields while searching for documents similar to a long one', async () => {
  const indexVersion = {
    index: 'zoo-v-1',
    chunks: 0,
    attributes: new AttributeRegistry(),
    termDictionary: new TermDictionaryBuilder().current(),
    ...tagger,
    cache: new Map(),
    shards: 1,
    querySettings: DEFAULT_QUERY_SETTINGS,
  };
  const question = { id: 'long', plugin: 'text', count: 1, documentFacets: [], summaryLength: 100 };
  const cluster = ready([{ id: 'long', content: JSON.stringify(long), extracted: null, written: 0 }]);
  const target = { indexVersion, cluster, signal: undefined };
  expect(await turnsDuring(() => related(question, similarities, target))).toBeGreaterThan(2);
});
