import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SearchResult } from '../src/api.ts';
import { openSearchSpace } from '../src/workers/search-space-client.ts';
import type { WritableSpace } from '../src/writable-space.ts';
import { everything, facetRequest } from './support/queries.ts';

let directory: string;
let space: WritableSpace;

const prefixes = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
  @prefix owl: <http://www.w3.org/2002/07/owl#> .
  @prefix dcterms: <http://purl.org/dc/terms/> .
  @prefix : <https://example.org/> .\n`;
const previous = `
  :water a skos:Concept ; skos:prefLabel "Waters"@en .
  :mere a skos:Concept ; skos:prefLabel "Mere"@en ; skos:broader :water .
  :bog a skos:Concept ; skos:prefLabel "Bog"@en ; skos:broader :water .
  :fen a skos:Concept ; skos:prefLabel "Fen"@en .`;
const next = `
  :water a skos:Concept ; skos:prefLabel "Waters"@en .
  :lake a skos:Concept ; skos:prefLabel "Lake"@en ; skos:broader :water .
  :mere a skos:Concept ; skos:prefLabel "Mere"@en ; owl:deprecated true ; dcterms:isReplacedBy :lake .`;

async function* turtle(text: string, halfway?: () => Promise<unknown>) {
  yield prefixes + text.slice(0, 40);
  await halfway?.();
  yield text.slice(40);
}

function ask(input: string): Promise<SearchResult> {
  const facet = facetRequest('dyn_uri_all_concepts', { sorting: 'label', order: 'asc' });
  return space.search({ ...everything, input, facets: [facet], summaryLength: 0 });
}

const ids = ({ documents }: SearchResult) => documents.map(({ id }) => id).sort();
const counted = ({ facets }: SearchResult) =>
  Object.fromEntries(facets[0]!.values.map(({ label, count }) => [label, count]));

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'replacement-'));
  space = await openSearchSpace(directory);
  await space.replaceThesaurus(turtle(previous), 'text/turtle');
  const subjects = (...names: string[]) => names.map((name) => `https://example.org/${name}`);
  await space.put([
    { id: 'a', title: 'One', language: 'en', subjects: subjects('mere') },
    { id: 'b', title: 'Two', language: 'en', subjects: subjects('bog') },
    { id: 'c', title: 'Three', language: 'en', subjects: subjects('water', 'bog') },
  ]);
});

afterEach(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

test('finds documents by the successor of their subject and preserves the original subject', async () => {
  expect(counted(await ask(''))).toEqual({ Bog: 2, Mere: 1, Waters: 3 });
  await space.replaceThesaurus(turtle(next), 'text/turtle');
  expect(ids(await ask('lake'))).toEqual(['a']);
  expect(ids(await ask('mere'))).toEqual(['a']);
  expect(counted(await ask(''))).toEqual({ Lake: 1, Waters: 2 });
  expect((await space.stored('a'))!.subjects).toEqual(['https://example.org/mere']);
});

test('resolves replaced concepts without other statements, through any number of successors', async () => {
  const bare = `
    :water a skos:Concept ; skos:prefLabel "Waters"@en .
    :lake a skos:Concept ; skos:prefLabel "Lake"@en ; skos:broader :water .
    :mere owl:deprecated true ; dcterms:isReplacedBy :pond .
    :pond dcterms:isReplacedBy :lake .
    :scheme a skos:ConceptScheme ; dcterms:isReplacedBy :lake .
    :loose dcterms:isReplacedBy :unknown .
    :turn a skos:Concept ; dcterms:isReplacedBy :round . :round dcterms:isReplacedBy :turn .`;
  const { concepts, warnings } = await space.replaceThesaurus(turtle(bare), 'text/turtle');
  expect(concepts).toBe(3);
  expect(ids(await ask('turn'))).toEqual([]);
  expect((await ask('turn round')).recognizedConcepts).toHaveLength(1);
  expect(warnings.filter((each) => /mere|pond/i.test(each))).toEqual([]);
  expect(counted(await ask(''))).toEqual({ Lake: 1, Waters: 2 });
  expect(ids(await ask('lake'))).toEqual(['a']);
  expect((await ask('pond')).recognizedConcepts).toEqual([]);
  expect(await space.suggest({ text: 'po', language: 'en', count: 5 })).toEqual([]);
});

test('restores removed concepts with a later version', async () => {
  await space.replaceThesaurus(turtle(next), 'text/turtle');
  expect(ids(await ask('bog'))).toEqual([]);
  await space.replaceThesaurus(turtle(previous), 'text/turtle');
  expect(ids(await ask('bog'))).toEqual(['b', 'c']);
});

test('matches a deprecated concept without successor in queries but not in texts', async () => {
  const deprecated = `${previous} :fen owl:deprecated true . :bog owl:deprecated true .
    :moor a skos:Concept ; skos:prefLabel "Fen"@en .`;
  await space.replaceThesaurus(turtle(deprecated), 'text/turtle');
  expect(ids(await ask('bog'))).toEqual(['b', 'c']);
  expect((await ask('bog')).recognizedConcepts.map(({ label }) => label)).toEqual(['Bog']);
  expect((await ask('fen')).recognizedConcepts.map(({ uri }) => uri)).toEqual(['https://example.org/moor']);
  expect(await space.extract({ text: 'The bog', language: 'en', count: 5 })).toEqual([]);
});

test('uses the previous thesaurus until the new one is complete', async () => {
  const meanwhile: string[][] = [];
  const replacing = space.replaceThesaurus(
    turtle(next, async () => meanwhile.push(ids(await ask('bog')), ids(await ask('waters')))),
    'text/turtle',
  );
  await replacing;
  expect(meanwhile).toEqual([
    ['b', 'c'],
    ['a', 'b', 'c'],
  ]);
});

test('keeps the previous thesaurus if the new one is invalid', async () => {
  await expect(space.replaceThesaurus(turtle(`${next} nonsense`), 'text/turtle')).rejects.toMatchObject({
    code: 'invalid-thesaurus',
  });
  expect(ids(await ask('bog'))).toEqual(['b', 'c']);
});
