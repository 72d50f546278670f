/** Words with special characters: matching, highlighting and recognition. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchResult } from '../src/api.ts';
import { openSpace } from '../src/search-space.ts';
import type { WritableSpace } from '../src/writable-space.ts';

const titles = {
  c: 'Programming in C',
  cpp: 'Templates (C++), explained',
  newer: 'What C++17 brings',
  csharp: 'Generics in C#.',
  both: 'From C/C++ to C#/.NET',
  chinese: '用C++写程序',
  wide: 'Ｃ＋＋入門',
  net: 'A net for every fish',
  dotnet: 'Working with .NET today',
  lab: 'R&D in small firms',
  apart: 'R & D in large firms',
  letters: 'Vitamin D, where R is a language',
  phone: 'AT&T and Verizon',
  mark: 'A C+ at school',
  file: 'Save it as .csv or .pdf',
  table: 'A table in csv',
  inch: 'Spanner of 25.4 mm',
  large: 'Spanner of 254mm',
  thousand: 'Spanners: 1,000 pieces',
  audit: 'ISO27001 audit',
  magic: 'Sympathetic magic',
  embassy: 'Embassy of the U.S.A. in town',
  treaty: 'A treaty with the U.S. signed',
  novel: 'A novel, ISBN 978-3-16-148410-0',
  atlas: 'An atlas, ISBN 9780306406157',
};
const labels = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix : <https://example.org/> .
  :cpp a skos:Concept ; skos:prefLabel "C++"@en . :c a skos:Concept ; skos:prefLabel "C (language)"@en .
  :csharp a skos:Concept ; skos:prefLabel "C#"@en . :lab a skos:Concept ; skos:prefLabel "R&D"@en .
  :style a skos:Concept ; skos:prefLabel "D&R style"@en .
  :policy a skos:Concept ; skos:prefLabel "R&D policy"@en . :shop a skos:Concept ; skos:prefLabel "H & M"@en .
  :asked a skos:Concept ; skos:prefLabel "Q & A (sessions)"@en .`;

let directory: string;
let space: WritableSpace;

async function* thesaurus() {
  yield labels;
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'signs-'));
  space = await openSpace(directory);
  await space.replaceThesaurus(thesaurus(), 'text/turtle');
  await space.put(Object.entries(titles).map(([id, title]) => ({ id, title, language: 'en', subjects: [] })));
});

afterAll(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

function ask(input: string): Promise<SearchResult> {
  const sort = { field: 'relevance', direction: 'desc' } as const;
  const nothing = { selected: [], excluded: [], facets: [], documentFacets: [] };
  return space.search({ input, sort, start: 0, count: 20, summaryLength: 50, ...nothing });
}

const found = async (input: string) => (await ask(input)).documents.map(({ id }) => id).sort();
const cpp = ['both', 'chinese', 'cpp', 'newer', 'wide'];

test.each(['C++', 'c++ ', '(C++),', 'in C++?', '"C++"', 'Ｃ＋＋'])(
  '%s finds documents with C++',
  async (input) => {
    expect(await found(input)).toEqual(cpp);
  },
);

test('different special characters make different words', async () => {
  expect(await found('C# ')).toEqual(['both', 'csharp']);
  expect(await found('AT&T ')).toEqual(['phone']);
  expect((await ask('.NET ')).documents.map(({ id }) => id).slice(0, 2)).toEqual(['dotnet', 'both']);
  expect(await found('C ')).toEqual(['both', 'c', 'mark']);
});

test('words joined by & match with and without spaces, and not by their letters', async () => {
  expect(await found('R&D ')).toEqual(['apart', 'lab']);
  expect(await found('R & D ')).toContain('lab');
});

test('unfinished words with special characters match', async () => {
  expect(await found('C+')).toEqual([...cpp, 'mark'].sort());
  expect(await found('R&')).toEqual(['lab']);
  expect(await found('.ne')).toEqual(['both', 'dotnet']);
});

test.each([
  ['25.4mm ', 'inch'],
  ['25,4 mm ', 'inch'],
  ['254mm ', 'large'],
  ['1000 pieces ', 'thousand'],
  ['1,000 pieces ', 'thousand'],
])('%s first finds documents with this number', async (input, first) => {
  expect((await ask(input)).documents[0]!.id).toBe(first);
});

test.each(['USA ', 'usa'])('%s finds an acronym with dots, highlighted as a whole', async (input) => {
  const { documents } = await ask(input);
  const title = documents.find(({ id }) => id === 'embassy')!.highlights.title;
  expect(titles.embassy.slice(title[0]!.begin, title.at(-1)!.end)).toBe('U.S.A');
});

test('only the capitals US find the acronym with dots', async () => {
  expect(await found('US ')).toContain('treaty');
  for (const input of ['us ', 'Us ']) expect(await found(input)).not.toContain('treaty');
});

test.each([
  ['9783161484100 ', 'novel'],
  ['978-3-16-148410-0 ', 'novel'],
  ['9780306406157 ', 'atlas'],
  ['978-0-306-40615-7 ', 'atlas'],
  ['9783161484117 ', undefined],
])('the ISBN %s first finds the same number, with hyphens or without', async (input, first) => {
  expect((await ask(input)).documents[0]?.id).toBe(first);
});

test('a number with a decimal mark is not the number without it', async () => {
  expect(await found('25.4mm ')).not.toContain('large');
  expect(await found('2.54 ')).not.toContain('large');
});

test('words with other digits are no misspellings', async () => {
  expect(await found('ISO27001 ')).toEqual(['audit']);
  expect(await found('IOS27001 ')).toEqual(['audit']);
  expect(await found('ISO27002 ')).toEqual([]);
  expect(await found('sympath3tic ')).toEqual(['magic']);
});

test('the correction of a misspelled word is highlighted', async () => {
  const { documents } = await ask('sympatetik ');
  expect(documents.map(({ id, highlights }) => [id, highlights.title])).toEqual([
    ['magic', [{ begin: 0, end: 11 }]],
  ]);
});

test('words of labels are not corrected', async () => {
  const { recognizedConcepts, suggestion } = await ask('d&r style ');
  expect(recognizedConcepts.map(({ label }) => label)).toEqual(['D&R style']);
  expect(suggestion).toBeUndefined();
});

test('words with special characters work in exclusions and phrases', async () => {
  expect(await found('programming -C++ ')).toEqual(['c']);
  expect(await found('generics -C++ ')).toEqual(['csharp']);
  expect(await found('generics -C# ')).toEqual([]);
  expect(await found('working -.NET ')).toEqual([]);
  expect(await found('firms -R&D ')).toEqual([]);
  expect(await found('firms -"R&D" ')).toEqual(['apart']);
  expect(await found('"to C#" ')).toEqual(['both']);
  expect(await found('"R&D in small" ')).toEqual(['lab']);
});

test('subwords match like words, except C in C++ and C#', async () => {
  expect(await found('csv ')).toEqual(['file', 'table']);
  expect(await found('pdfs ')).toEqual(['file']);
  expect(await found('cs')).toEqual(['file', 'table']);
  expect(await found('net ')).toEqual(['both', 'dotnet', 'net']);
  expect(await found('"with net today" ')).toEqual(['dotnet']);
  expect(await found('"firms" D ')).toContain('lab');
  expect(await found('"D in small" ')).toEqual(['lab']);
  expect(await found('working -net ')).toEqual([]);
});

test.each([
  ['C++ ', 'cpp', ['C++']],
  ['c+', 'newer', ['C++']],
  ['C++ ', 'wide', ['Ｃ＋＋']],
  ['.net ', 'both', ['.NET']],
  ['net ', 'dotnet', ['.NET']],
  ['r&d ', 'lab', ['R&D']],
  ['R&D ', 'apart', ['R & D']],
  ['C ', 'both', ['C']],
  ['firms r ', 'lab', ['R&D', 'firms']],
])('%s is highlighted as a whole in %s', async (input, id, highlighted) => {
  const { documents } = await ask(input);
  const { highlights } = documents.find((each) => each.id === id)!;
  const title = titles[id as keyof typeof titles];
  expect(highlights.title.map(({ begin, end }) => title.slice(begin, end))).toEqual(highlighted);
});

test.each([
  ['C++', 'C++'],
  ['c# and more', 'C#'],
  ['c in short', 'C (language)'],
  ['about r&d', 'R&D'],
  ['R & D', 'R&D'],
  ['R & D policy', 'R&D policy'],
  ['H&M', 'H & M'],
  ['q&a', 'Q & A (sessions)'],
  ['q & a', 'Q & A (sessions)'],
])('%s is recognized as %s', async (input, label) => {
  expect((await ask(`${input} `)).recognizedConcepts.map((each) => each.label)).toEqual([label]);
});

test('separate words do not name a concept joined by &', async () => {
  expect((await ask('r d ')).recognizedConcepts).toEqual([]);
});

test('extraction distinguishes concepts by special characters', async () => {
  const concepts = async (text: string) =>
    (await space.extract({ text, language: 'en', count: 5 })).map(({ label }) => label).sort();
  expect(await concepts('Libraries of C++, and c# in production.')).toEqual(['C#', 'C++']);
  expect(await concepts('R & D')).toEqual([]);
  expect(await concepts('Shops of H&M and H & M.')).toEqual(['H & M']);
});
