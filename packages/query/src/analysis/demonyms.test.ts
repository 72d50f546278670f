import { expect, test } from 'vitest';
import { placeNames } from './demonyms.ts';

test.each([
  ['en', 'African', 'africa'],
  ['en', 'European', 'europe'],
  ['en', 'Chinese', 'china'],
  ['de', 'afrikanische', 'afrika'],
  ['de', 'südamerikanischer', 'sudamerika'],
  ['de', 'Europaeischen', 'europa'],
  ['de', 'australisches', 'australien'],
  ['de', 'asiatisch', 'asien'],
  ['de', 'arktische', 'arktis'],
  ['de', 'türkischen', 'turkei'],
  ['de', 'indische', 'indien'],
  ['fr', 'africaines', 'afrique'],
  ['fr', 'européennes', 'europe'],
  ['es', 'africanos', 'africa'],
  ['es', 'asiática', 'asia'],
  ['pt', 'europeus', 'europa'],
  ['it', 'asiatici', 'asia'],
  ['it', 'africane', 'africa'],
  ['nl', 'Afrikaanse', 'afrika'],
  ['sv', 'afrikanska', 'afrika'],
  ['da', 'europæisk', 'europa'],
  ['no', 'afrikanske', 'afrika'],
  ['ru', 'африканские', 'африка'],
  ['ru', 'Европейский', 'европа'],
  ['ru', 'австралийских', 'австралия'],
  ['ar', 'الأفريقية', 'افريقيا'],
  ['ar', 'أوروبي', 'اوروبا'],
])('%s: derives the place of %s: %s', (language, adjective, place) => {
  expect(placeNames(adjective, language)).toContain(place);
});

test('returns nothing for other words and for languages without rules', () => {
  expect(['roman', 'median', 'bird', 'these'].flatMap((word) => placeNames(word, 'en'))).toEqual([]);
  expect(['Tisch', 'Fisch', 'Vogel'].flatMap((word) => placeNames(word, 'de'))).not.toContain('t');
  expect(['montaña', 'cabañas', 'ventana', 'hermanos'].flatMap((word) => placeNames(word, 'es'))).toEqual([]);
  const names = ['frische', 'malerische', 'physische', 'biologisches'].flatMap((word) =>
    placeNames(word, 'de'),
  );
  expect(names).not.toContain('frei');
  expect(names.filter((name) => /(?:ei|is|gien)$/.test(name))).toEqual([]);
  expect(['gardien', 'pharmaciens', 'républicaine'].flatMap((word) => placeNames(word, 'fr'))).toEqual([]);
  expect(placeNames('afrikai', 'hu')).toEqual([]);
});
