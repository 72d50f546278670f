import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WritableSpace } from '../index.ts';
import { openSpace } from '../search-space.ts';

async function* turtle() {
  yield `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    <urn:labour> a skos:Concept ; skos:prefLabel "Labour market"@en .
    <urn:wage> a skos:Concept ; skos:prefLabel "Wage"@en .
    <urn:birds> a skos:Concept ; skos:prefLabel "Birds"@en .`;
}

let directory: string;
let space: WritableSpace;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'tagging-'));
  space = await openSpace(directory);
});
afterEach(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

const tags = async (id: string) =>
  (await space.document(id, { documentFacets: [] })).concepts.map(({ label }) => label);

test('tags short texts with all concepts they mention, and long texts with their main concepts', async () => {
  await space.replaceThesaurus(turtle(), 'text/turtle');
  const language = 'en';
  const text = `${'On the coast of the north the wind blows for weeks. '.repeat(20)} No birds. The wage is low.`;
  await space.put([
    { id: 'labour', title: 'Labour markets in transition', language },
    { id: 'wages', title: 'Wages in Europe', language },
    { id: 'birds', title: 'Birds of Europe', language },
    { id: 'none', title: 'Birds of Europe', language, subjects: [] },
    { id: 'long', title: 'The labour market', text, language },
  ]);
  expect(await tags('labour')).toEqual(['Labour market']);
  expect(await tags('wages')).toEqual(['Wage']);
  expect(await tags('birds')).toEqual(['Birds']);
  expect(await tags('none')).toEqual([]);
  expect(await tags('long')).toEqual(['Labour market']);
});

test('labels among the subjects identify their concepts, even in a later thesaurus', async () => {
  await space.put([
    { id: 'labels', title: 'Wages in Europe', subjects: ['birds', 'Economy', 'LABOUR MARKETS'] },
    { id: 'both', title: 'Wages in Europe', subjects: ['urn:wage', 'Birds'] },
    { id: 'unknown', title: 'Wages in Europe', subjects: ['Economy', 'birds of prey'] },
    { id: 'none', title: 'Wages in Europe', subjects: [] },
  ]);
  await space.replaceThesaurus(turtle(), 'text/turtle');
  expect((await tags('labels')).sort()).toEqual(['Birds', 'Labour market']);
  expect((await tags('both')).sort()).toEqual(['Birds', 'Wage']);
  expect(await tags('unknown')).toEqual(['Wage']);
  expect(await tags('none')).toEqual([]);
});
