import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSpace } from '../search-space.ts';

async function* turtle() {
  yield `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    <urn:labour> a skos:Concept ; skos:prefLabel "Labour market"@en .
    <urn:wage> a skos:Concept ; skos:prefLabel "Wage"@en .
    <urn:birds> a skos:Concept ; skos:prefLabel "Birds"@en .`;
}

test('tags short texts with all concepts they mention, and long texts with their main concepts', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tagging-'));
  const space = await openSpace(directory);
  try {
    await space.replaceThesaurus(turtle(), 'text/turtle');
    const language = 'en';
    const text = `${'On the coast of the north the wind blows for weeks. '.repeat(20)} No birds. The wage is low.`;
    await space.put([
      { id: 'labour', title: 'Labour markets in transition', language },
      { id: 'wages', title: 'Wages in Europe', language },
      { id: 'birds', title: 'Birds of Europe', language },
      { id: 'long', title: 'The labour market', text, language },
    ]);
    const tags = async (id: string) =>
      (await space.document(id, { documentFacets: [] })).concepts.map(({ label }) => label);
    expect(await tags('labour')).toEqual(['Labour market']);
    expect(await tags('wages')).toEqual(['Wage']);
    expect(await tags('birds')).toEqual(['Birds']);
    expect(await tags('long')).toEqual(['Labour market']);
  } finally {
    await space.close();
    rmSync(directory, { recursive: true });
  }
});
