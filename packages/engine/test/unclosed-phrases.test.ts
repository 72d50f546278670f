/** Phrases whose closing quotation mark is not yet typed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WritableSpace } from '../src/api.ts';
import { openSpace } from '../src/search-space.ts';
import { everything } from './support/queries.ts';

/** More words that begin with `h` than are looked up one by one. */
const horses = Array.from({ length: 40 }, (_, i) => `h${i}`);
const documents = [
  { id: 'fox', title: 'The red fox' },
  { id: 'foxes', title: 'Red foxes, grey foxes' },
  { id: 'apart', title: 'A fox that is not red' },
  { id: 'tagged', title: 'Vulpes vulpes', subjects: ['urn:fox'] },
  { id: 'straße', title: 'Die lange Straße', language: 'de' },
  ...horses.map((horse) => ({
    id: horse,
    title: `${horse} a wild ${horse} and wild dogs: no wild ${horse}`,
  })),
];

async function* turtle() {
  yield `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    <urn:fox> a skos:Concept ; skos:prefLabel "Crimson foxtail"@en .`;
}

let directory: string;
let space: WritableSpace;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'open-phrases-'));
  space = await openSpace(directory);
  await space.replaceThesaurus(turtle(), 'text/turtle');
  await space.put(documents.map((document) => ({ language: 'en', subjects: [], ...document })));
});

afterAll(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

const ask = (input: string) => space.search({ ...everything, input, count: 100 });
const found = async (input: string) => (await ask(input)).documents.map(({ id }) => id);

test.each([
  ['"red f', ['fox', 'foxes']],
  ['“red fo', ['fox', 'foxes']],
  ['„lange stras', ['straße']],
  // A blank ends the word, a quotation mark the phrase.
  ['"red fox ', ['fox']],
  ['"red fox"', ['fox']],
  ['"red fo"', []],
  ['grey "red f', ['foxes', 'fox']],
  // What labels go on from.
  ['"crimson foxt', ['tagged']],
  // What is not wanted is so when it is whole.
  ['fox -"red fo', ['foxes', 'fox', 'apart']],
  ['fox -"red fox', ['foxes', 'apart']],
])('%s finds what the phrase goes on to', async (input, ids) => {
  expect(await found(input)).toEqual(ids);
});

test('however many words go on from its last one', async () => {
  const { documents: begun } = await ask('"wild h');
  expect(begun.map(({ id }) => id).sort()).toEqual([...horses].sort());
  const [{ documents: one }, { documents: both }] = [await ask('"wild h7"'), await ask('"a wild h')];
  expect(one.map(({ id }) => id)).toEqual(['h7']);
  expect(both).toHaveLength(40);
});

test('two words at one place, of which one is in the other, go on from it once', async () => {
  const titles = [Array.from({ length: 40 }, (_, i) => `a${i}`).join(' '), 'wild AT&T', 'wild a0 a1'];
  await space.put(titles.map((title, i) => ({ id: `${i}`, title, language: 'en', subjects: [] })));
  const scores = (await ask('"wild a')).documents.map(({ score }) => score);
  expect(scores).toEqual([scores[0], scores[0]]);
  for (const i of titles.keys()) await space.delete(`${i}`);
});

test('what was found of it is marked as far as it may go on', async () => {
  const { documents: all } = await ask('"red fo');
  const { title, highlights } = all.find(({ id }) => id === 'foxes')!;
  const marked = highlights.title.map(({ begin, end }) => title.slice(begin, end));
  expect(marked).toEqual(['Red', 'foxes', 'foxes']);
});

test('a beginning that goes on to words is corrected to none', async () => {
  expect((await ask('"grey foxe')).suggestion).toBeUndefined();
});

test('names are suggested for what is typed of it', async () => {
  const suggested = async (text: string) =>
    (await space.suggest({ text, count: 5 })).map(({ label }) => label);
  expect(await suggested('"crimson f')).toEqual(['Crimson foxtail']);
  expect(await suggested('-"crim')).toEqual(['Crimson foxtail']);
});
