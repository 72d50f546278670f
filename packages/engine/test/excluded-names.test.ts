/** Words that visitors exclude or quote: names that contain an excluded word, and phrases that no document has. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSpace } from '../src/search-space.ts';
import type { WritableSpace } from '../src/writable-space.ts';
import { everything } from './support/queries.ts';

async function* thesaurus() {
  yield `@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix : <https://example.org/> .
    :solitary a skos:Concept ; skos:prefLabel "solitary"@en ; skos:altLabel "lone"@en, "loners"@en .`;
}

const texts: Record<string, string> = {
  'Snowy owl': 'A snowy owl is white.',
  'Barn owl': 'This owl lives in barns, when it snows and when it does not.',
  'Eagle owl': 'A large owl of the forest.',
  'Golden eagle': 'An eagle of the mountains.',
  'Bald eagle': 'An eagle of the coast.',
  Schneeeule: 'Eine Eule des Nordens.',
  Waldkauz: 'Eine Eule des Waldes.',
  'Care insurance': 'Care insurance pays for nursing.',
  'Political party': 'A political party takes part in elections.',
  Leopards: 'Leopards are loners.',
  'Lone wolves': 'A wolf may live alone, a lone animal.',
};

let directory: string;
let space: WritableSpace;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'excluded-'));
  space = await openSpace(directory);
  await space.replaceThesaurus(thesaurus(), 'text/turtle');
  await space.put(
    Object.entries(texts).map(([title, text]) => ({
      id: title,
      title,
      text,
      language: /Eine/.test(text) ? 'de' : 'en',
    })),
  );
});
afterAll(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

async function titles(input: string, language = 'en'): Promise<string[]> {
  const { documents } = await space.search({ ...everything, input, language });
  return documents.map(({ title }) => title);
}

test.each([
  ['owl -snow', ['Eagle owl'], ['Snowy owl', 'Barn owl']],
  ['owl -snowy', ['Barn owl', 'Eagle owl'], ['Snowy owl']],
  ['eagle -gold', ['Bald eagle'], ['Golden eagle']],
  ['insurance -car', ['Care insurance'], []],
  ['elections -part', [], ['Political party']],
  ['party -parts', [], ['Political party']],
])('%s finds %j, but not %j', async (input, included, excluded) => {
  const found = await titles(input);
  expect(found).toEqual(expect.arrayContaining(included));
  for (const title of excluded) expect(found).not.toContain(title);
});

test('a compound of both words is excluded', async () => {
  const found = await titles('Eule -Schnee', 'de');
  expect(found).toContain('Waldkauz');
  expect(found).not.toContain('Schneeeule');
});

test('the words of a phrase that no document has stand for themselves', async () => {
  expect(await titles('"lone wolf"')).toEqual(['Lone wolves']);
  expect((await titles('lone')).sort()).toEqual(['Leopards', 'Lone wolves']);
});
