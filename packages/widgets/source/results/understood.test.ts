/** What the thesaurus added, told once each. */
import { expect, test } from 'vitest';
import { distinct } from './understood.ts';

test('words that differ only in case or in the ending of a plural are one', () => {
  expect(distinct('puma', ['Puma', 'pumas', 'cougar', 'Cougars', 'mountain lion', 'Felis concolor'])).toEqual(
    ['cougar', 'mountain lion', 'Felis concolor'],
  );
  expect(distinct('Eule', ['Eulen', 'Uhu', 'policy', 'policies'])).toEqual(['Uhu', 'policy']);
  expect(distinct('owl', ['owlet', 'Athene noctua, little owl'])).toEqual([
    'owlet',
    'Athene noctua, little owl',
  ]);
});
