/** Query language detection, and its effect on stop words and stemming. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SearchResult } from '../src/api.ts';
import { openSpace } from '../src/search-space.ts';
import type { WritableSpace } from '../src/writable-space.ts';

async function* thesaurus() {
  yield `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    @prefix : <https://example.org/> .
    :war a skos:Concept ; skos:prefLabel "War"@en, "Krieg"@de .
    :song a skos:Concept ; skos:prefLabel "singing"@en, "Gesang"@de .
    :apes a skos:Concept ; skos:prefLabel "great apes"@en, "grands singes"@fr .
    :labour a skos:Concept ; skos:prefLabel "Labour market"@en ; skos:altLabel "Job market"@en .`;
}

let directory: string;
let space: WritableSpace;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'language-'));
  space = await openSpace(directory);
  await space.replaceThesaurus(thesaurus(), 'text/turtle');
});

afterEach(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

const titled = (language: string, ...titles: string[]) =>
  space.put(titles.map((title) => ({ id: title, title, language, subjects: [] })));

function ask(input: string, language?: string): Promise<SearchResult> {
  const sort = { field: 'relevance', direction: 'desc' } as const;
  const nothing = { selected: [], excluded: [], facets: [], documentFacets: [], summaryLength: 0 };
  const question = { input, sort, start: 0, count: 10, ...nothing };
  return space.search(language ? { ...question, language } : question);
}

const first = async (input: string, language?: string) => (await ask(input, language)).documents[0]?.id;
const found = async (input: string, language?: string) =>
  (await ask(input, language)).documents.map(({ id }) => id).sort();

const english = [
  ...['Level', 'Economy', 'Health'].flatMap((word) => [1, 2, 3, 4, 5, 6].map((i) => `${word} ${i}`)),
  'How the sea level is rising',
  'How a war changes the economy',
  'The health of men and how it differs',
];

test('a single document in another language does not add stop words, even after deletion', async () => {
  await titled('en', ...english);
  const others = [
    ['es', 'Espero que sea así'],
    ['de', 'Es war einmal'],
    ['sv', 'Många men inte alla'],
  ] as const;
  const isRight = async () => {
    for (const language of ['en', undefined]) {
      expect(await first('sea level', language)).toBe('How the sea level is rising');
      expect(await first('war economy', language)).toBe('How a war changes the economy');
      expect(await first('men health', language)).toBe('The health of men and how it differs');
      expect((await ask('war economy', language)).recognizedConcepts.map(({ label }) => label)).toEqual([
        'War',
      ]);
    }
  };
  await isRight();
  for (const [language, title] of others) await titled(language, title);
  await isRight();
  for (const [, title] of others) await space.delete(title);
  await isRight();
});

test('words are stemmed by the rules of the requested language', async () => {
  await titled('en', 'The cars of the city', 'Care for the old');
  await titled('de', 'Das Café und die Care-Arbeit');
  expect(await found('car ', 'en')).toEqual(['The cars of the city']);
});

test('recognizes a query in another language than the requested one', async () => {
  await titled('en', 'Mountains of fire', 'The end of the world', 'They die young');
  await titled('de', 'Ein Vulkan bricht aus', 'Die Vulkane der Eifel', 'Das Ende der Welt');
  expect(await found('Vulkane ', 'en')).toEqual(['Die Vulkane der Eifel', 'Ein Vulkan bricht aus']);
  expect(await found('die Vulkane ', 'en')).toEqual(['Die Vulkane der Eifel', 'Ein Vulkan bricht aus']);
});

test('a word does not match a foreign label by inflection if labels of its own language have it', async () => {
  await titled('fr', 'La forêt');
  expect((await ask('singe ', 'fr')).recognizedConcepts.map(({ matchingLabel }) => matchingLabel)).toEqual([
    'grands singes',
  ]);
});

test('an exact label scores a text as its other forms do', async () => {
  await titled('en', 'The labour market in crisis', 'The market for labour unions', 'A tight job market');
  for (const typed of ['labour market', 'labour-market', 'labour  market', 'labour markets'])
    expect(await first(`${typed} `, 'en')).toBe('The labour market in crisis');
  const scoreOf = async (input: string) => (await ask(input, 'en')).documents[0]!.score;
  expect(await scoreOf('labour market ')).toBeCloseTo(await scoreOf('labour-market '), 5);
});
