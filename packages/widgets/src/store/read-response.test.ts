/** Tests of malformed responses and of links with filters that no longer exist. */

import type { Configuration, SearchRequest, SearchResponse } from '@semantic-search/contract';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { startFakeService } from '../../test/support/fake-service.ts';
import { testSettings } from '../../test/support/settings.ts';
import { initialQuery } from './query-state.ts';
import { readResponse, readSettings, readSuggestions } from './read-response.ts';
import { SearchStore } from './search-store.ts';

type Intercept = (path: string, request: SearchRequest) => { status: number; body: unknown } | undefined;
let intercept: Intercept = () => undefined;
const service = startFakeService((path, request) => intercept(path, request));

const store = (given: Intercept = () => undefined) => {
  intercept = given;
  return new SearchStore(service, 7);
};
const recordOf = (config: object) => ({ id: 7, created: '', config }) as unknown as Configuration;
const examples = { total: 1, query: { concepts: [] } };
const whole = {
  id: 'a',
  title: 'A',
  description: 'About a',
  date: 0,
  image: null,
  documentDetails: [],
  facetList: [],
  highlights: {},
  sharedConcepts: [],
  sections: [],
};
const isSearch = (path: string) => path.endsWith('/search');

describe('settings that fail to load', () => {
  test.each([500, 503])(
    'with status %i are an error, even if the search succeeds; a retry loads both',
    async (status) => {
      const one = store((path) => (isSearch(path) ? undefined : { status, body: {} }));
      await one.load();
      await one.search();
      expect(one.error).toMatchObject({ status });
      expect(one.settings).toBe(undefined);
      intercept = () => undefined;
      await one.retry();
      expect(one.error).toBe(undefined);
      expect(one.settings?.title).toBe('Library of Economics');
      expect(one.response?.total).toBe(42);
    },
  );
});

describe('a malformed response', () => {
  test.each([null, [1], {}, { result: null }, 'words'])('is an error: %j', async (body) => {
    const requested = store((path) => (isSearch(path) ? { status: 200, body } : undefined));
    await requested.load();
    expect(requested.error).toMatchObject({ code: 'unreadable' });
    const set = store((path) => (isSearch(path) ? undefined : { status: 200, body }));
    await set.load();
    expect(set.error).toMatchObject({ code: 'unreadable' });
  });

  test('drops null members of a document', async () => {
    const nulls = { title: null, description: null, date: null, facetList: null, documentDetails: null };
    const body = { total: 2, result: [{ id: 'a', type: 'Book', ...nulls }, null], facets: null };
    const one = store((path) => (isSearch(path) ? { status: 200, body } : undefined));
    await one.load();
    expect(one.error).toBe(undefined);
    expect(one.response).toMatchObject({ facets: [], query: { concepts: [] } });
    expect(one.response?.result).toMatchObject([
      { id: 'a', type: 'Book', title: '', description: '', link: '', facetList: [], documentDetails: [] },
    ]);
  });

  test('drops invalid items and keeps valid ones', () => {
    const puma = { label: 'puma', value: 'urn:puma', count: 3, children: [null, { label: 5 }] };
    const topic = { field: 'dyn_uri_topic', label: 'Topic', facets: [puma, { label: null }, 'x'] };
    const marks = { title: 'x', description: [null, { begin: 0, end: 4 }, { begin: 'a' }] };
    const details = [topic, null, 5, { field: null, facets: [] }, { field: 'dyn_lit_type', facets: null }];
    const document = { id: 'a', title: 5, date: 1e300, highlights: marks, documentDetails: details };
    const query = { concepts: [{}, { label: 'cats', begin: 0, end: 4, alsoSearched: ['lynx', null] }] };
    const body = {
      total: -5,
      result: [document, { title: 'of none' }],
      facets: [topic],
      query,
      suggestion: {},
    };
    const { total, result, facets, ...rest } = readResponse(
      body as unknown as SearchResponse,
      'https://search.test/',
    );
    expect(total).toBe(1);
    const shown = { ...topic, facets: [{ ...puma, children: [] }] };
    expect(facets).toEqual([shown]);
    expect(result).toHaveLength(1);
    expect(result[0]).toMatchObject({
      title: '',
      date: null,
      highlights: { title: [], description: [{ begin: 0, end: 4 }] },
      documentDetails: [shown, { field: 'dyn_lit_type', facets: [] }],
    });
    expect(rest).toMatchObject({
      suggestion: '',
      query: { concepts: [{ label: 'cats', alsoSearched: ['lynx'] }] },
    });
  });

  test('never throws because of nested values', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(whole)), fc.jsonValue({ maxDepth: 4 }), (name, value) => {
        const { result, facets, total } = readResponse(
          {
            ...examples,
            result: [{ ...whole, [name]: value }],
            facets: [{ field: 'dyn_lit_type', label: 'Type', facets: value }],
          } as unknown as SearchResponse,
          '',
        );
        expect([total, result.length <= 1]).toEqual([1, true]);
        const refiners = [...facets, ...result.flatMap(({ facetList }) => facetList)].flatMap(
          (group) => group.facets,
        );
        for (const { label, value, children } of refiners)
          expect([typeof label, value === null || typeof value, children]).toEqual([
            'string',
            value === null || 'string',
            expect.any(Array),
          ]);
      }),
    );
  });

  test('of suggestions keeps those that can be selected', () => {
    const cats = { field: 'dyn_uri_kind', value: 'urn:cats', label: 'cats', matchingLabel: 'felines' };
    const result = [null, 5, { label: 'of none' }, { ...cats, matches: null, count: -1, context: {} }];
    expect(readSuggestions({ result } as never)).toEqual([{ ...cats, matches: [], count: 0, context: '' }]);
  });

  test('of settings gets defaults for invalid members and keeps valid ones', () => {
    const stored = testSettings();
    expect(readSettings(recordOf(stored))).toEqual(stored);
    const { navbar } = stored.layout;
    const odd = {
      title: null,
      result: { ...stored.result, itemsPerPage: 'ten', dateFormat: 'soon', numberOfTags: null },
      filter: { facetsToShow: [null, ...stored.filter.facetsToShow, {}], componentOrder: null },
      layout: { ...stored.layout, documents: null, navbar: { ...navbar, fontColor: 'red' }, logo: 5 },
    };
    const read = readSettings(recordOf(odd));
    expect(read).toMatchObject({
      title: '',
      result: { itemsPerPage: 10, dateFormat: 'medium', numberOfTags: null },
      filter: {
        facetsToShow: stored.filter.facetsToShow,
        componentOrder: ['search', 'facets', 'date', 'reset', 'results'],
      },
      layout: { facets: stored.layout.facets, logo: '' },
      details: { recommender: '' },
    });
    for (const { backgroundColor, fontColor } of [read.layout.documents, read.layout.navbar])
      expect(`${backgroundColor}${fontColor}`).toMatch(/^(#[\da-f]{6}){2}$/);
    expect(read.layout.navbar.backgroundColor).toBe(navbar.backgroundColor);
  });
});

