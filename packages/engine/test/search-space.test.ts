import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SearchQuery } from '../src/api.ts';
import { openSpace } from '../src/search-space.ts';
import type { WritableSpace } from '../src/writable-space.ts';
import { facetRequest, everything as plain } from './support/queries.ts';

const thesaurus = `
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix ex: <https://example.org/> .
ex:animals a skos:ConceptScheme ; skos:prefLabel "Animals"@en ; skos:hasTopConcept ex:mammal .
ex:mammal a skos:Concept ; skos:prefLabel "Mammal"@en, "Säugetier"@de ; skos:inScheme ex:animals .
ex:cat a skos:Concept ; skos:prefLabel "Cats"@en, "Katzen"@de ; skos:broader ex:mammal ; skos:inScheme ex:animals .
ex:puma a skos:Concept ; skos:prefLabel "Puma"@en ; skos:altLabel "Mountain lion"@en, "Berglöwe"@de ;
  skos:broader ex:cat ; skos:inScheme ex:animals .
`;

const documents = [
  {
    id: 'a',
    title: 'The mountain lion',
    description: 'It hunts at night.',
    language: 'en',
    type: 'Book',
    date: '2001',
    mass: 70,
    subjects: ['https://example.org/puma'],
  },
  {
    id: 'b',
    title: 'Der Tiger',
    description: 'Die größte der Katzen. Häuser meidet er.',
    language: 'de',
    type: 'Book',
    date: '2005',
    mass: 220,
    subjects: ['https://example.org/cat'],
  },
  {
    id: 'c',
    title: 'A puma in the city',
    description: 'Seen near houses.',
    language: 'en',
    type: 'Report',
    mass: 65,
    subjects: [],
  },
  {
    id: 'd',
    title: 'Shrews',
    description: 'The smallest of all',
    language: 'en',
    type: 'Report',
    date: '2005',
    mass: 0.002,
    subjects: ['https://example.org/mammal'],
  },
];

let directory: string;
let space: WritableSpace;
const warnings: string[] = [];
const open = () => openSpace(directory, { onWarning: (message) => warnings.push(message) });
const found = async (question: Partial<SearchQuery>) =>
  (await space.search({ ...plain, ...question })).documents.map(({ id }) => id);

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'space-'));
  warnings.length = 0;
  space = await open();
  await space.replaceThesaurus(content(thesaurus), 'text/turtle');
  await space.put(documents);
});

