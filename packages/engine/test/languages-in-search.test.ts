/** Inflection and stop words in each language, end to end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSpace } from '../src/search-space.ts';
import type { WritableSpace } from '../src/writable-space.ts';

/** A sentence, other forms of its words, and a stop word that it does not contain. */
const table: [language: string, sentence: string, forms: string[], stopWord: string][] = [
  ['de', 'Die Vögel bauten ihre Nester in alten Häusern', ['Vogel', 'Nest', 'Haus'], 'und'],
  ['en', 'Policies of the cities for migrating birds', ['policy', 'city', 'bird', 'migrated'], 'about'],
  [
    'fr',
    'Les marchés financiers et leurs crises nationales',
    ['marché', 'financière', 'crise', 'nationale'],
    'avec',
  ],
  ['es', 'Las ballenas jorobadas migran cantando canciones', ['ballena', 'jorobado', 'canción'], 'para'],
  ['it', 'Gli uccelli migratori attraversano le montagne', ['uccello', 'migratore', 'montagna'], 'con'],
  ['nl', 'De vogels broeden op oude markten', ['vogel', 'broed', 'markt'], 'voor'],
  ['pt', 'Os pássaros cantavam nos mercados antigos', ['pássaro', 'cantando', 'mercado', 'antiga'], 'com'],
  ['sv', 'Skolorna stängdes när fåglarna flyttade', ['skola', 'skolor', 'fågel', 'stänga', 'flytta'], 'och'],
  ['fi', 'Linnut lentävät taloissa', ['linnuille', 'lentävä', 'talo', 'talot'], 'ja'],
  ['ru', 'Птицы изучали экономическую политику', ['птица', 'экономический', 'политика'], 'для'],
  ['ar', 'الطيور المهاجرة والاقتصاد الوطني', ['طيور', 'مهاجرة', 'اقتصاد', 'بالاقتصاد'], 'من'],
  ['zh', '德国的劳动力市场政策研究', ['劳动力', '市场', '政策'], '和'],
  [
    'ja',
    '日本の経済成長と若者の労働市場、コンピュータのデータ',
    ['経済', '若者', '労働', 'データ', 'コンピュータ', 'ﾃﾞｰﾀ'],
    'これ',
  ],
  ['th', 'นโยบายตลาดแรงงานในประเทศเยอรมนี', ['ตลาด', 'แรงงาน', 'นโยบาย'], ''],
];

let directory: string;
let space: WritableSpace;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'languages-'));
  // Only stems and stop words can match another form.
  space = await openSpace(directory, { settings: { relaxing: false } });
  await space.put(table.map(([language, title]) => ({ id: language, title, language, subjects: [] })));
});

afterAll(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

async function found(input: string, language: string): Promise<string[]> {
  const sort = { field: 'relevance', direction: 'desc' } as const;
  const nothing = { selected: [], excluded: [], facets: [], documentFacets: [], summaryLength: 0 };
  // A trailing space completes the last word, so it is not a prefix.
  const query = { input: `${input} `, language, sort, start: 0, count: 20, ...nothing };
  return (await space.search(query)).documents.map(({ id }) => id);
}

test.each(table)(
  '%s: finds inflected forms and does not require stop words',
  async (language, _, forms, stopWord) => {
    const misses: string[] = [];
    for (const form of forms) if (!(await found(form, language)).includes(language)) misses.push(form);
    expect(misses).toEqual([]);
    expect(await found(`${forms[0]} ${stopWord}`, language)).toContain(language);
    expect(await found(`${forms[0]} Xylophon`, language)).toEqual([]);
  },
);

test('recognizes all ways to declare German, and detects the language of documents with an invalid tag', async () => {
  const place = mkdtempSync(join(tmpdir(), 'languages-'));
  const library = await openSpace(place, { settings: { relaxing: false } });
  try {
    await library.replaceThesaurus(turtle(), 'text/turtle');
    const spellings = ['de', 'ger', 'deu', 'DE', 'de_AT', 'German', 'und'];
    const title = 'Die Häuser der Vögel und ihre Nester im Arbeitsmarkt der Tiere';
    const description =
      'Der Arbeitsmarkt der Vögel und die Politik des Arbeitsmarktes. Arbeitsmärkte im Wald.';
    await library.put(spellings.map((language) => ({ id: language, title, description, language })));
    for (const input of ['Haus ', 'Vogel ']) {
      const sort = { field: 'relevance', direction: 'desc' } as const;
      const nothing = { selected: [], excluded: [], facets: [], documentFacets: [], summaryLength: 0 };
      const response = await library.search({
        input,
        language: 'ger',
        sort,
        start: 0,
        count: 20,
        ...nothing,
      });
      expect(response.total, input).toBe(spellings.length);
    }
    for (const id of spellings) {
      const { concepts, language } = await library.document(id, { language: 'ger', documentFacets: [] });
      expect(concepts.map(({ label }) => label).join(), id).toBe('Arbeitsmarkt');
      expect(language?.slice(0, 2) ?? null, id).toBe(['German', 'und'].includes(id) ? null : 'de');
    }
    expect(await library.stored('ger')).toMatchObject({ language: 'ger' });
    const { languages, notices } = await library.describe();
    expect(languages.toSorted()).toEqual(['de', 'en']);
    expect(notices?.join()).toMatch(/"German" \(German\), "und" \(und\)\. The language is detected/);
  } finally {
    await library.close();
    rmSync(place, { recursive: true });
  }
});

test('skips a form that is a stop word of another language and more frequent there', async () => {
  const place = mkdtempSync(join(tmpdir(), 'languages-'));
  const wardrobe = await openSpace(place);
  const requested = async (input: string, language: string) => {
    const sort = { field: 'relevance', direction: 'desc' } as const;
    const nothing = { selected: [], excluded: [], facets: [], documentFacets: [], summaryLength: 0 };
    const query = { input: `${input} `, language, sort, start: 0, count: 20, ...nothing };
    return (await wardrobe.search(query)).documents.map(({ id }) => id).sort();
  };
  try {
    await wardrobe.put([
      { id: 'hats', title: 'Hats of straw', language: 'en' },
      { id: 'scarf', title: 'A scarf or two', language: 'en' },
      { id: 'tod', title: 'Was sie hat', language: 'de' },
    ]);
    expect(await requested('hats', 'en')).toEqual(['hats']);
    expect(await requested('hat', 'en')).toEqual(['hats', 'tod']);
    await wardrobe.put([{ id: 'one', title: 'A hat for the winter', language: 'en' }]);
    // Now English contains it as often.
    expect(await requested('hats', 'en')).toEqual(['hats', 'one', 'tod']);
    await wardrobe.delete('tod');
    expect(await requested('hats', 'en')).toEqual(['hats', 'one']);
  } finally {
    await wardrobe.close();
    rmSync(place, { recursive: true });
  }
});

async function* turtle() {
  yield `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    <urn:labour> a skos:Concept ; skos:prefLabel "Arbeitsmarkt"@ger , "Labour market"@eng .`;
}
