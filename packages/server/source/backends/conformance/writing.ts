/** What every backend does with what is written to it. */
import { type DocumentInput, thesaurusRecordType } from '@semantic-search/engine';
import { describe, expect, test } from 'vitest';
import { documents, facetQuestion, ids, mammal, puma, textOf, thesaurus } from '../fixtures.testing.ts';
import type { UnderTest } from './under-test.ts';

export function writing(the: UnderTest): void {
  const { c } = ids;
  describe('what is written', () => {
    const shrew: DocumentInput = {
      id: 'urn:e/?#',
      title: 'Shrews',
      description: 'Always hungry',
      subjects: [mammal],
    };

    test('is seen by the next question: added, replaced, deleted', async () => {
      expect(await the.content.documents.put([shrew])).toEqual({ accepted: 1, refused: [] });
      expect(await the.ids({ input: 'hungry' })).toEqual([shrew.id]);
      await the.content.documents.put([{ ...shrew, description: 'Never full' }]);
      expect(await the.ids({ input: 'hungry' })).toEqual([]);
      expect(await the.ids({ input: 'never full' })).toEqual([shrew.id]);
      expect(await the.content.documents.delete(shrew.id)).toBe(true);
      expect(await the.content.documents.delete(shrew.id)).toBe(false);
      expect(await the.search({ input: 'never full' })).toMatchObject({ total: 0 });
    });

    test('brings its new attributes as facets', async () => {
      await the.content.documents.put([{ ...shrew, colour: ['brown', 'grey'] }]);
      const { facets } = await the.search({ facets: [facetQuestion('dyn_lit_colour')] });
      expect(facets[0]!.values.map(({ label }) => label)).toEqual(['brown', 'grey']);
      await the.content.documents.delete(shrew.id);
    });

    test('many at once: what cannot be taken is told by its place and holds up nothing else', async () => {
      const many = Array.from({ length: 25 }, (_, i) => ({
        id: `urn:bulk-${i}`,
        title: 'Bulk',
        subjects: [],
      }));
      const wrong = { id: 'urn:wrong', date: 'soon' };
      const outcome = await the.content.documents.put([...many.slice(0, 7), wrong, ...many.slice(7)]);
      expect(outcome).toMatchObject({ accepted: 25, refused: [{ index: 7 }] });
      expect(await the.search({ input: 'bulk' })).toMatchObject({ total: 25 });
      for (const { id } of many) await the.content.documents.delete(id);
      expect(await the.search({})).toMatchObject({ total: 4 });
    });

    test('comes back to the letter where the engine keeps it so', async ({ skip }) => {
      if (!the.content.originals) return skip('the engine keeps only what it searches in');
      expect(await the.content.originals.stored(c)).toEqual(documents[2]);
      expect(await the.content.originals.stored('urn:none')).toBeUndefined();
    });

    test('comes back as a whole, where the engine keeps it so', async ({ skip }) => {
      const { originals, thesaurus: writer } = the.content;
      if (!originals || !writer) return skip('the engine keeps only what it searches in');
      const all = await Array.fromAsync(originals.all());
      expect(all.sort((x, y) => (x.id < y.id ? -1 : 1))).toEqual(
        documents.toSorted((x, y) => (x.id < y.id ? -1 : 1)),
      );
      const record = (await originals.thesaurus())!;
      await writer.replaceThesaurus(textOf(record), thesaurusRecordType);
      expect(Buffer.compare((await originals.thesaurus())!, record)).toBe(0);
      expect(await the.space.suggest({ text: 'puma', count: 1 })).toMatchObject([{ uri: puma, count: 2 }]);
    });

    test('a thesaurus is replaced whole where it is kept here, and one that cannot be read changes nothing', async ({
      skip,
    }) => {
      if (!the.content.thesaurus) return skip('the thesaurus is kept elsewhere');
      const replace = (text: string) => the.content.thesaurus!.replaceThesaurus(textOf(text), 'text/turtle');
      await expect(replace('nonsense')).rejects.toMatchObject({ code: 'invalid-thesaurus' });
      expect((await the.space.describe()).concepts).toBe(4);
      expect(await replace(thesaurus.replaceAll('Mountain lion', 'Cougar'))).toMatchObject({ concepts: 4 });
      expect(await the.space.suggest({ text: 'mountain', count: 5 })).toEqual([]);
      expect(await the.space.suggest({ text: 'cougar', count: 5 })).toMatchObject([{ uri: puma }]);
      await replace(thesaurus);
    });
  });
}