test('a subscriber that throws does not keep others from being notified', async () => {
  const one = store();
  const reported: string[] = [];
  const complaints = vi.spyOn(console, 'error').mockReturnValue();
  one.subscribe(() => {
    throw new TypeError('cannot be shown');
  });
  one.subscribe((change) => reported.push(change));
  await one.load();
  expect(reported).toContain('response');
  expect(complaints).toHaveBeenCalledWith(new TypeError('cannot be shown'));
  complaints.mockRestore();
});

test('a rejection with malformed error details is an error', async () => {
  const body = { status: 400, errors: [{ key: 5 }, null] };
  const one = store((path) => (isSearch(path) ? { status: 400, body } : undefined));
  await one.load();
  expect([one.error?.status, one.pending]).toEqual([400, false]);
});

describe('the query of an old link', () => {
  const gone: Intercept = (path, { selectedFacets = [], start = 0 }) => {
    const index = selectedFacets.findIndex(({ field }) => field === 'dyn_lit_gone');
    const range = selectedFacets.findIndex(({ label }) => label === '[abc TO *]');
    const key =
      index >= 0
        ? `selectedFacets[${index}].field`
        : range >= 0
          ? `selectedFacets[${range}]`
          : start > 1e6 && 'start';
    const problem = { status: 400, body: { status: 400, errors: [{ key, message: 'is at fault' }] } };
    return isSearch(path) && key ? problem : undefined;
  };

  test('loses filters that no longer exist and keeps the rest', async () => {
    const one = store(gone);
    one.query = {
      ...initialQuery,
      selectedFacets: [
        { field: 'dyn_lit_gone', label: 'a' },
        { field: 'dyn_lit_type', label: 'Book' },
        { field: 'dyn_lit_gone', label: 'b' },
        { field: 'dyn_flt_pages', label: '[abc TO *]' },
      ],
      start: 5_000_000,
    };
    await one.load();
    expect(one.error).toBe(undefined);
    expect(one.query).toEqual({
      ...initialQuery,
      selectedFacets: [{ field: 'dyn_lit_type', label: 'Book' }],
    });
    expect(one.notice).toBe('filterGone');
    await one.change({ input: 'tariff' });
    expect(one.notice).toBe(undefined);
  });

  test('is rejected if no filter can be removed', async () => {
    const body = { status: 400, errors: [{ key: 'input', message: 'is at fault' }] };
    const one = store((path) => (isSearch(path) ? { status: 400, body } : undefined));
    await one.load();
    expect(one.error).toMatchObject({ status: 400 });
  });
});

test('a search for exact words with more results than before sets a notice', async () => {
  const one = store();
  await one.load();
  await one.change({ input: 'tariff' }, 3);
  expect(one.notice).toBe('fewerWords');
});

test('a search whose quotation marks were ignored sets a notice', async () => {
  const body = { total: 0, result: [], facets: [], query: { concepts: [], unquoted: true } };
  const one = store((path) => (isSearch(path) ? { status: 200, body } : undefined));
  await one.load();
  expect(one.notice).toBe('unquoted');
});
