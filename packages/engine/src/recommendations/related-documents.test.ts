import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RelatedQuery } from '../api.ts';
import { openSpace } from '../search-space.ts';
import type { WritableSpace } from '../writable-space.ts';

const directory = mkdtempSync(join(tmpdir(), 'related-'));
let space: WritableSpace;

const base = 'https://example.org/';
const subjects = (...names: string[]) => names.map((name) => base + name);

async function* turtle() {
  yield `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    @prefix : <${base}> .
    :animal a skos:Concept ; skos:prefLabel "Animal"@en .
    :cat a skos:Concept ; skos:prefLabel "Cat"@en, "Katze"@de ; skos:broader :animal ; skos:related :mouse .
    :dog a skos:Concept ; skos:prefLabel "Dog"@en ; skos:broader :animal .
    :mouse a skos:Concept ; skos:prefLabel "Mouse"@en ; skos:broader :animal .
    :house a skos:Concept ; skos:prefLabel "House"@en .
    :stone a skos:Concept ; skos:prefLabel "Stone"@en .`;
}

beforeAll(async () => {
  space = await openSpace(directory);
  await space.replaceThesaurus(turtle(), 'text/turtle');
  const language = 'en';
  await space.put([
    { id: 'source', title: 'Purring at night', subjects: subjects('cat', 'house'), date: '2010', language },
    { id: 'both', title: 'Quiet rooms', subjects: subjects('cat', 'house'), date: '2005', language },
    { id: 'cat', title: 'On paws', subjects: subjects('cat'), date: '2012', language },
    { id: 'house', title: 'Walls', subjects: subjects('house'), date: '2015', language },
    { id: 'house2', title: 'Roofs', subjects: subjects('house', 'stone'), date: '2001', language },
    { id: 'mouse', title: 'Squeaks', subjects: subjects('mouse'), language },
    { id: 'words', title: 'They purred all night', subjects: subjects('stone'), date: '2020', language },
    { id: 'stone', title: 'Pebbles', subjects: subjects('stone'), date: '2020', language },
    { id: 'bare', title: 'The purring', subjects: [], language },
    ...Array.from({ length: 20 }, (_, i) => ({
      id: `other${i}`,
      title: `Number ${i}`,
      subjects: [],
      language,
    })),
  ]);
});

afterAll(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

const related = (id: string, plugin?: string, count = 10): RelatedQuery => ({
  id,
  count,
  language: 'en',
  documentFacets: [],
  summaryLength: 100,
  ...(plugin && { plugin }),
});
const ids = (documents: { id: string }[]) => documents.map(({ id }) => id);

describe('similar documents', () => {
  it('similar documents share concepts, rarer ones score higher, and the source is excluded', async () => {
    expect(ids(await space.similar(related('source', 'concepts')))).toEqual([
      'both',
      'cat',
      'house',
      'house2',
    ]);
  });

  it('similar documents share words in any inflected form', async () => {
    expect(ids(await space.similar(related('source', 'text')))).toEqual(['words', 'bare']);
  });

  it('similar documents share concepts or words by default', async () => {
    const found = ids(await space.similar(related('source')));
    expect(found[0]).toBe('both');
    expect(found.sort()).toEqual(['bare', 'both', 'cat', 'house', 'house2', 'words']);
    expect(ids(await space.similar(related('bare')))).toEqual(['source', 'words']);
    expect(await space.similar(related('source', undefined, 2))).toHaveLength(2);
  });

  it('similar documents list the shared concepts, rarest first', async () => {
    const [both] = await space.similar(related('source', 'concepts'));
    expect(both!.sharedConcepts).toEqual([
      { uri: `${base}cat`, label: 'Cat' },
      { uri: `${base}house`, label: 'House' },
    ]);
  });

  it('similar documents exclude deleted ones', async () => {
    await space.put([{ id: 'passing', title: 'Passing', subjects: subjects('cat', 'house') }]);
    expect(ids(await space.similar(related('source', 'concepts')))).toContain('passing');
    await space.delete('passing');
    expect(ids(await space.similar(related('source', 'concepts')))).not.toContain('passing');
  });

  it('unknown documents and plugins are rejected', async () => {
    await expect(space.similar(related('nowhere'))).rejects.toMatchObject({ code: 'unknown-document' });
    await expect(space.similar(related('source', 'magic'))).rejects.toMatchObject({
      code: 'unknown-plugin',
      message: expect.stringContaining('combined, concepts, text'),
    });
  });
});

describe('recommendations', () => {
  it('recommendations follow related and broader concepts', async () => {
    const found = await space.recommend(related('cat', 'related-concepts'));
    expect(found[0]).toMatchObject({
      id: 'mouse',
      sharedConcepts: [{ uri: `${base}mouse`, label: 'Mouse' }],
    });
  });

  it('same-topic-newer recommends newer documents on the same topic', async () => {
    expect(ids(await space.recommend(related('source', 'same-topic-newer')))).toEqual(['cat', 'house']);
  });

  it('recommendations use the first plugin that can handle the document, and are empty without one', async () => {
    expect(ids(await space.recommend(related('cat')))[0]).toBe('mouse');
    expect(ids(await space.recommend(related('stone')))).toEqual([]);
    expect(ids(await space.recommend(related('house2')))).toEqual([
      'stone',
      'words',
      'house',
      'source',
      'both',
    ]);
    expect(await space.recommend(related('bare'))).toEqual([]);
  });

  it('recommendations do not follow common concepts to rare related ones', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'places-'));
    const places = await openSpace(directory);
    async function* relations() {
      yield `@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix : <${base}> .
        :country a skos:Concept ; skos:prefLabel "Country"@en ; skos:related :language .
        :language a skos:Concept ; skos:prefLabel "Language"@en .
        :wage a skos:Concept ; skos:prefLabel "Wage"@en ; skos:related :income .
        :income a skos:Concept ; skos:prefLabel "Income"@en .`;
    }
    await places.replaceThesaurus(relations(), 'text/turtle');
    const about = (id: string, ...names: string[]) => ({ id, title: id, subjects: subjects(...names) });
    await places.put([
      about('source', 'country', 'wage'),
      about('dictionary', 'language'),
      ...Array.from({ length: 5 }, (_, i) => about(`income${i}`, 'income')),
      ...Array.from({ length: 40 }, (_, i) => about(`place${i}`, 'country')),
      ...Array.from({ length: 20 }, (_, i) => about(`other${i}`)),
    ]);
    const found = ids(await places.recommend(related('source', 'related-concepts')));
    expect(found.slice(0, 5).sort()).toEqual(['income0', 'income1', 'income2', 'income3', 'income4']);
    expect(found).toContain('dictionary');
    await places.close();
    rmSync(directory, { recursive: true });
  });

  it('recommendation plugins are listed by name', async () => {
    expect(await space.describe()).toMatchObject({
      recommenders: ['related-concepts', 'same-topic-newer'],
      similarities: ['combined', 'concepts', 'text'],
    });
  });
});
