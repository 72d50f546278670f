/** Phrases without a closing quotation mark. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSpace } from '../src/search-space.ts';
import type { WritableSpace } from '../src/writable-space.ts';
import { everything } from './support/queries.ts';

/** More words with the prefix `h` than are looked up individually. */
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
  // A space completes the word, a quotation mark the phrase.
  ['"red fox ', ['fox']],
  ['"red fox"', ['fox']],
  // No document has the phrase, so its words match.
  ['"red fo"', ['fox', 'foxes', 'apart']],
  ['grey "red f', ['foxes', 'fox']],
  // An exclusion applies only to complete words.
  ['fox -"red fo', ['fox', 'foxes', 'apart']],
  ['fox -"red fox', ['foxes', 'apart']],
])('%s matches completions of the phrase', async (input, ids) => {
  expect(await found(input)).toEqual(ids);
});

test('an unclosed phrase matches any number of completions of its last word', async () => {
  const { documents: completed } = await ask('"wild h');
  expect(completed.map(({ id }) => id).sort()).toEqual([...horses].sort());
  const [{ documents: one }, { documents: both }] = [await ask('"wild h7"'), await ask('"a wild h')];
  expect(one.map(({ id }) => id)).toEqual(['h7']);
  expect(both).toHaveLength(40);
});

test('a word and its subword at one position count once in an unclosed phrase', async () => {
  const titles = [Array.from({ length: 40 }, (_, i) => `a${i}`).join(' '), 'wild AT&T', 'wild a0 a1'];
  await space.put(titles.map((title, i) => ({ id: `${i}`, title, language: 'en', subjects: [] })));
  const scores = (await ask('"wild a')).documents.map(({ score }) => score);
  expect(scores).toEqual([scores[0], scores[0]]);
  for (const i of titles.keys()) await space.delete(`${i}`);
});

test('highlights the completed words of an unclosed phrase', async () => {
  const { documents: all } = await ask('"red fo');
  const { title, highlights } = all.find(({ id }) => id === 'foxes')!;
  const highlighted = highlights.title.map(({ begin, end }) => title.slice(begin, end));
  expect(highlighted).toEqual(['Red', 'foxes', 'foxes']);
});

test('a prefix with completions is not corrected', async () => {
  expect((await ask('"grey foxe')).suggestion).toBeUndefined();
});

test('suggests labels for an unclosed phrase', async () => {
  const suggested = async (text: string) =>
    (await space.suggest({ text, count: 5 })).map(({ label }) => label);
  expect(await suggested('"crimson f')).toEqual(['Crimson foxtail']);
  expect(await suggested('-"crim')).toEqual(['Crimson foxtail']);
});

test.each([
  ['a phrase that no document has', '"fox red" "grey wolf"', ['apart', 'fox', 'foxes']],
  ['a stray quotation mark', 'foxes " red grey', ['apart', 'fox', 'foxes']],
  ['an unclosed phrase', '"red wolf of the', ['apart', 'fox', 'foxes']],
])('%s falls back to its words, and the result reports it', async (_, input, ids) => {
  const { isUnquoted, documents: retrieved } = await ask(input);
  expect(retrieved.map(({ id }) => id).sort()).toEqual(ids);
  expect(isUnquoted).toBe(true);
});

test('excluded phrases and phrases with hits stay phrases', async () => {
  expect(await ask('"fox red" -"grey foxes"')).toMatchObject({
    isUnquoted: true,
    documents: [{ id: 'fox' }, { id: 'apart' }],
  });
  const { isUnquoted, total } = await ask('"the red fox"');
  expect([isUnquoted, total]).toEqual([undefined, 1]);
});

test.each([
  ['of a text', '"red foxes" wild', 'foxes', undefined],
  ['that names the concept of a document', '"crimson foxtail" wild', 'tagged', undefined],
  ['of a text, next to one that no document has,', '"red foxes" "grey wolf" wild', 'foxes', true],
])('a phrase %s stays a phrase if other words are missing', async (_, input, id, isUnquoted) => {
  const result = await ask(input);
  const ids = result.documents.map((document) => document.id);
  expect([ids.includes(id), ids.includes('apart'), result.isUnquoted]).toEqual([true, false, isUnquoted]);
});

test('the phrases of a sentence without results fall back to their words', async () => {
  const { isUnquoted, documents } = await ask('"red foxes" that hunted zebras near burning haystacks');
  expect([isUnquoted, documents.map(({ id }) => id)]).toEqual([true, expect.arrayContaining(['apart'])]);
});

test('a phrase whose documents are all excluded falls back to its words', async () => {
  expect(await ask('"red foxes" -grey')).toMatchObject({
    isUnquoted: true,
    documents: [{ id: 'fox' }, { id: 'apart' }],
  });
});