afterEach(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

async function* content(text: string) {
  yield text;
}

describe('query words', () => {
  test('are all required, in any inflection and spelling', async () => {
    expect(await found({ input: 'hunting nights' })).toEqual(['a']);
    expect(await found({ input: 'HAUSER' })).toEqual(['b']);
    expect(await found({ input: 'grosste' })).toEqual(['b']);
  });

  test('must be adjacent if quoted, and absent if excluded', async () => {
    expect(await found({ input: '"near houses"' })).toEqual(['c']);
    expect(await space.search({ ...plain, input: '"houses near"' })).toMatchObject({
      total: 1,
      isUnquoted: true,
    });
    expect(await found({ input: 'puma -city' })).toEqual(['a']);
  });

  test('report how many of them a hit matches', async () => {
    const matchingOf = async (input: string) => (await space.search({ ...plain, input })).matching;
    const relaxed = { requirements: 2, isBroad: true, isCorrected: false };
    expect(await matchingOf('')).toMatchObject({ requirements: 0, requiredShare: 1, isBroad: false });
    expect(await matchingOf('puma houses')).toMatchObject(relaxed);
    expect((await matchingOf('puma houses'))!.requiredShare).toBeLessThan(1);
    expect(await matchingOf('housses')).toMatchObject({ requirements: 1, isCorrected: true });
  });

  test('match phrases far into a text, also after merging', async () => {
    const filler = Array.from({ length: 20_000 }, (_, i) => `word${i}`).join(' ');
    await space.put([{ id: 'long', title: 'Long', description: `${filler} the very end`, language: 'en' }]);
    expect(await found({ input: '"word19999 the very end"' })).toEqual(['long']);
    for (let i = 0; i < 10; i++) await space.put([{ id: `${i}`, title: 'The very end', language: 'en' }]);
    expect((await found({ input: '"the very end"', count: 20 })).length).toBe(11);
    expect(await found({ input: '"word19999 the very end"' })).toEqual(['long']);
    expect(await found({ input: '"word130 word131"' })).toEqual(['long']);
  });

  test('match as a prefix if unfinished', async () => {
    expect(await found({ input: 'small' })).toEqual(['d']);
    expect(await found({ input: 'smalle' })).toEqual(['d']);
  });

  test('accept any input', async () => {
    for (const input of ['-', '"', '""', '- "', '*:*', 'a OR', '((', '\\', '\u0000', '-"'])
      await found({ input });
    expect(await found({ input: '"houses' })).toEqual(['c']);
  });

  test('match with one typing error if nothing else matches, and are corrected in the suggestion', async () => {
    const response = await space.search({ ...plain, input: 'smalest' });
    expect(response.documents.map(({ id }) => id)).toEqual(['d']);
    expect(response.suggestion).toBe('smallest');
  });
});

describe('query concepts', () => {
  test('find tagged documents in any language, nearest first, and texts with other labels', async () => {
    expect(await found({ input: 'mountain lion' })).toEqual(['a', 'c']);
    expect(await found({ input: 'cats' })).toEqual(['b', 'a']);
    expect(await found({ input: 'Säugetier' })).toEqual(['d', 'b', 'a']);
  });

  test('are listed as recognized concepts', async () => {
    const { recognizedConcepts } = await space.search({ ...plain, input: 'the puma', language: 'en' });
    expect(recognizedConcepts).toEqual([
      {
        uri: 'https://example.org/puma',
        label: 'Puma',
        matchingLabel: 'Puma',
        begin: 4,
        end: 8,
        alsoSearched: ['Mountain lion', 'Berglöwe'],
      },
    ]);
  });
});

describe('search facets', () => {
  test('count concepts with narrower ones, as a tree', async () => {
    const { facets } = await space.search({
      ...plain,
      facets: [facetRequest('https://example.org/animals', { mode: 'hierarchical' })],
    });
    expect(facets[0]!.values).toEqual([
      {
        label: 'Mammal',
        value: 'https://example.org/mammal',
        count: 3,
        children: [
          {
            label: 'Cats',
            value: 'https://example.org/cat',
            count: 2,
            children: [{ label: 'Puma', value: 'https://example.org/puma', count: 1, children: [] }],
          },
        ],
      },
    ]);
  });

  test('ignore their own selection and apply the others', async () => {
    const { facets, total } = await space.search({
      ...plain,
      selected: [
        { field: 'dyn_lit_type', values: [{ literal: 'Book' }] },
        { field: 'language', values: [{ literal: 'en' }] },
      ],
      facets: [facetRequest('dyn_lit_type'), facetRequest('dyn_lit_language'), facetRequest('dyn_flt_mass')],
    });
    expect(total).toBe(1);
    const counts = facets.map(({ values }) =>
      Object.fromEntries(values.map(({ label, count }) => [label, count])),
    );
    expect(counts).toEqual([{ Report: 2, Book: 1 }, { de: 1, en: 1 }, { '10 – 100': 1 }]);
  });

  test('have no values where the space does not have the facet', async () => {
    const { facets } = await space.search({ ...plain, facets: [facetRequest('dyn_lit_colour')] });
    expect(facets).toEqual([{ field: null, values: [] }]);
  });
});

describe('search results', () => {
  test('are sorted as requested and paged to the end', async () => {
    expect(await found({})).toEqual(['b', 'd', 'a', 'c']);
    expect(await found({ sort: { field: 'date', direction: 'asc' } })).toEqual(['a', 'b', 'd', 'c']);
    expect(await found({ sort: { field: 'title', direction: 'asc' } })).toEqual(['c', 'b', 'd', 'a']);
    expect(await space.search({ ...plain, start: 99 })).toMatchObject({ total: 4, documents: [] });
    expect(await found({ dateRange: { from: Date.UTC(2002), to: null } })).toEqual(['b', 'd']);
  });

  test('highlight matches', async () => {
    const { documents } = await space.search({ ...plain, input: 'puma', summaryLength: 12 });
    const puma = documents.find(({ id }) => id === 'c')!;
    expect(puma.highlights.title).toEqual([{ begin: 2, end: 6 }]);
    expect(puma.description.length).toBeLessThanOrEqual(12);
  });
});

test('results do not depend on the segmentation', async () => {
  const subjects = ['puma', 'cat', 'mammal'].map((name) => `https://example.org/${name}`);
  const many = Array.from({ length: 400 }, (_, i) => ({
    id: `n${i}`,
    title: ['Lion', 'Night of the lion', 'Houses'][i % 3]!,
    description: 'The lion hunts at night. '.repeat(i % 5),
    language: 'en',
    type: ['Book', 'Report'][i % 2]!,
    date: String(1990 + (i % 7)),
    subjects: [subjects[i % 4] ?? 'https://example.org/unknown'],
  }));
  const questions: Partial<SearchQuery>[] = [
    {},
    { input: 'lion ' },
    { input: 'cats night' },
    { input: '"the lion" hou' },
    { input: 'lion', selected: [{ field: 'dyn_lit_type', values: [{ literal: 'Book' }] }] },
    { input: 'night', sort: { field: 'title', direction: 'asc' }, start: 90, count: 50 },
  ];
  const facets = [
    facetRequest('dyn_lit_type'),
    facetRequest('dyn_uri_all_concepts'),
    facetRequest('dyn_flt_date'),
  ];
  const responsesOf = async (batches: number) => {
    const folder = mkdtempSync(join(tmpdir(), 'space-'));
    const other = await openSpace(folder);
    await other.replaceThesaurus(content(thesaurus), 'text/turtle');
    const size = many.length / batches;
    for (let i = 0; i < batches; i++) await other.put(many.slice(i * size, (i + 1) * size));
    const responses = [];
    for (const question of questions) {
      const response = await other.search({ ...plain, facets, ...question });
      responses.push({ ...response, documents: response.documents.map(({ written: _, ...rest }) => rest) });
    }
    await other.close();
    rmSync(folder, { recursive: true });
    return responses;
  };
  expect(await responsesOf(4)).toEqual(await responsesOf(1));
});

test.each<[string, (signal: AbortSignal) => Promise<unknown>]>([
  ['a search', (signal) => space.search({ ...plain, input: 'puma' }, signal)],
  [
    'an extraction',
    (signal) => space.extract({ text: 'puma '.repeat(5000), language: 'en', count: 3 }, signal),
  ],
])('%s stops when cancelled while running', async (_, ask) => {
  const { signal } = new AbortController();
  let checks = 0;
  signal.throwIfAborted = () => {
    if (++checks === 3) throw new Error('enough');
  };
  await expect(ask(signal)).rejects.toThrow('enough');
  expect(checks).toBe(3);
});

describe('written data', () => {
  test('survives closing and opening', async () => {
    await space.delete('d');
    await space.put([{ ...documents[0]!, title: 'Cougars' }]);
    await space.close();
    space = await open();
    expect(await found({})).toEqual(['b', 'a', 'c']);
    expect(await found({ input: 'cougar' })).toEqual(['a']);
    expect((await space.stored('a'))?.title).toBe('Cougars');
    expect(warnings).toEqual([]);
  });

  test('keeps the time of its last write when it is tagged again, merged, restored or indexed again', async () => {
    const newestFirst = async () => {
      const sort = { field: 'date', direction: 'desc', undated: 'written' } as const;
      return (await space.search({ ...plain, sort })).documents.map(({ id, written }) => ({ id, written }));
    };
    await space.put([{ id: 'e', title: 'A shrew without subjects', description: 'It looks like a puma.' }]);
    const before = await newestFirst();
    expect(before.map(({ id }) => id)).toEqual(['e', 'c', 'b', 'd', 'a']);
    await space.replaceThesaurus(content(thesaurus.replace('Mountain lion', 'Shrew')), 'text/turtle');
    expect(await newestFirst()).toEqual(before);
    for (const damage of [false, true]) {
      await space.close();
      const files = damage ? readdirSync(join(directory, 'index')) : [];
      for (const name of files) rmSync(join(directory, 'index', name));
      space = await open();
      expect(await newestFirst()).toEqual(before);
    }
  });

  test('is indexed again if the snapshot is lost or damaged', async () => {
    for (const damage of [
      (file: string) => rmSync(file),
      (file: string) => writeFileSync(file, 'nonsense'),
    ]) {
      await space.close();
      for (const name of readdirSync(join(directory, 'index'))) damage(join(directory, 'index', name));
      warnings.length = 0;
      space = await open();
      expect(await found({})).toEqual(['b', 'd', 'a', 'c']);
      expect(warnings).toHaveLength(1);
    }
  });

  test('is indexed again if one bit of the snapshot is wrong', async () => {
    await space.close();
    for (const file of readdirSync(join(directory, 'index'))) {
      const path = join(directory, 'index', file);
      if (!existsSync(path)) continue;
      const bytes = readFileSync(path);
      bytes[bytes.length >>> 1]! ^= 1;
      writeFileSync(path, bytes);
      warnings.length = 0;
      space = await open();
      expect(await found({})).toEqual(['b', 'd', 'a', 'c']);
      expect(warnings).toEqual([expect.stringContaining('is rebuilt from the documents')]);
      await space.close();
    }
    space = await open();
  });

  test.skipIf(!existsSync('/dev/full'))('is kept if the disk is full when the index is saved', async () => {
    await space.close();
    space = await open();
    await space.put([documents[0]!]);
    for (let number = 1; number < 10; number++)
      symlinkSync('/dev/full', join(directory, 'index', `tables-${number}.new`));
    await space.close();
    expect(warnings).toEqual([expect.stringContaining('Saving the index failed (ENOSPC')]);
    space = await open();
    expect(await found({})).toEqual(['b', 'd', 'a', 'c']);
  });

  test('excludes invalid documents, which are reported by index', async () => {
    const wrong = [{ id: '' }, { id: 'e', date: {} as unknown as string }, { id: 'f', odd: {} }];
    const response = await space.put([...wrong, { id: 'g', title: 'Good' }]);
    expect(response.accepted).toBe(1);
    expect(response.refused.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(await found({ input: 'good' })).toEqual(['g']);
  });

  test('contains the last version of a document that occurs twice in one write', async () => {
    await space.put([
      { id: 'x', title: 'First' },
      { id: 'x', title: 'Second' },
    ]);
    expect(await found({ input: 'first' })).toEqual([]);
    expect(await found({ input: 'second' })).toEqual(['x']);
  });
});
