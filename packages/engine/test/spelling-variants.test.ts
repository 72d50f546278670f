/** Words written together or apart, unknown compounds, and prefixes with spelling variants. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchResult } from '../src/api.ts';
import { openSpace } from '../src/search-space.ts';
import type { WritableSpace } from '../src/writable-space.ts';
import { everything } from './support/queries.ts';

const documents: [id: string, language: string, title: string, subjects?: string[]][] = [
  ['women', 'de', 'Erwerbstätigkeit und Löhne der Frauen in Ostdeutschland'],
  ['men', 'de', 'Erwerbstätigkeit der Männer'],
  ['crane', 'de', 'Der Kranich fliegt im Herbst nach Süden', ['urn:migration', 'urn:birds']],
  ['savings', 'nl', 'Belasting op vermogen en inkomen'],
  ['market', 'sv', 'Politik för arbetsmarknad och skola'],
  ['climate', 'fi', 'Ilmasto ja kaupunki'],
  ['traffic', 'de', 'Straßenverkehr in Städten'],
  ['change', 'fi', 'Ilmastonmuutoksen vaikutukset'],
  ['wifi', 'en', 'Wi-Fi at the library'],
  ['wireless', 'en', 'Better wifi for schools'],
  ['covid', 'en', 'Schools and COVID-19'],
  ['us', 'en', 'Trade of the U.S. and its tariffs'],
  ['mail', 'en', 'Writing an email to the office'],
  ['seal', 'en', 'It balances a ball', ['urn:sealion']],
  ['storm', 'en', 'A bow in hand, and the rain'],
  ['screw', 'en', 'Screw AB-1234/5, don’t bend it'],
  ['arc', 'en', 'Seven colours', ['urn:rainbow']],
];

async function* turtle() {
  yield `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<urn:migration> a skos:Concept ; skos:prefLabel "Zug"@de , "migration"@en .
<urn:birds> a skos:Concept ; skos:prefLabel "Vögel"@de , "birds"@en .
<urn:rainbow> a skos:Concept ; skos:prefLabel "Rainbows"@en .
<urn:sealion> a skos:Concept ; skos:prefLabel "sea lion"@en .`;
}

let directory: string;
let space: WritableSpace;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'spellings-'));
  space = await openSpace(directory);
  await space.replaceThesaurus(turtle(), 'text/turtle');
  await space.put(
    documents.map(([id, language, title, subjects = []]) => ({ id, language, title, subjects })),
  );
});

afterAll(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

const ask = (input: string, language?: string): Promise<SearchResult> =>
  space.search({ ...everything, input, ...(language ? { language } : {}) });
const ids = async (input: string, language?: string) =>
  (await ask(input, language)).documents.map(({ id }) => id);

describe('a compound that no document has', () => {
  test.each([
    ['Frauenerwerbstätigkeit', 'de', 'women'],
    ['Zugvögel', 'de', 'crane'],
    ['Zugvoegel', 'de', 'crane'],
    ['vermogensbelasting', 'nl', 'savings'],
    ['skolpolitik', 'sv', 'market'],
    ['kaupunki-ilmasto', 'fi', 'climate'],
    ['kaupunkilmasto', 'fi', 'climate'],
  ])('%s [%s] is found by its parts', async (input, language, id) => {
    expect((await ids(input, language))[0]).toBe(id);
    expect((await ids(input))[0]).toBe(id);
  });

  test('returns the same results as its parts, which are highlighted and not corrected', async () => {
    const [joined, separate] = [
      await ask('Frauenerwerbstätigkeit ', 'de'),
      await ask('Frauen Erwerbstätigkeit ', 'de'),
    ];
    expect(joined.documents.map(({ id }) => id)).toEqual(separate.documents.map(({ id }) => id));
    expect(joined.suggestion).toBeUndefined();
    const [{ title, highlights } = { title: '', highlights: { title: [] } }] = joined.documents;
    expect(highlights.title.map(({ begin, end }) => title.slice(begin, end))).toEqual([
      'Erwerbstätigkeit',
      'Frauen',
    ]);
  });

  test('names the concepts of its parts, with their positions', async () => {
    const { recognizedConcepts } = await ask('Zugvögel', 'de');
    expect(recognizedConcepts.map(({ label, begin, end }) => [label, begin, end])).toEqual([
      ['Zug', 0, 3],
      ['Vögel', 3, 8],
    ]);
  });

  test('is not split in quotes, exclusions and other languages, or with an unknown part', async () => {
    expect((await ask('"Frauenerwerbstätigkeit"', 'de')).isUnquoted).toBe(true);
    expect(await ids('Frauenerwerbstätigkeitsquote', 'de')).toEqual([]);
    expect(await ids('Frauenerwerbstätigkeit', 'en')).toEqual([]);
    expect(await ids('Erwerbstätigkeit -Frauenerwerbstätigkeit', 'de')).toContain('women');
  });
});

describe('the prefix of a word', () => {
  test.each(['strasse', 'Straße', 'STRASS', 'stras', 'straßenv', 'strassenv'])(
    '%s matches and highlights Straßenverkehr',
    async (input) => {
      const { documents: found } = await ask(input, 'de');
      expect(found.map(({ id }) => id)).toEqual(['traffic']);
      const [{ begin, end } = { begin: -1, end: -1 }] = found[0]!.highlights.title;
      expect(found[0]!.title.slice(begin, end)).toBe('Straßenverkehr');
    },
  );

  test.each([
    ['staedte', 'Städten'],
    ['STAEDTE', 'Städten'],
    ['Staed', 'Städten'],
  ])('%s, without umlauts, matches and highlights %s', async (input, word) => {
    for (const language of ['de', 'en']) {
      const { documents: found } = await ask(input, language);
      expect(found).toHaveLength(1);
      const [{ begin, end } = { begin: -1, end: -1 }] = found[0]!.highlights.title;
      expect(found[0]!.title.slice(begin, end)).toBe(word);
    }
  });

  test('stands for an umlaut only where a document has one', async () => {
    expect(await ids('straess', 'de')).toEqual([]);
  });

  test('matches inflected forms', async () => {
    expect(await ids('ilmastonmuutos', 'fi')).toEqual(['change']);
    expect(await ids('vaikutus', 'fi')).toEqual(['change']);
  });
});

describe('a word written together or apart', () => {
  test.each([
    ['wifi', ['wifi', 'wireless']],
    ['Wi-Fi', ['wifi', 'wireless']],
    ['wi fi', ['wifi', 'wireless']],
    ['covid19', ['covid']],
    ['COVID 19', ['covid']],
    ['e-mail', ['mail']],
    ['U.S. tariffs', ['us']],
    ['sea lion', ['seal']],
    ['ab12345', ['screw']],
    ['tothelibrary', []],
    ['atthelibrary', ['wifi']],
  ])('%s finds %j', async (input, expected) => {
    expect((await ids(input, 'en')).toSorted()).toEqual(expected);
  });

  test('is corrected if documents contain its parts, but not next to each other', async () => {
    const { suggestion, documents: found } = await ask('screwt ', 'en');
    expect([suggestion, found.map(({ id }) => id)]).toEqual(['screw ', ['screw']]);
  });

  test('is excluded in all spellings, but in quotes only as written', async () => {
    for (const input of ['wifi', 'Wi-Fi']) {
      expect(await ids(`at -${input}`, 'en')).not.toContain('wifi');
      expect(await ids(`better -${input}`, 'en')).toEqual([]);
    }
    expect(await ids('better -"Wi-Fi"', 'en')).toEqual(['wireless']);
    expect(await ids('writing -e-mail', 'en')).toEqual([]);
    expect(await ids('ball -sea-lions', 'en')).toEqual([]);
  });

  test('is highlighted as the text has it', async () => {
    const { documents: found } = await ask('wifi', 'en');
    const highlighted = found.map(({ title, highlights }) =>
      highlights.title.map(({ begin, end }) => title.slice(begin, end)).join(),
    );
    expect(highlighted.toSorted()).toEqual(['Wi-Fi', 'wifi']);
  });
});

describe('a label of one word', () => {
  test('is named by its two parts, and texts with both parts match too', async () => {
    expect(await ids('rain bow ', 'en')).toEqual(['arc', 'storm']);
    expect((await ask('rain bow ', 'en')).recognizedConcepts).toMatchObject([
      { uri: 'urn:rainbow', begin: 0, end: 8 },
    ]);
    expect((await ask('ruin bows ', 'en')).recognizedConcepts).toEqual([]);
  });

  test('is not named by words that name another concept together, or are separated', async () => {
    expect((await ask('sea lion ', 'en')).recognizedConcepts.map(({ uri }) => uri)).toEqual(['urn:sealion']);
    expect((await ask('rain, bow ', 'en')).recognizedConcepts).toEqual([]);
    expect((await ask('"rain" bow ', 'en')).recognizedConcepts).toEqual([]);
  });

  test('is not corrected, nor are other spellings of it', async () => {
    expect((await ask('rain bow ', 'en')).suggestion).toBeUndefined();
    expect((await ask('e-mail ', 'en')).suggestion).toBeUndefined();
    expect((await ask('covid19 ', 'en')).suggestion).toBeUndefined();
  });
});
