import { type ConfigurationSettings, defaultFacet, defaultSettings } from '@semantic-search/contract';
import type { Facet } from '@semantic-search/engine';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../errors/problem.ts';
import { facetReferences, planSearch } from './plan.ts';

const facets: Facet[] = [
  { uri: 'urn:kinds', field: 'dyn_uri_1a', label: 'Kinds', kind: 'concept', hierarchical: true },
  { uri: 'type', field: 'dyn_lit_type', label: 'type', kind: 'literal', hierarchical: false },
  { uri: 'mass', field: 'dyn_flt_mass', label: 'mass', kind: 'number', hierarchical: false },
  { uri: 'date', field: 'dyn_flt_date', label: 'date', kind: 'date', hierarchical: false },
  {
    uri: 'dyn_uri_all_concepts',
    field: 'dyn_uri_all_concepts',
    label: 'Concepts',
    kind: 'concept',
    hierarchical: true,
  },
];
const findFacet = (reference: string) =>
  facets.find(({ uri, field }) => reference === uri || reference === field);

const shown = (uri: string, more = {}) => ({ ...defaultFacet, uri, title: uri, refId: uri, ...more });
const settings: ConfigurationSettings = {
  ...defaultSettings,
  filter: {
    ...defaultSettings.filter,
    facetsToShow: [
      shown('urn:kinds', { facetMode: 'hierarchical', hierarchicalDepth: 3 }),
      shown('dyn_lit_type', { maximumTerms: 5, sorting: 'label', sortingOrder: 'asc' }),
      shown('mass', { show: false }),
      shown('urn:gone'),
    ],
  },
};

const plan = (request: Parameters<typeof planSearch>[0]) => planSearch(request, settings, findFacet);

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

  it('counts the shown facets that the space has, as configured', () => {
    expect(plan({}).facets).toEqual([
      {
        field: 'dyn_uri_1a',
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
    ]);
  });

  it('groups values of one facet, however the facet is named', () => {
    const selectedFacets = [
      { field: 'type', label: 'mammal' },
      { field: 'dyn_lit_type', label: 'bird' },
      { field: 'urn:kinds', value: 'urn:cat', label: 'cats' },
    ];
    expect(plan({ selectedFacets }).selected).toEqual([
      { field: 'dyn_lit_type', values: [{ literal: 'mammal' }, { literal: 'bird' }] },
      { field: 'dyn_uri_1a', values: [{ concept: 'urn:cat' }] },
    ]);
  });

  it('requests document concepts only if the space has concepts', () => {
    expect(plan({}).documentFacets).toContain('dyn_uri_all_concepts');
    expect(planSearch({}, defaultSettings, () => undefined).documentFacets).toEqual([]);
  });

  it('accepts either order of label and value in the facet of all concepts', () => {
    const field = 'dyn_uri_all_concepts';
    const either = [
      { field, label: 'urn:cat', value: 'cats' },
      { field, label: 'cats', value: 'urn:cat' },
      { value: 'urn:cat' },
    ];
    for (const selection of either) {
      expect(plan({ selectedFacets: [selection] }).selected[0]?.values).toEqual([{ concept: 'urn:cat' }]);
    }
  });

  it('parses ranges by label and in brackets', () => {
    const selectedFacets = [
      { field: 'mass', label: '10 – 100' },
      { field: 'mass', label: '[* TO 5]' },
    ];
    expect(plan({ selectedFacets }).selected[0]?.values).toEqual([
      { from: 10, to: 100, toExclusive: true },
      { from: null, to: 5, toExclusive: false },
    ]);
  });

  it('names the invalid member', () => {
    expect(
      invalidKeys({ selectedFacets: [{ field: 'dyn_lit_type', label: 'a' }, { field: 'nothing' }] }),
    ).toEqual(['selectedFacets[1].field']);
    expect(invalidKeys({ excludedFacets: [{ field: 'mass', label: 'heavy' }] })).toEqual([
      'excludedFacets[0]',
    ]);
    expect(invalidKeys({ selectedFacets: [{ field: 'urn:kinds' }] })).toEqual(['selectedFacets[0]']);
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

  it('resolves every facet of configuration and request once', () => {
    const selected = [{ field: 'dyn_lit_type', label: 'bird' }];
    expect(facetReferences(settings, selected)).toEqual([
      'urn:kinds',
      'dyn_lit_type',
      'mass',
      'urn:gone',
      'dyn_uri_all_concepts',
    ]);
  });
});
