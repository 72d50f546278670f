/** Conformance: search with words, concepts, paging, sorting and dates. */
import { describe, expect, test } from 'vitest';
import { ids, puma } from '../../support/documents.ts';
import type { UnderTest } from './under-test.ts';

export function searchTests(the: UnderTest): void {
  const { a, b, c, d } = ids;
  describe('search', () => {
    test('an empty query matches all documents', async () => {
      expect(await the.search({})).toMatchObject({ total: 4 });
      expect(await the.sorted({})).toEqual([a, b, c, d].sort());
    });

    test('supports words, phrases and exclusions', async () => {
      expect(await the.sorted({ input: 'night' })).toEqual([a, c].sort());
      expect(await the.ids({ input: '"near houses"' })).toEqual([c]);
      expect(await the.ids({ input: 'night -houses' })).toEqual([a]);
    });

    test('a concept matches its documents and those of narrower concepts', async () => {
      expect(await the.sorted({ input: 'puma' })).toEqual([a, c].sort());
      expect(await the.sorted({ input: 'cats' })).toEqual([a, b, c].sort());
    });

    test('returns the recognized concepts with their positions', async () => {
      const { recognizedConcepts } = await the.search({ input: 'the puma' });
      expect(recognizedConcepts).toMatchObject([{ uri: puma, label: 'Puma', begin: 4, end: 8 }]);
    });

    test('suggests a correction for a misspelled word with few results', async ({ skip }) => {
      if (the.given.isForeignService) return skip('the service corrects no queries');
      expect((await the.search({ input: 'the pumma' })).suggestion).toBe('the puma');
      expect((await the.search({ input: 'puma' })).suggestion).toBeUndefined();
    });

    test('accepts any query text', async () => {
      for (const input of ['-', '"', '*:*', 'a OR (', '\\', '\u0000', '"unclosed', ') AND -field:("x"']) {
        expect((await the.search({ input })).total).toBeGreaterThanOrEqual(0);
      }
    });

    test.for([
      { wholeTexts: undefined, expected: [false, false] },
      { wholeTexts: 'first', expected: [true, false] },
      { wholeTexts: 'all', expected: [true, true] },
    ] as const)(
      'returns the texts of no, one or all documents: $wholeTexts',
      async ({ wholeTexts, expected }) => {
        const { documents } = await the.search({ input: 'puma', ...(wholeTexts && { wholeTexts }) });
        expect(documents.map(({ texts = [] }) => texts.some(({ text }) => text !== ''))).toEqual(expected);
      },
    );

    test('returns complete documents with the requested facets', async () => {
      const { documents: found } = await the.search({
        input: '"near houses"',
        documentFacets: ['dyn_lit_type', 'dyn_uri_all_concepts', 'dyn_flt_date'],
      });
      expect(found[0]).toMatchObject({
        id: c,
        title: 'A puma in the city',
        description: 'Seen near houses at night.',
        link: '',
        date: null,
        image: null,
        type: 'Report',
        facets: [
          { field: 'dyn_lit_type', values: [{ label: 'Report', value: null }] },
          { field: 'dyn_uri_all_concepts', values: [{ label: 'Puma', value: puma }] },
        ],
      });
      const [first] = (await the.search({ input: 'hunts' })).documents;
      expect(first).toMatchObject({
        link: 'https://example.org/a',
        date: Date.UTC(2001, 4, 1),
        language: 'en',
      });
    });

    test('returns snippets around the matches with highlights', async () => {
      const { documents: found } = await the.search({ input: 'houses', summaryLength: 15 });
      const { description, highlights } = found[0]!;
      expect(description.length).toBeLessThanOrEqual(15);
      expect(highlights.description.map(({ begin, end }) => description.slice(begin, end))).toEqual([
        'houses',
      ]);
      expect((await the.search({ input: 'houses', summaryLength: 0 })).documents[0]!.description).toBe('');
    });
  });

  describe('paging and sorting', () => {
    test('pages do not overlap, and pages past the end have the correct total', async () => {
      const sort = { field: 'title', direction: 'asc' } as const;
      expect([
        ...(await the.ids({ sort, count: 3 })),
        ...(await the.ids({ sort, count: 3, start: 3 })),
      ]).toEqual(await the.ids({ sort }));
      expect(await the.search({ start: 99 })).toMatchObject({ total: 4, documents: [] });
      expect(await the.search({ count: 0 })).toMatchObject({ total: 4, documents: [] });
    });

    test('sorts by title and by date in both directions', async () => {
      expect(await the.ids({ sort: { field: 'title', direction: 'asc' } })).toEqual([c, a, b, d]);
      expect(await the.ids({ sort: { field: 'title', direction: 'desc' } })).toEqual([d, b, a, c]);
      expect((await the.ids({ sort: { field: 'date', direction: 'asc' } })).slice(0, 3)).toEqual([a, d, b]);
      expect((await the.ids({ sort: { field: 'date', direction: 'desc' } })).slice(0, 3)).toEqual([b, d, a]);
    });

    test('in the order by date, documents without one can have the time of their last write', async () => {
      const sort = { field: 'date', direction: 'desc', undated: 'written' } as const;
      const { documents } = await the.search({ sort });
      const { written } = documents.find(({ id }) => id === c)!;
      // A backend that does not report the time leaves these documents at the end.
      expect(documents.map(({ id }) => id)).toEqual(written === null ? [b, d, a, c] : [c, b, d, a]);
      if (written !== null) expect(Math.abs(Date.now() - written)).toBeLessThan(3_600_000);
    });
  });

  test('a date range includes its bounds', async () => {
    const between = (from: number | null, to: number | null) => the.sorted({ dateRange: { from, to } });
    expect(await between(Date.UTC(2001, 4, 1), Date.UTC(2005, 0, 1))).toEqual([a, d].sort());
    expect(await between(null, Date.UTC(2004))).toEqual([a]);
    expect(await between(Date.UTC(2005, 0, 1, 0, 0, 0, 1), null)).toEqual([b]);
  });
}
