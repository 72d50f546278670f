/** Tests of the field for interface texts: plural forms, and texts that become empty. */
import { ConfigurationSettings } from '@semantic-search/contract';
import { expect, test } from 'vitest';
import { changedPart } from '../settings/draft.ts';
import { kindOf, type Schema } from '../settings/schema.ts';
import { pluralCategories, textAt, withText } from './texts-field.ts';

test('the setting has this field', () => {
  expect(kindOf(ConfigurationSettings.properties.texts as unknown as Schema)).toBe('texts');
});

test('a language has the inputs of its plural forms', () => {
  expect(pluralCategories('en')).toEqual(['one', 'other']);
  expect(pluralCategories('pl')).toEqual(['one', 'few', 'many', 'other']);
  expect(pluralCategories('de-1')).toEqual(['other']);
});

test('an emptied text returns to its default', () => {
  const place = { key: 'close', category: undefined };
  const texts = withText({}, place, 'Shut');
  expect(textAt(texts, place)).toBe('Shut');
  expect(withText(texts, place, '')).toEqual({});
});

test('a single text of a key with plural forms becomes one of them', () => {
  const one = { key: 'results', category: 'one' } as const;
  const other = { key: 'results', category: 'other' } as const;
  const texts = { results: '{count} records' };
  expect([textAt(texts, one), textAt(texts, other)]).toEqual(['', '{count} records']);
  const both = withText(texts, one, 'One record');
  expect(both).toEqual({ results: { one: 'One record', other: '{count} records' } });
  expect(withText(withText(both, one, ''), other, '')).toEqual({});
});

test('all texts are sent if one has changed', () => {
  const saved = { texts: { en: { close: 'Shut', back: 'Return' } } } as unknown as ConfigurationSettings;
  const draft = { texts: { en: { back: 'Return' } } } as unknown as ConfigurationSettings;
  expect(changedPart(saved, draft)).toEqual({ texts: { en: { back: 'Return' } } });
});
