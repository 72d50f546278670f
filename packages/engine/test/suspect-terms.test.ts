/** Suggestions for suspect terms: rare words with a frequent near neighbor. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSpace } from '../src/search-space.ts';
import type { WritableSpace } from '../src/writable-space.ts';
import { everything } from './support/queries.ts';

async function* turtle() {
  yield `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    <urn:coopetition> a skos:Concept ; skos:prefLabel "Coopetition"@en .`;
}

const usual =
  'economic policy and relations, competition, departments, enterprises, experience of experientexts';
const directory = mkdtempSync(join(tmpdir(), 'rare-words-'));
let space: WritableSpace;

beforeAll(async () => {
  space = await openSpace(directory);
  await space.replaceThesaurus(turtle(), 'text/turtle');
  const many = Array.from({ length: 100 }, (_, i) => ({ id: `many-${i}`, text: usual, language: 'en' }));
  const rare = ['Enterpirses', 'An apartment', 'A coopetition', 'Enterprising', 'Compatition', 'Experiente'];
  await space.put([
    ...many,
    ...rare.map((title, i) => ({ id: `rare-${i}`, title, language: 'en' })),
    { id: 'third', title: 'Compatitions, compatition', language: 'en' },
    { id: 'fourth', title: 'Compatition', language: 'en' },
  ]);
});
afterAll(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

test.each([
  ['enterpirses ', 'rare-0', 'enterprises '],
  ['experiente ', 'rare-5', 'experience '],
])(
  'finds the one document with a suspect term and suggests the frequent neighbor: %s',
  async (input, id, other) => {
    const { total, documents, suggestion } = await space.search({ ...everything, input, language: 'en' });
    expect([total, documents[0]?.id, suggestion]).toEqual([1, id, other]);
  },
);

test.each([
  ['has another first letter', 'apartment '],
  ['occurs in a label', 'coopetition '],
  ['is an inflection of the neighbor', 'enterprising '],
  ['occurs in three documents', 'compatition '],
  ['may be a prefix', 'experiente'],
  ['is quoted', '"enterpirses"'],
])('suggests nothing for a word that %s', async (_, input) => {
  expect((await space.search({ ...everything, input, language: 'en' })).suggestion).toBeUndefined();
});
