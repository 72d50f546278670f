/** Parts of the thesaurus of a search space: synonyms of its owner next to other thesauri. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synonymThesaurus } from '@semantic-search/query/thesaurus';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSpace } from '../src/search-space.ts';
import type { WritableSpace } from '../src/writable-space.ts';
import { everything } from './support/queries.ts';

const skos = '@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix : <https://example.org/> .';
const topics = (label = 'Waste') => `${skos}
  :topics a skos:ConceptScheme ; skos:prefLabel "Topics"@en .
  :waste a skos:Concept ; skos:inScheme :topics ; skos:prefLabel "${label}"@en ; skos:altLabel "refuse"@en .`;
const synonyms = synonymThesaurus([
  { from: ['bin', 'waste container'], to: ['bin', 'waste container'] },
  { from: ['tv'], to: ['television'] },
]);
const documents = [
  { id: 'container', title: 'A new waste container', language: 'en' },
  { id: 'scattered', title: 'The container of the ship, no waste', language: 'en' },
  { id: 'bin', title: 'Emptying the bin', language: 'en' },
  { id: 'tv', title: 'A tv set', language: 'en' },
  { id: 'television', title: 'History of television', language: 'en' },
];

async function* textOf(text: string) {
  yield text;
}

let directory: string;
let space: WritableSpace;

const replace = (turtle: string, part?: string) =>
  space.replaceThesaurus(textOf(turtle), 'text/turtle', part);

async function search(input: string) {
  const found = await space.search({ ...everything, input, language: 'en' });
  return { ids: found.documents.map(({ id }) => id), recognized: found.recognizedConcepts };
}

const partNames = async () => (await space.thesauri()).map(({ name }) => name);

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'parts-'));
  space = await openSpace(directory);
  await space.put(documents);
});
afterEach(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

describe('synonyms', () => {
  beforeEach(() => replace(synonyms, 'synonyms'));

  test('apply to documents that were written before, and are reported as also searched', async () => {
    const { ids, recognized } = await search('bin');
    expect(ids.slice(0, 2).sort()).toEqual(['bin', 'container']);
    expect(ids).not.toContain('scattered');
    expect(recognized).toMatchObject([{ matchingLabel: 'bin', alsoSearched: ['waste container'] }]);
    expect((await search('waste container')).ids).toContain('bin');
  });

  test('of a one-way rule apply in one direction', async () => {
    const { ids, recognized } = await search('tv');
    expect(ids.sort()).toEqual(['television', 'tv']);
    expect(recognized).toMatchObject([{ matchingLabel: 'tv', alsoSearched: ['television'] }]);
    expect((await search('television')).ids).toEqual(['television']);
  });

  test('are no tags, facets or suggestions', async () => {
    expect((await space.describe()).facets.map(({ uri }) => uri)).toEqual(['language']);
    expect(await space.suggest({ text: 'bi', count: 5 })).toEqual([]);
    expect(await space.extract({ text: 'A bin is a waste container.', count: 5 })).toEqual([]);
    expect((await space.document('bin', { documentFacets: [] })).concepts).toEqual([]);
  });

  test('survive a new thesaurus and reopening', async () => {
    await replace(topics());
    await replace(topics('Garbage'));
    expect(await partNames()).toEqual(['main', 'synonyms']);
    expect((await search('bin')).ids).toContain('container');
    await space.close();
    space = await openSpace(directory);
    expect(await partNames()).toEqual(['main', 'synonyms']);
    expect((await search('bin')).ids).toContain('container');
    expect((await search('refuse')).recognized).toMatchObject([{ label: 'Garbage' }]);
  });
});

describe('a part', () => {
  test('removes only its own concepts', async () => {
    await replace(topics());
    await replace(synonyms, 'synonyms');
    expect(await space.removeThesaurus('synonyms')).toBe(true);
    expect(await space.removeThesaurus('synonyms')).toBe(false);
    expect((await search('bin')).ids).toEqual(['bin']);
    expect((await space.describe()).facets.map(({ label }) => label)).toContain('Topics');
    expect(await space.removeThesaurus('main')).toBe(true);
    expect(await partNames()).toEqual([]);
    expect((await space.describe()).concepts).toBe(0);
  });

  test('that is invalid changes nothing', async () => {
    await replace(topics());
    await expect(replace('nonsense', 'synonyms')).rejects.toMatchObject({ code: 'invalid-thesaurus' });
    expect(await partNames()).toEqual(['main']);
  });
});
