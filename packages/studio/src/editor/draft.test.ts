import { defaultSettings } from '@semantic-search/contract';
import { describe, expect, it } from 'vitest';
import { changedPart, differences, keyOf, moved, valueAt, withValue } from './draft.ts';

const titled = withValue(defaultSettings, ['title'], 'Marsh');

describe('a draft', () => {
  it('is another with each change, and leaves the former as it was', () => {
    const next = withValue(titled, ['layout', 'navbar', 'fontColor'], '#123456');
    expect(valueAt(next, ['layout', 'navbar', 'fontColor'])).toBe('#123456');
    expect(valueAt(titled, ['layout', 'navbar', 'fontColor'])).toBe('#ffffff');
    expect(next.result).toBe(titled.result);
  });

  it('sends what was changed and nothing else', () => {
    const next = withValue(titled, ['result', 'itemsPerPage'], 7);
    expect(changedPart(defaultSettings, next)).toEqual({ title: 'Marsh', result: { itemsPerPage: 7 } });
    expect(changedPart(next, next)).toEqual({});
  });

  it('keeps and does not send members that this page does not know', () => {
    const newer = { ...defaultSettings, future: { of: 'search' } };
    const next = withValue(newer, ['title'], 'Marsh');
    expect(next).toMatchObject({ future: { of: 'search' } });
    expect(changedPart(newer, next)).toEqual({ title: 'Marsh' });
  });

  it('differs in a list as a whole, as the service takes it', () => {
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

it('keys are written as the service writes them', () => {
  expect(keyOf(['filter', 'facetsToShow', 0, 'title'])).toBe('filter.facetsToShow[0].title');
});

it('an element of a list moves one place and stops at the ends', () => {
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
});
