import { expect, it } from 'vitest';
import { localizedTitle } from './present.ts';

const titled = { title: 'Animals', titles: { de: 'Tiere', 'pt-BR': 'Bichos', pt: 'Animais' } };

it.each([
  ['de', 'Tiere'],
  ['de-AT', 'Tiere'],
  ['DE-ch-1996', 'Tiere'],
  ['pt-br', 'Bichos'],
  ['pt-PT', 'Animais'],
  ['den', 'Animals'],
  ['fr', 'Animals'],
  [undefined, 'Animals'],
])('the title in %s is %s', (language, title) => {
  expect(localizedTitle(titled, language)).toBe(title);
});

it('a setting without titles has one title in all languages', () => {
  expect(localizedTitle({ title: 'Animals' }, 'de')).toBe('Animals');
});
