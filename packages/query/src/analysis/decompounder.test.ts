import { expect, test } from 'vitest';
import { analyzerFor } from './analyzers.ts';
import { compoundingRules, compoundPartMatcher, decompound } from './decompounder.ts';

/** Splits words into these words and their inflections. */
function splitter(language: string, known: string) {
  const { stem } = analyzerFor(language);
  const stems = new Set(known.split(' ').map(stem));
  return (word: string) => decompound(word, language, (folded) => stems.has(stem(folded)))?.join(' ');
}

test.each([
  ['Arbeitsmarkt', 'arbeit markt'],
  ['Arbeitsmarktpolitik', 'arbeit markt politik'],
  ['Arbeitslosenversicherung', 'arbeitslos versicherung'],
  ['Umweltschutzgesetze', 'umweltschutz gesetze'],
  ['Wirtschaftswachstums', 'wirtschaft wachstums'],
  ['Kindergarten', 'kind garten'],
  ['Straßenverkehr', 'strass verkehr'],
  ['Häuserpreise', 'haus preise'],
])('splits the German compound %s', (word, parts) => {
  const split = splitter(
    'de',
    'Arbeit Markt Politik arbeitslos Versicherung Umweltschutz Umwelt Schutz Gesetz Wirtschaft Wachstum Kind Garten Straße Verkehr Haus Preis',
  );
  expect(split(word)).toBe(parts);
});

test.each([
  ['työmarkkinat', 'tyo markkinat'],
  ['ympäristönsuojelu', 'ymparisto suojelu'],
  ['talouspolitiikka', 'talous politiikka'],
  ['maailmankauppa', 'maailma kauppa'],
])('splits the Finnish compound %s', (word, parts) => {
  expect(splitter('fi', 'työ markkinat ympäristö suojelu talous politiikka maailma kauppa')(word)).toBe(
    parts,
  );
});

test.each([
  ['nl', 'energiebelasting', 'energie belasting'],
  ['nl', 'arbeidsmarkt', 'arbeid markt'],
  ['sv', 'arbetsmarknad', 'arbet marknad'],
  ['sv', 'klimatpolitik', 'klimat politik'],
  ['da', 'arbejdsmarked', 'arbejd marked'],
  ['no', 'arbeidsmarked', 'arbeid marked'],
])('%s: splits %s', (language, word, parts) => {
  const known = 'energie belasting arbeid markt arbet marknad klimat politik arbejd marked';
  expect(splitter(language, known)(word)).toBe(parts);
});

test('does not split a word with an unknown part', () => {
  const split = splitter('de', 'Bank Markt Rat Haus');
  expect(split('Bankwesen')).toBeUndefined();
  expect(split('Markt')).toBeUndefined();
  expect(split('Supermarkt')).toBeUndefined();
  expect(splitter('en', 'book store')('bookstore')).toBeUndefined();
});

test('keeps a known compound whole inside a longer one', () => {
  const split = splitter('de', 'Arbeit Markt Arbeitsmarkt Politik');
  expect(split('Arbeitsmarktpolitik')).toBe('arbeitsmarkt politik');
});

test('looks up few substrings of a long word without known parts', () => {
  const looked = new Set<string>();
  const isWord = (folded: string) => looked.add(folded) && folded === 'markt';
  const word = 'qwertzuiopasdfghjklyxcvbnmmnbvcxylkjhgfdmarkt';
  expect(decompound(word, 'de', isWord)).toBeUndefined();
  // What may end it, and what may stand before `markt`, with a link or without: not each stretch of letters.
  expect(looked.size).toBeLessThan(5 * word.length);
});

test('skips words with another ending before looking up their first part', () => {
  const { stem } = analyzerFor('de');
  const looked: string[] = [];
  const isWord = (folded: string) => looked.push(folded) === 0;
  const isForm = (text: string) => stem(text) === 'markt';
  const asPart = compoundPartMatcher('de', compoundingRules('de')!, isWord, { forms: ['markte'], isForm });
  expect(asPart('markt', 'supermarktregal')).toBe(false);
  expect(looked).toEqual([]);
  expect(asPart('markt', 'supermarkt')).toBe(true);
});
