/** Conformance: suggestions, related documents, concept extraction, full documents. */
import { describe, expect, test } from 'vitest';
import { cat, ids, puma } from '../../support/documents.ts';
import type { UnderTest } from './under-test.ts';

export function conceptTests(the: UnderTest): void {
  const { a, b, c } = ids;
  describe('suggestions', () => {
    test('suggests concepts for a prefix', async () => {
      const found = await the.space.suggest({ text: 'mountain li', count: 5, language: 'en' });
      expect(found).toMatchObject([
        { uri: puma, label: 'Puma', matchingLabel: 'Mountain lion', context: 'Cats', count: 2 },
      ]);
      const { matchingLabel, matches } = found[0]!;
      expect(matches.map(({ begin, end }) => matchingLabel.slice(begin, end))).toEqual(['Mountain li']);
    });

    test('limits suggestions to the requested count and facet', async () => {
      expect(await the.space.suggest({ text: 'm', count: 1, language: 'en' })).toHaveLength(1);
      const within = await the.space.suggest({
        text: 'cat',
        count: 5,
        context: await the.tree(),
        language: 'en',
      });
      expect(within.map(({ uri, count }) => [uri, count])).toEqual([[cat, 3]]);
      expect(await the.space.suggest({ text: 'cat', count: 5, context: 'dyn_lit_type' })).toEqual([]);
      await expect(
        the.space.suggest({ text: 'cat', count: 5, context: 'dyn_lit_color' }),
      ).rejects.toMatchObject({
        code: 'unknown-facet',
      });
    });
  });

  describe('related documents', () => {
    const query = {
      id: a,
      count: 3,
      documentFacets: ['dyn_lit_type'],
      summaryLength: 10,
      language: 'en',
    };

    test('similar documents have their shared concepts', async () => {
      const found = await the.space.similar(query);
      expect(found.map(({ id }) => id)).not.toContain(a);
      const same = found.find(({ id }) => id === c)!;
      expect(same.sharedConcepts).toEqual([{ uri: puma, label: 'Puma' }]);
      expect(same.description.length).toBeLessThanOrEqual(10);
      expect(same.facets).toMatchObject([
        { field: 'dyn_lit_type', values: [{ label: 'Report', value: null }] },
      ]);
      // One is about pumas, the other about cats: they share the broader concept.
      expect(found.find(({ id }) => id === b)?.sharedConcepts ?? [{ uri: cat }]).toMatchObject([
        { uri: cat },
      ]);
    });

    test('returns the requested number of similar documents by the requested plugin', async () => {
      const { similarities, recommenders } = await the.space.describe();
      expect(await the.space.similar({ ...query, count: 1 })).toHaveLength(1);
      for (const plugin of similarities)
        expect(await the.space.similar({ ...query, plugin })).not.toEqual([]);
      for (const plugin of recommenders) await the.space.recommend({ ...query, plugin });
    });

    test('recommended documents have their shared concepts', async () => {
      const found = await the.space.recommend(query);
      expect(found.map(({ id }) => id)).toContain(c);
      expect(found.map(({ id }) => id)).not.toContain(a);
      for (const each of found) {
        expect(each.title).not.toBe('');
        expect(each.description.length).toBeLessThanOrEqual(10);
        expect(each.facets.map(({ field }) => field)).toEqual(['dyn_lit_type']);
        expect(each.sharedConcepts).not.toEqual([]);
        expect(each.sharedConcepts).toBeDefined();
      }
      expect(found.find(({ id }) => id === c)!.sharedConcepts).toEqual([{ uri: puma, label: 'Puma' }]);
      expect(await the.space.recommend({ ...query, count: 1 })).toHaveLength(1);
    });

    test('rejects an unknown document and an unknown plugin', async () => {
      for (const related of [the.space.similar, the.space.recommend]) {
        await expect(related({ ...query, id: 'urn:none' })).rejects.toMatchObject({
          code: 'unknown-document',
        });
        await expect(related({ ...query, plugin: 'none' })).rejects.toMatchObject({
          code: 'unknown-plugin',
        });
      }
    });
  });

  describe('concept extraction', () => {
    test('extracts the concepts of a text with their positions', async () => {
      const text = 'A Puma, also called mountain lion, is no bird. 🐆 Puma!';
      const found = await the.space.extract({ text, language: 'en', count: 10 });
      const named = found.find(({ uri }) => uri === puma)!;
      expect(named).toMatchObject({ label: 'Puma', frequency: 3 });
      expect(named.score).toBeGreaterThan(0);
      expect(named.score).toBeLessThanOrEqual(100);
      const texts = named.matchedTexts.flatMap(({ positions }) =>
        positions.map(({ begin, end }) => text.slice(begin, end)),
      );
      expect(texts.sort()).toEqual(['Puma', 'Puma', 'mountain lion']);
      expect(await the.space.extract({ text, language: 'en', count: 1 })).toHaveLength(1);
    });

    test('extracts concepts at the end of a long text', async ({ skip }) => {
      if (the.given.isForeignService) return skip('the service truncates long texts');
      const text = `${'Nothing is named here. '.repeat(1200)}Only now the puma.`;
      const [found] = await the.space.extract({ text, language: 'en', count: 10 });
      const [{ begin, end } = { begin: 0, end: 0 }] = found!.matchedTexts[0]!.positions;
      expect(text.slice(begin, end)).toBe('puma');
      expect(begin).toBe(text.length - 'puma.'.length);
    });
  });

  describe('full document', () => {
    test('returns a full document with its concepts, their broader concepts and positions', async () => {
      const found = await the.space.document(c, { documentFacets: ['dyn_lit_type'], language: 'en' });
      expect(found).toMatchObject({
        id: c,
        title: 'A puma in the city',
        description: 'Seen near houses at night.',
        facets: [{ field: 'dyn_lit_type', values: [{ label: 'Report', value: null }] }],
      });
      expect(found.concepts).toMatchObject([
        {
          uri: puma,
          label: 'Puma',
          broader: [{ uri: cat, label: 'Cats' }],
          positions: { title: [{ begin: 2, end: 6 }], description: [] },
        },
      ]);
    });

    test('rejects an unknown document', async () => {
      const missing = the.space.document('urn:none', { documentFacets: [] });
      await expect(missing).rejects.toMatchObject({ code: 'unknown-document' });
    });
  });
}
