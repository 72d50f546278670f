/** Query expansion, relaxation and spelling correction, and the options that switch each of them off. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QuerySettings } from '@semantic-search/query';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SearchResult } from '../src/api.ts';
import { openSpace } from '../src/search-space.ts';
import type { WritableSpace } from '../src/writable-space.ts';

async function* thesaurus() {
  yield `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    @prefix : <https://example.org/> .
    :tax a skos:Concept ; skos:prefLabel "Tax"@en, "Abgabe"@de ; skos:altLabel "Levy"@en ; skos:hiddenLabel "Taxx"@en .
    :excise a skos:Concept ; skos:prefLabel "Excise"@en ; skos:broader :tax .
    :bank a skos:Concept ; skos:prefLabel "Bank (money)"@en .
    :shore a skos:Concept ; skos:prefLabel "Bank (river)"@en .
    :blood a skos:Concept ; skos:prefLabel "Blood bank"@en .`;
}

const excise = ['https://example.org/excise'];
const documents = [
  { id: 'energy', title: 'Die Energiesteuer', language: 'de', subjects: [] },
  { id: 'middle', title: 'Ein Energiesteuergesetz', language: 'de', subjects: [] },
  { id: 'alone', title: 'Steuern und Energie, ein Gesetz', language: 'de', subjects: [] },
  { id: 'work', title: 'Työmarkkinat', language: 'fi', subjects: [] },
  { id: 'market', title: 'markkinat ja työ', language: 'fi', subjects: [] },
  { id: 'forms', title: 'Houses of the north', language: 'en', subjects: [] },
  { id: 'levy', title: 'A levy on salt', language: 'en', subjects: [] },
  { id: 'excise', title: 'Duties on spirits', language: 'en', subjects: excise },
  { id: 'tax', title: 'The tax on windows', language: 'en', subjects: [] },
];

async function* only(turtle: string) {
  yield turtle;
}

let directory: string;
let space: WritableSpace;

async function reopened(settings: Partial<QuerySettings>): Promise<void> {
  await space.close();
  space = await openSpace(directory, { settings });
}

function ask(input: string, language?: string): Promise<SearchResult> {
  const sort = { field: 'relevance', direction: 'desc' } as const;
  const nothing = { selected: [], excluded: [], facets: [], documentFacets: [] };
  const question = { input, sort, start: 0, count: 10, summaryLength: 50, ...nothing };
  return space.search(language ? { ...question, language } : question);
}

const ids = ({ documents: found }: SearchResult) => found.map(({ id }) => id);
/** Sorted ids. */
const found = async (input: string) => ids(await ask(input)).sort();

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'typed-'));
  space = await openSpace(directory);
  await space.replaceThesaurus(thesaurus(), 'text/turtle');
  await space.put(documents);
});

