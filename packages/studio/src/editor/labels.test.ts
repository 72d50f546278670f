import { describe, expect, it } from 'vitest';
import { choiceWords, nameAt, pathOf, valueWords, wordsOf } from './labels.ts';

const schema = {
  properties: {
    filter: {
      title: 'Filters',
      properties: { facetsToShow: { title: 'Facets', items: { properties: { uri: {} } } } },
    },
  },
};

describe('the labels of the editor', () => {
  it('name a setting with its groups, by title or name', () => {
    expect(nameAt(schema, pathOf('filter.facetsToShow[2].uri'))).toBe('Filters: Facets: 3: Uri');
    expect(wordsOf('numberOfSimilarDocuments')).toBe('Number of similar documents');
  });

  it('map a key of the server to the setting', () => {
    expect(pathOf('config.filter.facetsToShow[0].title')).toEqual(['filter', 'facetsToShow', 0, 'title']);
  });

  it('abbreviate values', () => {
    expect(valueWords(true)).toBe('yes');
    expect(valueWords('')).toBe('empty');
    expect(valueWords([{ title: 'Animals' }, { title: 'Books' }])).toBe('Animals, Books');
    expect(valueWords(`data:image/png;base64,${'A'.repeat(4096)}`)).toBe('an image of 4 KiB');
    expect(valueWords('x'.repeat(500))).toHaveLength(121);
  });

  it('show an example of the date format', () => {
    expect(choiceWords('long', 'dateFormat')).toBe('21 November 2026');
  });
});
