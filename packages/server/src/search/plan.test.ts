import {
  type ConfigurationSettings,
  defaultFacet,
  defaultSettings,
  MAX_SEARCHED_CHARACTERS,
} from '@semantic-search/contract';
import { MAX_SEARCHED_CHARACTERS as MAX_PARSED_CHARACTERS } from '@semantic-search/query';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../errors/problem.ts';
import { planSearch } from './plan.ts';

const facet = (uri: string, more = {}) => ({ ...defaultFacet, uri, title: uri, refId: uri, ...more });
const settings: ConfigurationSettings = {
  ...defaultSettings,
  filter: {
    ...defaultSettings.filter,
    facetsToShow: [
      facet('urn:kinds', { facetMode: 'hierarchical', hierarchicalDepth: 3 }),
      facet('dyn_lit_type', { maximumTerms: 5, sorting: 'label', sortingOrder: 'asc' }),
      facet('mass', { show: false }),
      facet('urn:gone'),
    ],
  },
};

const plan = (request: Parameters<typeof planSearch>[0]) => planSearch(request, settings);

/** Keys of the invalid members that the problem names. */
function invalidKeys(request: Parameters<typeof planSearch>[0]): string[] {
  try {
    plan(request);
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'bad-request') {
      return error.errors?.map(({ key }) => key) ?? [];
    }
    throw error;
  }
  return [];
}

describe('planning a search', () => {
  it('requests the first page of all documents by default', () => {
    expect(plan({})).toMatchObject({
      input: '',
      selected: [],
      start: 0,
      count: settings.result.itemsPerPage,
      sort: { field: 'relevance', direction: 'desc' },
      summaryLength: 200,
    });
  });

  it('truncates the input to the documented maximum, which is also the maximum of the query parser', () => {
    expect(MAX_SEARCHED_CHARACTERS).toBe(MAX_PARSED_CHARACTERS);
    expect(plan({ input: 'a'.repeat(MAX_SEARCHED_CHARACTERS + 1) }).input).toHaveLength(
      MAX_SEARCHED_CHARACTERS,
    );
  });

  it('counts the visible facets as configured', () => {
    expect(plan({}).facets).toEqual([
      {
        field: 'urn:kinds',
        mode: 'hierarchical',
        depth: 3,
        limit: 10,
        sorting: 'count',
        order: 'desc',
        includeEmpty: false,
      },
      {
        field: 'dyn_lit_type',
        mode: 'flat',
        depth: 0,
        limit: 5,
        sorting: 'label',
        order: 'asc',
        includeEmpty: false,
      },
      expect.objectContaining({ field: 'urn:gone' }),
    ]);
  });

  it('converts each selected value to a selection, in the same order', () => {
    const selectedFacets = [
      { field: 'type', label: 'mammal' },
      { field: 'urn:kinds', value: 'urn:cat', label: 'cats' },
      { field: 'type', value: 'bird' },
      { field: 'mass' },
    ];
    expect(plan({ selectedFacets }).selected).toEqual([
      { field: 'type', values: [{ label: 'mammal' }] },
      { field: 'urn:kinds', values: [{ uri: 'urn:cat', label: 'cats' }] },
      { field: 'type', values: [{ uri: 'bird', label: 'bird' }] },
      { field: 'mass', values: [{}] },
    ]);
  });

  it('requests the values of the visible facets and all concepts of each document', () => {
    expect(plan({}).documentFacets).toEqual([
      'urn:kinds',
      'dyn_lit_type',
      'urn:gone',
      'dyn_uri_all_concepts',
    ]);
  });

  it('accepts either order of label and value in the facet of all concepts', () => {
    const field = 'dyn_uri_all_concepts';
    const selections = [
      { field, label: 'urn:cat', value: 'cats' },
      { field, label: 'cats', value: 'urn:cat' },
      { value: 'urn:cat' },
    ];
    for (const selection of selections) {
      expect(plan({ selectedFacets: [selection] }).selected[0]?.values[0]).toMatchObject({ uri: 'urn:cat' });
    }
  });

  it('names the invalid member', () => {
    expect(invalidKeys({ dateRange: { from: 'soon' } })).toEqual(['dateRange.from']);
    expect(invalidKeys({ dateRange: { to: 8_640_000_000_000_001 } })).toEqual(['dateRange.to']);
  });

  it('ends a date range with the last millisecond of its day, month or year', () => {
    const to = (text: string) => plan({ dateRange: { to: text } }).dateRange?.to;
    expect(to('2020')).toBe(Date.UTC(2021, 0) - 1);
    expect(to('2020-02')).toBe(Date.UTC(2020, 2) - 1);
    expect(to('2020-02-29')).toBe(Date.UTC(2020, 2) - 1);
    expect(to('2020-02-29T12:00:00Z')).toBe(Date.UTC(2020, 1, 29, 12));
    expect(plan({ dateRange: { from: 0 } }).dateRange).toEqual({ from: 0, to: null });
    expect(plan({ dateRange: { to: 2020 } }).dateRange).toEqual({ from: null, to: 2020 });
  });

  it('sorts titles ascending and everything else descending by default', () => {
    expect(plan({ sort: { field: 'title' } }).sort.direction).toBe('asc');
    expect(plan({ sort: { field: 'date' } }).sort.direction).toBe('desc');
    expect(plan({ sort: { field: 'date', direction: 'asc' } }).sort.direction).toBe('asc');
  });
});
