import { FacetSetting } from '@semantic-search/contract';
import { expect, test } from 'vitest';
import { kindOf, type Schema } from '../settings/schema.ts';
import { languageError, nameWithTag, withoutLanguage } from './translations-field.ts';

const schema = FacetSetting.properties.titles as unknown as Schema;

test('titles of the settings schema have a field for translations', () => {
  expect(kindOf(schema)).toBe('translations');
});

test('names a language with its tag', () => {
  expect(nameWithTag('pt-BR')).toBe('Brazilian Portuguese (pt-BR)');
  expect(nameWithTag('de-x')).toBe('de-x');
});

test('rejects text that is no language tag, and a language that is listed', () => {
  expect(languageError(schema, { de: 'Art' }, 'fr')).toBe('');
  expect(languageError(schema, {}, '')).toBe('“” is not a language tag such as de or pt-BR');
  expect(languageError(schema, {}, 'German!')).toMatch(/not a language tag/);
  expect(languageError(schema, { 'pt-BR': 'Tipo' }, 'pt-br')).toMatch(/in the list already$/);
});

test('the last removed language leaves no empty object', () => {
  expect(withoutLanguage({ de: 'Art', fr: 'Type' }, 'fr')).toEqual({ de: 'Art' });
  expect(withoutLanguage({ de: 'Art' }, 'de')).toBeUndefined();
});
