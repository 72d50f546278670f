/** Corpus stop words: frequent words that tagged documents need not contain. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSpace } from '../src/search-space.ts';
import type { WritableSpace } from '../src/writable-space.ts';

async function* thesaurus() {
  yield `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    <https://example.org/harbours> a skos:Concept ; skos:prefLabel "Harbours"@en .`;
}

let directory: string;
let space: WritableSpace;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'common-'));
  space = await openSpace(directory);
  await space.replaceThesaurus(thesaurus(), 'text/turtle');
  const subjects = ['https://example.org/harbours'];
  const others = Array.from({ length: 8 }, (_, i) => `Buildings of the year ${1900 + i}`);
  await space.put([
    { id: 'quay', title: 'Quays and cranes', language: 'en', subjects },
    { id: 'pier', title: 'Buildings on piers', language: 'en', subjects },
    { id: 'dock', title: 'Docks', language: 'en', subjects },
    { id: 'lock', title: 'Locks with rusty gates', language: 'en', subjects },
    { id: 'jetty', title: 'Jetties', language: 'en', subjects },
    { id: 'painted', title: 'A painter of harbours', language: 'en', subjects: [] },
    ...others.map((title, i) => ({ id: `other ${i}`, title, language: 'en', subjects: [] })),
  ]);
});

afterAll(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

async function found(input: string): Promise<string[]> {
  const sort = { field: 'relevance', direction: 'desc' } as const;
  const nothing = { selected: [], excluded: [], facets: [], documentFacets: [] };
  const requested = { input, language: 'en', sort, start: 0, count: 20, summaryLength: 0, ...nothing };
  return (await space.search(requested)).documents.map(({ id }) => id);
}

test('tagged documents need not contain corpus stop words, others with the label must', async () => {
  const hits = await found('buildings in harbours ');
  // Few documents have all of it, so that one with only the label follows.
  expect(hits.slice(0, 5).sort()).toEqual(['dock', 'jetty', 'lock', 'pier', 'quay']);
  expect(hits.slice(5)).toEqual(['painted']);
});

test('ranks documents that contain the corpus stop words first', async () => {
  expect((await found('buildings in harbours '))[0]).toBe('pier');
});

test('requires less frequent words and quoted words', async () => {
  expect((await found('rusty harbours '))[0]).toBe('lock');
  expect((await found('"buildings" harbours '))[0]).toBe('pier');
});