afterEach(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

describe('compound words', () => {
  test('are found by their parts, after documents with the word itself', async () => {
    expect(ids(await ask('Steuer '))).toEqual(['alone', 'energy', 'middle']);
    expect(await found('Gesetze ')).toEqual(['alone', 'middle']);
    expect(await found('energie ')).toEqual(['alone', 'energy', 'middle']);
    expect(await found('markkinat ')).toEqual(['market', 'work']);
  });

  test('are found by middle parts, and by the last part even if the first one is unknown', async () => {
    const titles = [
      ['protection', 'Umweltschutzgesetz', 'de'],
      ['apart', 'Umwelt und Schutz', 'de'],
      ['houses', 'Häusermarkt', 'de'],
      ['hospital', 'Krankenhausverwaltung', 'de'],
      ['ill', 'Kranke in der Verwaltung', 'de'],
      ['library', 'yliopistokirjasto', 'fi'],
      ['combination', 'Kombination und Verhalten', 'de'],
      ['nation', 'Die alte Nation', 'de'],
    ];
    await space.put(titles.map(([id, title, language]) => ({ id: id!, title: title!, language: language! })));
    expect(await found('Schutz ')).toEqual(['apart', 'protection']);
    expect(await found('Markt ')).toEqual(['houses']);
    expect(await found('Haus ')).toEqual(['hospital']);
    await space.put([{ id: 'market', title: 'Auf dem Markt', language: 'de' }]);
    expect(await found('Haus ')).toEqual(['hospital', 'houses']);
    expect(await found('kirjasto ')).toEqual(['library']);
    expect(await found('Nation ')).toEqual(['nation']);
    expect(await found('alt ')).toEqual(['nation']);
  });

  test('are found by any form of their last part', async () => {
    await space.put([
      { id: 'de', title: 'Universitätsbibliotheken', language: 'de' },
      { id: 'fi', title: 'Yliopistokirjastossa', language: 'fi' },
      { id: 'other', title: 'Hochschulgesetzgebung', language: 'de' },
    ]);
    expect(await found('Bibliothek ')).toEqual(['de']);
    expect(await found('Bibliotheken ')).toEqual(['de']);
    expect(await found('kirjasto ')).toEqual(['fi']);
    expect(await found('kirjastot ')).toEqual(['fi']);
    expect(await found('Gesetze ')).toEqual(['alone', 'middle']);
  });

  test('are not found by a short last part after an unknown one, even if the query has a longer form', async () => {
    await space.put([
      { id: 'progress', title: 'Der Fortschritt', language: 'de' },
      { id: 'ride', title: 'Winterritt', language: 'de' },
      { id: 'winter', title: 'Im Winter', language: 'de' },
    ]);
    expect(await found('Ritte ')).toEqual(['ride']);
  });

  test('are highlighted as a whole', async () => {
    const { documents: all } = await ask('Steuer ');
    const compound = all.find(({ id }) => id === 'energy')!;
    expect(compound.highlights.title).toEqual([{ begin: 4, end: 17 }]);
  });

  test('are not found by quoted words', async () => {
    expect(await found('"Steuern"')).toEqual(['alone']);
  });

  test('are split by words written later, also after reopening', async () => {
    await space.put([{ id: 'later', title: 'Salzsteuer', language: 'de', subjects: [] }]);
    expect(await found('Steuer ')).toEqual(['alone', 'energy', 'middle']);
    await space.put([{ id: 'salt', title: 'Salz', language: 'de', subjects: [] }]);
    expect(await found('Steuer ')).toEqual(['alone', 'energy', 'later', 'middle']);
    await reopened({});
    expect(await found('Steuer ')).toEqual(['alone', 'energy', 'later', 'middle']);
  });
});

describe('equivalent characters', () => {
  test('match in documents, queries and labels, and are highlighted', async () => {
    const title = 'Of wind\u00admills and eﬃcient ｃｏｇｓ';
    await space.put([{ id: 'mills', title, language: 'en', subjects: [] }]);
    for (const [typed, marked] of [
      ['windmill ', 'wind\u00admills'],
      ['efficient ', 'eﬃcient'],
      ['cogs ', 'ｃｏｇｓ'],
      ['wind\u00admi', 'wind\u00admills'],
      ['ＷＩＮＤＭＩＬＬＳ ', 'wind\u00admills'],
    ] as const) {
      const { documents: all } = await ask(typed);
      const spans = all[0]?.highlights.title.map(({ begin, end }) => title.slice(begin, end));
      expect(spans).toEqual([marked]);
    }
    expect((await ask('windmilz ')).suggestion).toBe('windmills ');
    expect((await ask('ex\u00adcise ')).recognizedConcepts).toHaveLength(1);
  });
});

describe('the unfinished last word', () => {
  test('matches completions from its first letter on', async () => {
    expect(await found('s')).toEqual(['alone', 'excise', 'levy']);
    expect(await found('sp')).toEqual(['excise']);
    expect(await found('s ')).toEqual([]);
  });

  test('matches the hundred most frequent completions of a single letter', async () => {
    const title = Array.from({ length: 100 }, (_, i) => `q${i}`).join(' ');
    await space.put([
      { id: 'many', title, language: 'en', subjects: [] },
      { id: 'late', title: 'quoll', language: 'en', subjects: [] },
    ]);
    expect(await found('q')).toEqual(['many']);
    expect(await found('qu')).toEqual(['late']);
    await space.put([{ id: 'later', title: 'Quolls and a quoll', language: 'en', subjects: [] }]);
    expect(await found('q')).toEqual(['late', 'later', 'many']);
    await space.delete('later');
    expect(await found('q')).toEqual(['many']);
  });

  test('is not complete because of a deleted document that had it', async () => {
    const titled = (id: string, title: string) => ({ id, title, language: 'en', subjects: [] });
    await space.put(['course', 'court', 'courier', 'courage', 'courtesy'].map((each) => titled(each, each)));
    const before = await ask('cour');
    await space.put([titled('gone', 'cour')]);
    await space.delete('gone');
    expect(ids(await ask('cour'))).toEqual(ids(before));
  });

  test('matches the same terms in any order of indexing', async () => {
    const titled = (id: string, title: string) => ({ id, title, language: 'en', subjects: [] });
    const many = titled('many', Array.from({ length: 100 }, (_, i) => `q${i}`).join(' '));
    await space.put([titled('gone', many.title), titled('late', 'quoll')]);
    await space.put([many]);
    await space.delete('gone');
    const before = await found('q');
    await space.delete('late');
    await space.put([titled('late', 'quoll')]);
    expect(await found('q')).toEqual(before);
    expect(before).toEqual(['many']);
  });
});

test('without expansion and relaxation, a query matches only its words', async () => {
  expect(await found('house ')).toEqual(['forms']);
  expect(await found('tax ')).toEqual(['excise', 'levy', 'tax']);
  await reopened({ expanding: false, relaxing: false });
  expect(await found('house ')).toEqual([]);
  expect(await found('houses ')).toEqual(['forms']);
  expect(await found('the spirits ')).toEqual([]);
  expect(await found('tax ')).toEqual(['tax']);
  expect((await ask('tax ')).recognizedConcepts).toEqual([]);
});

test('without relaxation, a query requires every word and is not corrected', async () => {
  expect((await ask('spirots ')).suggestion).toBe('spirits ');
  expect(await found('spirots ')).toEqual(['excise']);
  expect(await found('houses windows ')).toEqual(['forms', 'tax']);
  await reopened({ relaxing: false });
  expect((await ask('spirots ')).suggestion).toBeUndefined();
  expect(await found('spirots ')).toEqual([]);
  expect(await found('houses windows ')).toEqual([]);
});

describe('labels in queries with few results', () => {
  test('correct typing errors to a label, find its documents and suggest it', async () => {
    for (const [typed, meant] of [
      ['Exciise', 'excise'],
      ['Abgbae', 'abgabe'],
      ['blod bank', 'blood bank'],
    ] as const) {
      const response = await ask(`${typed} `);
      expect(response.suggestion).toBe(`${meant} `);
      expect(response.recognizedConcepts.map(({ begin, end }) => typed.slice(begin, end))).toContain(typed);
    }
    expect(await found('Exciise ')).toEqual(['excise']);
  });

  test('are worse corrections than words of documents at the same distance', async () => {
    await space.put([{ id: 'excised', title: 'Excised', language: 'en', subjects: [] }]);
    expect((await ask('excsied ')).suggestion).toBe('excised ');
  });

  test('make stop words within a label optional', async () => {
    await space.put([{ id: 'of', title: 'Of the world', language: 'en', subjects: [] }]);
    const label = `<https://example.org/sea> a <http://www.w3.org/2004/02/skos/core#Concept> ;
      <http://www.w3.org/2004/02/skos/core#prefLabel> "Law of the sea"@en .`;
    await space.replaceThesaurus(only(label), 'text/turtle');
    await space.put([{ id: 'ocean', title: 'Oceans', subjects: ['https://example.org/sea'] }]);
    expect(await found('law of the sea ')).toEqual(['ocean']);
  });
});

test('a hit of a relaxed query has more of it than a word with its last one or two letters', async () => {
  await space.put([
    { id: 'tv', title: 'TV sets', language: 'en' },
    { id: 'sets', title: 'Sets of excise stamps', language: 'en' },
  ]);
  for (const input of ['vitamin s', 'vitamin se']) expect(await found(input), input).toEqual([]);
  expect(await found('stamps e')).toEqual(['sets']);
  expect(await found('digital tv')).toEqual(['tv']);
});

test('a query of pictographs has no results; pictographs next to words are ignored', async () => {
  expect(await found('🦁')).toEqual([]);
  expect((await ask('🌊👩‍🚀 ')).total).toBe(0);
  expect(await found('🦁 levy ')).toEqual(await found('levy '));
  expect((await ask('! ')).total).toBe(documents.length);
});

describe('a very long input', () => {
  test('counts equal words once', async () => {
    expect(await found('levy '.repeat(700))).toEqual(await found('levy '));
    expect((await ask('levy '.repeat(700))).recognizedConcepts).toHaveLength(1);
  });
});

describe('an excluded word', () => {
  test('also excludes documents tagged with its concept', async () => {
    expect(await found('duties ')).toEqual(['excise']);
    expect(await found('duties -levy ')).toEqual([]);
    expect(await found('duties -levies ')).toEqual([]);
    expect(await found('duties -blood ')).toEqual(['excise']);
  });

  test('in quotes matches labels of any number of words as written', async () => {
    await space.put([{ id: 'donors', title: 'Donors', subjects: ['https://example.org/blood'] }]);
    expect(await found('donors -"blood bank" ')).toEqual([]);
    expect(await found('donors -blood-bank ')).toEqual([]);
    expect(await found('donors -"blood banks" ')).toEqual(['donors']);
    expect(await found('donors -"bank" ')).toEqual(['donors']);
    expect(await found('duties -"levy" ')).toEqual([]);
    expect(await found('duties -"levies" ')).toEqual(['excise']);
  });
});

describe('recognized concepts', () => {
  const recognizedConcepts = async (input: string, language?: string) =>
    (await ask(input, language)).recognizedConcepts.map(({ label, matchingLabel, begin, end }) => [
      label,
      matchingLabel,
      input.slice(begin, end),
    ]);

  test('are listed with the matching label, in the requested language', async () => {
    expect(await recognizedConcepts('levy ', 'de')).toEqual([['Abgabe', 'Levy', 'levy']]);
    expect((await ask('levy ')).recognizedConcepts[0]!.alsoSearched).toEqual(['Tax', 'Abgabe']);
    expect((await ask('levy ', 'de')).recognizedConcepts[0]!.alsoSearched).toEqual(['Abgabe', 'Tax']);
  });

  test('include matches of hidden labels, without listing these', async () => {
    expect(await recognizedConcepts('taxx ')).toEqual([['Tax', 'Taxx', 'taxx']]);
    expect((await ask('tax ')).recognizedConcepts[0]!.alsoSearched).not.toContain('Taxx');
  });

  test('are those of the longest label, with every homonym', async () => {
    expect(await recognizedConcepts('blood bank ')).toEqual([['Blood bank', 'Blood bank', 'blood bank']]);
    expect((await recognizedConcepts('bank ')).map(([label]) => label).sort()).toEqual([
      'Bank (money)',
      'Bank (river)',
    ]);
  });
});

describe('relaxation of queries with few results', () => {
  test('does not correct words of labels', async () => {
    await space.put([{ id: 'exercise', title: 'Excite', language: 'en', subjects: [] }]);
    const response = await ask('excise rivers ');
    expect(response.recognizedConcepts.map(({ label }) => label)).toContain('Excise');
    expect(response.suggestion).toBeUndefined();
    expect((await ask('blood money ')).suggestion).toBeUndefined();
  });

  test('ranks documents that match all clauses first, unless another title says what the query says', async () => {
    await space.put([
      {
        id: 'both',
        title: 'Salt',
        description: `On windows, ${'and much else, '.repeat(3)}`,
        language: 'en',
      },
      { id: 'one', title: 'Windows, windows, windows', language: 'en', subjects: [] },
    ]);
    expect(ids(await ask('salt windows '))[0]).toBe('both');
    await space.put([
      { id: 'long', title: `On windows: ${'and much else, '.repeat(30)} excise`, language: 'en' },
    ]);
    expect(ids(await ask('excise windows ')).slice(0, 2)).toEqual(['excise', 'long']);
  });
});

test('a relaxed query requires more than a word that most documents have', async () => {
  const birds = [
    'puffin',
    'heron',
    'crane',
    'stork',
    'kestrel',
    'rook',
    'swift',
    'finch',
    'dipper',
    'magpie',
  ];
  for (const id of ['energy', 'middle', 'alone', 'work', 'market']) await space.delete(id);
  await space.put(birds.map((id) => ({ id, title: `The bird called ${id}`, language: 'en', subjects: [] })));
  const windows = ['a', 'b', 'c', 'd'].map((id) => ({ id, title: 'Windows', language: 'en', subjects: [] }));
  await space.put(windows);
  expect(await found('bird of windows')).toEqual(['a', 'b', 'c', 'd', 'tax']);
  for (const { id } of windows) await space.delete(id);
  expect(await found('bird of windows')).toEqual(['tax']);
  expect(await found('bird of zzyx')).toEqual(birds.toSorted());
});

test('a relaxed query requires more than a concept that most documents are tagged with', async () => {
  const many = Array.from({ length: 20 }, (_, i) => `taxed ${i}`);
  await space.put(many.map((id) => ({ id, title: 'Wine', language: 'en', subjects: excise })));
  expect(await found('excise of windows ')).toEqual(['tax']);
});

describe('quoted phrases', () => {
  test('match documents tagged with the concept of the label or a narrower one, not its other labels', async () => {
    const response = await ask('"Abgabe" ', 'en');
    expect(ids(response)).toEqual(['excise']);
    expect(response.recognizedConcepts.map(({ label, alsoSearched }) => [label, alsoSearched])).toEqual([
      ['Tax', []],
    ]);
    expect((await ask('"blood banks"')).isUnquoted).toBe(true);
    await space.put([{ id: 'donors', title: 'Donors', subjects: ['https://example.org/blood'] }]);
    expect(await found('"blood bank"')).toEqual(['donors']);
    expect((await ask('"blood banks"')).isUnquoted).toBe(true);
    expect((await ask('"bank blood"')).isUnquoted).toBe(true);
  });

  test('match ß as ss', async () => {
    await space.put([{ id: 'street', title: 'Große Straße am Fluß', language: 'de', subjects: [] }]);
    expect(await found('"grosse strasse"')).toEqual(['street']);
    expect(await found('"GROSSE STRASSE AM FLUSS"')).toEqual(['street']);
    await space.put([{ id: 'swiss', title: 'Eine Strasse am Meer', language: 'de', subjects: [] }]);
    expect(await found('"straße am meer"')).toEqual(['swiss']);
  });
});

describe('the prefix of a label', () => {
  async function* begun() {
    yield `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
      @prefix : <https://example.org/> .
      :tax a skos:Concept ; skos:prefLabel "Zölle"@de .
      :bank a skos:Concept ; skos:prefLabel "Quantity theory"@en .
      :shore a skos:Concept ; skos:prefLabel "Quorum"@en .
      :blood a skos:Concept ; skos:prefLabel "Zoll-Union"@de, "Zöllnerei"@de .`;
  }

  beforeEach(async () => {
    await space.replaceThesaurus(begun(), 'text/turtle');
    const about = (name: string) => [`https://example.org/${name}`];
    await space.put([
      { id: 'duties', title: 'Duties', language: 'en', subjects: about('tax') },
      { id: 'money', title: 'Money', language: 'en', subjects: about('bank') },
      { id: 'votes', title: 'Votes', language: 'en', subjects: about('shore') },
    ]);
  });

  test('is not corrected, unless the word is complete', async () => {
    for (const input of ['quantit', 'of a theor', 'quoru'])
      expect([input, (await ask(input, 'de')).suggestion]).toEqual([input, undefined]);
    expect((await ask('quoru ', 'de')).suggestion).toBe('quorum ');
  });

  test('does not end at the only document with a rare word', async () => {
    const others = Array.from({ length: 18 }, (_, i) => ({
      id: `old ${i}`,
      title: `Ledger ${i}`,
      language: 'en',
    }));
    const computers = Array.from({ length: 12 }, (_, i) => ({
      id: `c${i}`,
      title: `Computer ${i}`,
      language: 'en',
    }));
    await space.put([
      ...others,
      ...computers,
      { id: 'infected', title: 'Help', text: 'What to do if a computer is infected.', language: 'en' },
    ]);
    const hits = ids(await ask('computer infected '));
    expect(hits[0]).toBe('infected');
    expect(hits).toHaveLength(10);
  });
});
