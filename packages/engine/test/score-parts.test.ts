import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Boost, ResultDocument, ScorePart, SearchQuery } from '../src/api.ts';
import { openSpace } from '../src/search-space.ts';
import type { WritableSpace } from '../src/writable-space.ts';
import { everything, scoreOf } from './support/queries.ts';

const thesaurus = `
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix ex: <https://example.org/> .
ex:owl a skos:Concept ; skos:prefLabel "Owl"@en ; skos:altLabel "Night bird"@en .
ex:barn a skos:Concept ; skos:prefLabel "Barn owl"@en ; skos:broader ex:owl .
`;

const documents = [
  {
    id: 'a',
    title: 'Owls of the forest',
    description: 'An owl hunts mice at night.',
    language: 'en',
    mass: 1,
  },
  { id: 'b', title: 'Barn owls', description: 'They nest in churches.', language: 'en', mass: 9 },
  { id: 'c', title: 'Waldohreule', description: 'Die owl im forest und mice.', language: 'de', mass: 3 },
  { id: 'd', title: 'Mice', description: 'Small mice live in the forest.', language: 'en' },
  ...Array.from({ length: 30 }, (_, i) => ({
    id: `x${i}`,
    title: `Filler ${i}`,
    description: `Some forest text about ${i % 2 ? 'mice' : 'stones'} and a river.`,
    language: 'en',
  })),
];

let directory: string;
let space: WritableSpace;
const boosts: Boost[] = [{ field: 'mass', type: 'number', weight: 1, scale: 'linear' }];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'parts-'));
  space = await openSpace(directory, {});
  await space.replaceThesaurus(
    (async function* () {
      yield thesaurus;
    })(),
    'text/turtle',
  );
  await space.put(documents);
});

afterAll(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

const explain = (question: Partial<SearchQuery>) =>
  space.search({ ...everything, count: 50, explain: true, ...question });

const named = ({ parts = [] }: Pick<ResultDocument, 'parts'>, kind: ScorePart['kind']) =>
  parts.filter((part) => part.kind === kind).map(({ text }) => text);

describe('the parts of a score', () => {
  test.each([
    'owl',
    'owls forest',
    'night birds',
    'fores',
    'mice owl river',
    '"forest text" owl',
    'chuches',
    'night bird stones',
  ])('add up to the score of each result of %s', async (input) => {
    for (const question of [{ input }, { input: `${input} `, language: 'en' }, { input, boosts }]) {
      const { documents: hits } = await explain(question);
      expect(hits.length).toBeGreaterThan(0);
      for (const { id, score, parts } of hits) {
        const sum = scoreOf(parts!);
        expect(Math.abs(sum - score) / score, `${id} ${sum} ${score}`).toBeLessThan(1e-4);
      }
    }
  });

  test('name words, concepts, the title, and what is missing', async () => {
    const { documents: hits } = await explain({ input: 'owl forest', language: 'en' });
    const first = hits.find(({ id }) => id === 'a');
    expect(named(first!, 'word').join(' ')).toMatch(/owl/);
    expect(named(first!, 'concept')).toEqual(['Owl']);
    expect(named(first!, 'title')).toEqual(['']);
    expect(named(hits.find(({ id }) => id === 'c')!, 'language')).toEqual(['']);
    const relaxed = await explain({ input: 'owl churches' });
    expect(named(relaxed.documents.find(({ id }) => id === 'a')!, 'missing')).toEqual(['churches']);
  });

  test('are in no other result', async () => {
    const { documents: hits, explained } = await space.search({ ...everything, input: 'owl' });
    expect([hits[0]!.parts, explained]).toEqual([undefined, undefined]);
  });
});

describe('a document that was asked for', () => {
  const explained = async (input: string, explainedId: string) =>
    (await explain({ input, explainedId, count: 0 })).explained;

  test('is explained whether it is a hit or not', async () => {
    const hit = (await explain({ input: 'owl' })).documents.find(({ id }) => id === 'b')!;
    expect(await explained('owl', 'b')).toEqual({ isHit: true, parts: hit.parts });
    expect(await explained('owl', 'd')).toEqual({
      isHit: false,
      parts: [{ kind: 'missing', text: 'owl', factor: 0 }],
    });
  });

  test('names the words that the query excludes', async () => {
    const { isHit, parts } = (await explained('forest -owl', 'a'))!;
    expect(isHit).toBe(false);
    expect(named({ parts }, 'excluded').join()).toMatch(/owl/);
  });

  test('is null outside the scope and if there is none', async () => {
    expect(await explained('owl', 'none')).toBeNull();
    const scope = { include: [{ field: 'language', values: [{ label: 'de' }] }], exclude: [] };
    const inScope = async (explainedId: string) =>
      (await explain({ input: 'owl', explainedId, scope, count: 0 })).explained;
    expect(await inScope('a')).toBeNull();
    expect(await inScope('c')).toMatchObject({ isHit: true });
  });
});
