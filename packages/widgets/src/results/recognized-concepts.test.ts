/** What the thesaurus added, told once each. */
import { expect, test } from 'vitest';
import { distinct } from './recognized-concepts.ts';

test('words that differ only in case are one', () => {
  expect(distinct('puma', ['Puma', 'cougar', 'Cougar', 'mountain lion', 'Felis concolor'])).toEqual([
    'cougar',
    'mountain lion',
    'Felis concolor',
  ]);
});

test('words that only look like another are told: what an ending means is for each language to say', () => {
  expect(distinct('bar', ['barn', 'Bars', 'bare'])).toEqual(['barn', 'Bars', 'bare']);
  expect(distinct('owl', ['owlet', 'Athene noctua, little owl'])).toEqual([
    'owlet',
    'Athene noctua, little owl',
  ]);
});
