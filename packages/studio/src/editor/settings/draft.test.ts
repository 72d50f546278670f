import { defaultSettings } from '@semantic-search/contract';
import { describe, expect, it } from 'vitest';
import { changedPart, differences, keyOf, valueAt, withMovedTo, withValue } from './draft.ts';

const titled = withValue(defaultSettings, ['title'], 'Marsh');

describe('a draft', () => {
  it('a draft is immutable: a change returns a new one', () => {
    const next = withValue(titled, ['layout', 'navbar', 'fontColor'], '#123456');
    expect(valueAt(next, ['layout', 'navbar', 'fontColor'])).toBe('#123456');
    expect(valueAt(titled, ['layout', 'navbar', 'fontColor'])).toBe('#ffffff');
    expect(next.result).toBe(titled.result);
  });

  it('sends only changed settings', () => {
    const next = withValue(titled, ['result', 'itemsPerPage'], 7);
    expect(changedPart(defaultSettings, next)).toEqual({ title: 'Marsh', result: { itemsPerPage: 7 } });
    expect(changedPart(next, next)).toEqual({});
  });

  it('preserves unknown members without sending them', () => {
    const newer = { ...defaultSettings, future: { of: 'search' } };
    const next = withValue(newer, ['title'], 'Marsh');
    expect(next).toMatchObject({ future: { of: 'search' } });
    expect(changedPart(newer, next)).toEqual({ title: 'Marsh' });
  });

  it('compares lists as a whole, like the server', () => {
    const next = withValue(defaultSettings, ['filter', 'componentOrder'], ['search', 'results']);
    expect(differences(defaultSettings, next)).toEqual([
      {
        path: ['filter', 'componentOrder'],
        before: ['search', 'facets', 'date', 'reset', 'results'],
        after: ['search', 'results'],
      },
    ]);
    const same = withValue(
      defaultSettings,
      ['filter', 'componentOrder'],
      [...defaultSettings.filter.componentOrder],
    );
    expect(differences(defaultSettings, same)).toEqual([]);
  });
});

it('writes keys like the server', () => {
  expect(keyOf(['filter', 'facetsToShow', 0, 'title'])).toBe('filter.facetsToShow[0].title');
});

describe('dropping an element of a list', () => {
  it('moves it to the position of another, up or down', () => {
    expect(withMovedTo(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
    expect(withMovedTo(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c']);
    expect(withMovedTo(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
  });
});
