/** What the service answers in another shape than it should, and what an old link asks that is gone. */
import type { SearchRequest } from '@semantic-search/contract';
import { describe, expect, test } from 'vitest';
import { emptyQuestion } from './question.ts';
import { Session } from './session.ts';
import { smallService } from './small-service.testing.ts';

type Intercept = (path: string, request: SearchRequest) => { status: number; body: unknown } | undefined;
let intercept: Intercept = () => undefined;
const service = smallService((path, request) => intercept(path, request));

const session = (given: Intercept = () => undefined) => {
  intercept = given;
  return new Session(service, 7);
};
const isSearch = (path: string) => path.endsWith('/search');

describe('settings that do not come', () => {
  test.each([500, 503])(
    'with status %i are an error, whatever the search answers; another try brings both',
    async (status) => {
      const one = session((path) => (isSearch(path) ? undefined : { status, body: {} }));
      await one.open();
      await one.ask();
      expect(one.error).toMatchObject({ status });
      expect(one.settings).toBe(undefined);
      intercept = () => undefined;
      await one.retry();
      expect(one.error).toBe(undefined);
      expect(one.settings?.title).toBe('Library of Economics');
      expect(one.answer?.total).toBe(42);
    },
  );
});

describe('an answer of another shape', () => {
  test.each([null, [1], {}, { result: null }, 'words'])('is a failed one: %j', async (body) => {
    const asked = session((path) => (isSearch(path) ? { status: 200, body } : undefined));
    await asked.open();
    expect(asked.error).toMatchObject({ code: 'unreadable' });
    const set = session((path) => (isSearch(path) ? undefined : { status: 200, body }));
    await set.open();
    expect(set.error).toMatchObject({ code: 'unreadable' });
  });

  test('leaves out what is null in a document', async () => {
    const nulls = { title: null, description: null, date: null, facetList: null, documentDetails: null };
    const body = { total: 2, result: [{ id: 'a', type: 'Book', ...nulls }, null], facets: null };
    const one = session((path) => (isSearch(path) ? { status: 200, body } : undefined));
    await one.open();
    expect(one.error).toBe(undefined);
    expect(one.answer).toMatchObject({ facets: [], query: { concepts: [] } });
    expect(one.answer?.result).toEqual([
      { id: 'a', type: 'Book', title: '', description: '', link: '', facetList: [], documentDetails: [] },
    ]);
  });
});

describe('a question of an old link', () => {
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

  test('loses what the service does not know any more, and keeps the rest', async () => {
    const one = session(gone);
    one.question = {
      ...emptyQuestion,
      selectedFacets: [
        { field: 'dyn_lit_gone', label: 'a' },
        { field: 'dyn_lit_type', label: 'Book' },
        { field: 'dyn_lit_gone', label: 'b' },
        { field: 'dyn_flt_pages', label: '[abc TO *]' },
      ],
      start: 5_000_000,
    };
    await one.open();
    expect(one.error).toBe(undefined);
    expect(one.question).toEqual({
      ...emptyQuestion,
      selectedFacets: [{ field: 'dyn_lit_type', label: 'Book' }],
    });
    expect(one.notice).toBe('filterGone');
    await one.change({ input: 'tariff' });
    expect(one.notice).toBe(undefined);
  });

  test('is refused where nothing of it can be left out', async () => {
    const body = { status: 400, errors: [{ key: 'input', message: 'is at fault' }] };
    const one = session((path) => (isSearch(path) ? { status: 400, body } : undefined));
    await one.open();
    expect(one.error).toMatchObject({ status: 400 });
  });
});

test('a search for exact words that finds more than before tells that not all words are in it', async () => {
  const one = session();
  await one.open();
  await one.change({ input: 'tariff' }, 3);
  expect(one.notice).toBe('fewerWords');
});
