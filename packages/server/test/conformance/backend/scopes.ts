/** Conformance: queries with a scope see its documents only. */
import type { DocumentScope } from '@semantic-search/engine';
import { describe, expect, test } from 'vitest';
import { bird, cat, facetRequest, ids, puma } from '../../support/documents.ts';
import type { UnderTest } from './under-test.ts';

const rule = (field: string, ...values: string[]) => ({
  field,
  values: values.map((value) => ({ uri: value, label: value })),
});
const include = (...rules: DocumentScope['include']): DocumentScope => ({ include: rules, exclude: [] });
const exclude = (...rules: DocumentScope['exclude']): DocumentScope => ({ include: [], exclude: rules });
const all = 'dyn_uri_all_concepts';

export function scopeTests(the: UnderTest): void {
  const { a, b, c, d } = ids;
  describe('scope', () => {
    test('limits searches to attributes, ranges and concepts with their narrower ones', async () => {
      expect(await the.sorted({ scope: include(rule('type', 'Book')) })).toEqual([a, b].sort());
      expect(await the.sorted({ scope: exclude(rule('type', 'Book')) })).toEqual([c, d].sort());
      expect(await the.sorted({ scope: include(rule('mass', '[60 TO 80]')) })).toEqual([a, c].sort());
      expect(await the.sorted({ scope: include(rule(all, cat)) })).toEqual([a, b, c].sort());
      expect(await the.sorted({ scope: exclude(rule(all, cat)) })).toEqual([d]);
    });

    test('narrows by each rule, also by two of one attribute, and a selection never widens it', async () => {
      const [books, some] = [rule('type', 'Book'), rule('type', 'Book', 'Report')];
      expect(await the.sorted({ scope: include(books, some) })).toEqual([a, b].sort());
      const selected = [{ field: 'type', values: [{ label: 'Report' }] }];
      expect(await the.sorted({ scope: include(books), selected })).toEqual([]);
    });

    test('counts and totals its documents only', async () => {
      const { total, facets } = await the.search({
        input: 'night',
        scope: include(rule('type', 'Book')),
        facets: [facetRequest('type'), facetRequest(all)],
      });
      expect(total).toBe(1);
      expect(facets[0]!.values).toMatchObject([{ label: 'Book', count: 1 }]);
      expect(facets[1]!.values.every(({ count }) => count === 1)).toBe(true);
    });

    test('hides other documents and suggests no concept of them', async () => {
      const scope = exclude(rule(all, bird));
      const options = { documentFacets: [], scope };
      expect(await the.space.document(a, options)).toMatchObject({ id: a });
      await expect(the.space.document(d, options)).rejects.toMatchObject({ code: 'unknown-document' });
      const suggest = async (text: string) => {
        const found = await the.space.suggest({ text, count: 10, language: 'en', scope });
        return found.map(({ uri, count }) => [uri, count]);
      };
      expect(await suggest('bird')).toEqual([]);
      expect(await suggest('pum')).toEqual([[puma, 2]]);
    });

    test('limits similar and recommended documents, or rejects them', async () => {
      const query = { id: a, count: 10, documentFacets: [], summaryLength: 0 };
      const scope = include(rule('type', 'Book'));
      for (const related of [the.space.similar, the.space.recommend]) {
        const found = await related.call(the.space, { ...query, scope }).catch((error) => error.code);
        if (found !== 'limit-exceeded') expect(found.map(({ id }: { id: string }) => id)).toEqual([b]);
        const hidden = related.call(the.space, { ...query, id: c, scope });
        await expect(hidden).rejects.toMatchObject({ code: /unknown-document|limit-exceeded/ });
      }
    });

    test('hides everything if a rule is unresolvable, and says which', async () => {
      for (const scope of [include(rule('nothing', 'x')), exclude(rule('nothing', 'x'))]) {
        expect(await the.search({ scope, facets: [facetRequest('type')] })).toMatchObject({
          total: 0,
          documents: [],
        });
        const [unresolved] = await the.space.unresolved(scope);
        expect(unresolved!.path).toMatch(/^(include|exclude)\[0\]\.field$/);
      }
      expect(await the.space.unresolved(include(rule('type', 'x')))).toEqual([]);
    });
  });
}
