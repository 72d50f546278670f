import { describe, expect, it } from 'vitest';
import { formatValue, humanize, labelAt, optionLabel, pathOf } from './labels.ts';

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
    expect(labelAt(schema, pathOf('filter.facetsToShow[2].uri'))).toBe('Filters: Facets: 3: Uri');
    expect(humanize('numberOfSimilarDocuments')).toBe('Number of similar documents');
  });

  it('map a key of the server to the setting', () => {
    expect(pathOf('config.filter.facetsToShow[0].title')).toEqual(['filter', 'facetsToShow', 0, 'title']);
  });

  it('abbreviate values', () => {
    expect(formatValue(true)).toBe('yes');
    expect(formatValue('')).toBe('empty');
    expect(formatValue([{ title: 'Animals' }, { title: 'Books' }])).toBe('Animals, Books');
    expect(formatValue(`data:image/png;base64,${'A'.repeat(4096)}`)).toBe('an image of 4 kB');
    expect(formatValue('x'.repeat(500))).toHaveLength(121);
  });

  it('show an example of the date format', () => {
    expect(optionLabel('long', 'dateFormat')).toBe('21 November 2026');
  });
});
