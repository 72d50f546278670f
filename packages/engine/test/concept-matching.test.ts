import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  deserializeThesaurus,
  HIERARCHY_DECAY,
  MAX_CONCEPTS,
  MAX_HOMONYMS,
  parseThesaurus,
  subjectMatcher,
} from '@semantic-search/query';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchResult } from '../src/api.ts';
import { openSpace } from '../src/search-space.ts';
import type { WritableSpace } from '../src/writable-space.ts';
import { everything } from './support/queries.ts';

const prefixes = '@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix : <https://example.org/> . ';

async function* turtle(statements: string) {
  yield prefixes + statements;
}

const homonyms = Array.from(
  { length: MAX_HOMONYMS + 10 },
  (_, i) => `:data${i} a skos:Concept ;
  skos:prefLabel "data"@en ; skos:altLabel "records of kind ${i}"@en, "facts"@en, "figures"@en, "values"@en, "entries"@en .`,
).join('\n');
const uri = (name: string) => `https://example.org/${name}`;
const aboutLast = [uri(`data${MAX_HOMONYMS + 9}`)];

let directory: string;
let space: WritableSpace;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'named-'));
  space = await openSpace(directory);
  await space.replaceThesaurus(
    turtle(`${homonyms}
      :owl a skos:Concept ; skos:prefLabel "Uhu"@de, "eagle owl"@en ; skos:altLabel "Auf"@de .
      :rare a skos:Concept ; skos:prefLabel "endangered"@en, "en peligro"@es ; skos:altLabel "EN"@en, "EN"@es .
      :band a skos:Concept ; skos:prefLabel "The Who"@en ; skos:altLabel "My Generation band"@en .
      :primate a skos:Concept ; skos:prefLabel "Primates"@en ; skos:altLabel "monkeys and lemurs"@en .
      :rhea a skos:Concept ; skos:prefLabel "Rheas"@en ; skos:altLabel "southern running birds"@en .
      :america a skos:Concept ; skos:prefLabel "South America"@en, "Südamerika"@de, "Amérique du Sud"@fr .
      :list a skos:Concept ; skos:prefLabel "list of endangered orangs"@en .
      :lake a skos:Concept ; skos:prefLabel "lake"@en, "See"@de .
      :land a skos:Concept ; skos:prefLabel "Tasmania"@en ; skos:altLabel "Van Diemen's Island"@en .
      :swan a skos:Concept ; skos:prefLabel "tame swan"@en .
      :ape a skos:Concept ; skos:prefLabel "orangutan"@en ; skos:altLabel "orang"@en .`),
    'text/turtle',
  );
  await space.put([
    { id: 'owl', title: 'Ein Uhu ruft', language: 'de', subjects: [] },
    { id: 'tagged', title: 'Ein Ruf', language: 'de', subjects: [uri('owl')] },
    { id: 'auf', title: 'Schnee liegt auf dem Dach', language: 'de', subjects: [] },
    { id: 'en', title: 'Aves en el bosque', language: 'es', subjects: [] },
    { id: 'rare', title: 'An endangered bird', language: 'en', subjects: [] },
    { id: 'ape', title: 'Two orangs in a tree', language: 'en', subjects: [] },
    { id: 'fruit', title: 'An orange in a tree', language: 'en', subjects: [] },
    { id: 'concert', title: 'Songs of The Who', language: 'en', subjects: [] },
    { id: 'question', title: 'Who sang the songs?', language: 'en', subjects: [] },
    { id: 'aye-aye', title: 'Long fingers', language: 'en', subjects: [uri('primate')] },
    { id: 'nandu', title: 'Long legs', language: 'en', subjects: [uri('rhea')] },
    { id: 'last', title: 'Tables', language: 'en', subjects: aboutLast },
    { id: 'kind', title: 'Records of kind 3', language: 'en', subjects: [] },
    { id: 'listed', title: 'Borneo', language: 'en', subjects: [uri('list')] },
    { id: 'eyes', title: 'What bats see', language: 'en', subjects: [] },
    { id: 'pond', title: 'A pond', language: 'en', subjects: [uri('lake')] },
    { id: 'tame', title: 'Notes', description: 'A swan was tame', language: 'en', subjects: [] },
    { id: 'wild', title: 'Notes', description: 'A swan was wild', language: 'en', subjects: [] },
    { id: 'tamarin', title: 'A golden mane', language: 'en', subjects: [uri('america')] },
  ]);
});
afterAll(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

const ask = (input: string, language: string): Promise<SearchResult> =>
  space.search({ ...everything, input, language });
const found = async (input: string, language = 'en') =>
  (await ask(input, language)).documents.map(({ id }) => id).sort();

test('labels that are stop words do not expand a query', async () => {
  expect(await found('Uhu ', 'de')).toEqual(['owl', 'tagged']);
  expect(await found('eagle owl ')).toEqual(['owl', 'tagged']);
  // A stop word in one of the label's languages.
  expect(await found('endangered ')).toEqual(['rare']);
  expect((await ask('endangered ', 'en')).recognizedConcepts[0]!.alsoSearched).toEqual(['en peligro']);
});

test('a label that is a stop word names its concept and is searched as typed', async () => {
  expect(await found('Auf ', 'de')).toEqual(['auf', 'owl', 'tagged']);
  expect((await ask('the who ', 'en')).documents.map(({ id }) => id)).toEqual(['concert', 'question']);
});

test('one-word labels do not name other words with the same stem', async () => {
  const { recognizedConcepts, documents } = await ask('orange ', 'en');
  expect(recognizedConcepts).toEqual([]);
  expect(documents.map(({ id }) => id)).toContain('fruit');
});

test('highlights omit words that only share the stem of a one-word label', async () => {
  await space.put([{ id: 'both', title: 'Orange orangs, an orangutan', language: 'en', subjects: [] }]);
  const { documents } = await ask('orangutan ', 'en');
  expect(documents.map(({ id }) => id)).not.toContain('fruit');
  const both = documents.find(({ id }) => id === 'both')!;
  expect(both.highlights.title.map(({ begin, end }) => both.title.slice(begin, end))).toEqual([
    'orangs',
    'orangutan',
  ]);
  await space.delete('both');
});

test.each([
  ['monkeys ', ['aye-aye']],
  ['southern monkeys ', ['aye-aye', 'nandu']],
  ['monkeys southern ', ['aye-aye', 'nandu']],
  ['southern zzyx monkeys ', ['aye-aye', 'nandu']],
  ['southern endangered monkeys ', ['aye-aye', 'nandu', 'rare']],
])('an additional word does not prevent a partial label match: %s', async (input, ids) => {
  expect(await found(input)).toEqual(ids);
});

test('adjacent words of one label are recognized together, next to other concepts', async () => {
  const { recognizedConcepts } = await ask('southern birds monkeys ', 'en');
  expect(recognizedConcepts.map(({ label, begin, end }) => [label, begin, end])).toEqual([
    ['Rheas', 0, 14],
    ['Primates', 15, 22],
  ]);
});

test.each([
  ['en', 'South American monkeys'],
  ['en', 'south american'],
  ['de', 'südamerikanische Bäume'],
  ['de', 'Suedamerikanischer'],
])('%s: recognizes a demonym as the place: %s', async (language, input) => {
  const { recognizedConcepts, documents } = await ask(`${input} `, language);
  expect(recognizedConcepts.map((each) => each.uri)).toContain(uri('america'));
  expect(documents[0]?.id).toBe('tamarin');
});

test('demonyms in quotes name no place, and exact labels have precedence', async () => {
  const named = async (input: string) => (await ask(input, 'en')).recognizedConcepts.map((each) => each.uri);
  expect((await ask('"south american" ', 'en')).isUnquoted).toBe(true);
  expect(await named('orang ')).toEqual([uri('ape')]);
});

test('a word of the query language matches a foreign label only if it is the whole query', async () => {
  const named = async (input: string) => (await ask(input, 'en')).recognizedConcepts.map((each) => each.uri);
  expect(await named('orangs see ')).toEqual([uri('ape')]);
  expect(await named('see ')).toEqual([uri('lake')]);
});

test('a label with all words of the query matches even if each word is a label too', async () => {
  const { recognizedConcepts, documents } = await ask('endangered orangs ', 'en');
  expect(recognizedConcepts.map((each) => each.uri)).toEqual(['rare', 'ape', 'list'].map(uri));
  expect(documents[0]?.id).toBe('listed');
});

test('recognizedConcepts lists at most MAX_CONCEPTS concepts', async () => {
  expect((await ask('data facts figures values entries ', 'en')).recognizedConcepts).toHaveLength(
    MAX_CONCEPTS,
  );
});

test('partial label matches are not listed in recognizedConcepts', async () => {
  expect((await ask('island ', 'en')).recognizedConcepts).toEqual([]);
});

test('a search checks for cancellation between recognized concepts', async () => {
  const checks = async (input: string) => {
    let count = 0;
    const signal = { throwIfAborted: () => void count++ } as unknown as AbortSignal;
    await space.search({ ...everything, input, language: 'en' }, signal);
    return count;
  };
  expect((await checks('data ')) - (await checks('lake '))).toBeGreaterThanOrEqual(MAX_HOMONYMS - 1);
});

test('recognizedConcepts lists at most MAX_HOMONYMS homonyms once, and documents of all homonyms match', async () => {
  const { recognizedConcepts, documents } = await ask('data ', 'en');
  expect(recognizedConcepts).toHaveLength(MAX_HOMONYMS);
  expect(documents.map(({ id }) => id).sort()).toEqual(['kind', 'last']);
  expect((await ask('data data', 'en')).recognizedConcepts).toHaveLength(MAX_HOMONYMS);
});

test('subjectMatcher visits each narrower concept once', async () => {
  const [levels, wide] = [24, 3];
  const name = (level: number, i: number) => `:n${level}x${i}`;
  const across = Array.from({ length: wide }, (_, i) => i);
  const lattice = Array.from({ length: levels }, (_, level) =>
    across.map((i) => {
      const broader = across.map((each) => name(level - 1, each)).join(', ');
      return `${name(level, i)} a skos:Concept ${level === 0 ? '' : `; skos:broader ${broader}`} .`;
    }),
  );
  const { record } = await parseThesaurus(turtle(lattice.flat().join('\n')), 'text/turtle');
  const { thesaurus } = deserializeThesaurus(record);
  const concept = (level: number, i: number) => thesaurus.ordinal(uri(name(level, i).slice(1)))!;
  let visited = 0;
  const narrower = (each: number) => {
    visited++;
    if (visited > levels * wide) throw new Error('visited one twice');
    return thesaurus.narrower(each);
  };
  const matcher = subjectMatcher([concept(0, 0), concept(0, 1)], { ...thesaurus, narrower });
  if (matcher.kind !== 'concept') throw new Error('it checks for words');
  expect(visited).toBe(2 + (levels - 1) * wide);
  expect(matcher.nearness[concept(0, 2)]).toBe(0);
  for (let level = 0; level < levels; level++)
    expect(matcher.nearness[concept(level, 1)]).toBe(Math.fround(HIERARCHY_DECAY ** level));
});

test('words of a label that are apart in a text have half the weight', async () => {
  const worth = async (input: string, id: string) =>
    (await ask(input, 'en')).documents.find((each) => each.id === id)!.score!;
  expect(await worth('tame swan ', 'tame')).toBeCloseTo((await worth('wild swan ', 'wild')) / 2);
});
