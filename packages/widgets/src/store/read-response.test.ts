/** Tests of malformed responses and of links with filters that no longer exist. */

import type { SearchRequest } from '@semantic-search/contract';
import { describe, expect, test, vi } from 'vitest';
import { startFakeService } from '../../test/support/fake-service.ts';
import { initialQuery } from './query-state.ts';
import { SearchStore } from './search-store.ts';

type Intercept = (path: string, request: SearchRequest) => { status: number; body: unknown } | undefined;
let intercept: Intercept = () => undefined;
const service = startFakeService((path, request) => intercept(path, request));

const store = (given: Intercept = () => undefined) => {
  intercept = given;
  return new SearchStore(service, 7);
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
  expect([one.error?.status, one.request]).toEqual([400, undefined]);
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
