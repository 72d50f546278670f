/** Tests of `distinct`: each added label appears once. */
import { expect, test } from 'vitest';
import { distinct } from './recognized-concepts.ts';

test('distinct merges labels that differ only in case', () => {
  expect(distinct(['puma'], ['Puma', 'cougar', 'Cougar', 'mountain lion', 'Felis concolor'])).toEqual([
    'cougar',
    'mountain lion',
    'Felis concolor',
  ]);
});

test('distinct keeps labels that merely start alike, because endings depend on the language', () => {
  expect(distinct(['bar'], ['barn', 'Bars', 'bare'])).toEqual(['barn', 'Bars', 'bare']);
  expect(distinct(['owl'], ['owlet', 'Athene noctua, little owl'])).toEqual([
    'owlet',
    'Athene noctua, little owl',
  ]);
});
