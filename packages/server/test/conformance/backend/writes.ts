/** Conformance: document writes, originals and thesaurus replacement. */
import { contentHash, type DocumentInput, type ListedDocument } from '@semantic-search/engine';
import { thesaurusParts } from '@semantic-search/query';
import { CATEGORY_SCHEME } from '@semantic-search/query/category-thesaurus';
import { synonymThesaurus } from '@semantic-search/query/thesaurus';
import { describe, expect, test } from 'vitest';
import { buildCategories } from '../../../src/content/thesaurus-routes.ts';
import { documents, facetRequest, ids, mammal, puma, textOf, thesaurus } from '../../support/documents.ts';
import type { UnderTest } from './under-test.ts';

export function writeTests(the: UnderTest): void {
  const { c } = ids;
  describe('content', () => {
    const shrew: DocumentInput = {
      id: 'urn:e/?#',
      title: 'Shrews',
      description: 'Always hungry',
      subjects: [mammal],
    };

    test('added, replaced and deleted documents are visible to the next query', async () => {
      expect(await the.content.documents.put([shrew])).toEqual({ accepted: 1, refused: [] });
      expect(await the.ids({ input: 'hungry' })).toEqual([shrew.id]);
      await the.content.documents.put([{ ...shrew, description: 'Never full' }]);
      expect(await the.ids({ input: 'hungry' })).toEqual([]);
      expect(await the.ids({ input: 'never full' })).toEqual([shrew.id]);
      expect(await the.content.documents.delete(shrew.id)).toBe(true);
      expect(await the.content.documents.delete(shrew.id)).toBe(false);
      expect(await the.search({ input: 'never full' })).toMatchObject({ total: 0 });
    });

    test('deletes many documents at once and reports which existed', async () => {
      const many = Array.from({ length: 300 }, (_, i) => ({ id: `urn:many-${i}`, title: 'Swarm' }));
      await the.content.documents.put(many);
      expect(await the.search({ input: 'swarm' })).toMatchObject({ total: 300 });
      const [first, ...others] = many.map(({ id }) => id);
      const wanted = ['urn:none', first!, ...others.slice(0, 260), first!];
      const existed = await the.content.documents.deleteAll(wanted);
      expect(existed).toEqual(wanted.map((id) => id !== 'urn:none'));
      expect(await the.search({ input: 'swarm' })).toMatchObject({ total: 39 });
      expect(await the.content.documents.deleteAll([first!, ...others])).toEqual([
        ...Array(261).fill(false),
        ...Array(39).fill(true),
      ]);
      expect(await the.search({})).toMatchObject({ total: documents.length });
      expect(await the.content.documents.deleteAll([])).toEqual([]);
    });

    test('lists all documents page by page with their hashes and times', async ({ skip }) => {
      const { originals } = the.content;
      if (!originals) return skip('the engine does not store the originals');
      const before = Date.now();
      const ids = Array.from({ length: 7 }, (_, i) => `urn:listed-${i}`);
      await the.content.documents.put(ids.map((id) => ({ id, title: 'Listed', subjects: [] })));
      const pages: ListedDocument[][] = [];
      for (let after: string | undefined; ; after = pages.at(-1)!.at(-1)!.id) {
        const page = await originals.list(after, 3);
        if (page.length === 0) break;
        pages.push(page);
        // A deleted document still marks the place in the list.
        await the.content.documents.delete(pages[0]!.at(-1)!.id);
      }
      const all = pages.flat();
      expect(all.map(({ id }) => id).sort()).toEqual([...documents.map(({ id }) => id), ...ids].sort());
      expect(pages.slice(0, -1).map(({ length }) => length)).toEqual([3, 3, 3]);
      for (const { id, hash, written } of all.filter((each) => ids.includes(each.id))) {
        expect(hash).toBe(contentHash({ subjects: [], title: 'Listed', id }));
        expect(written).toBeGreaterThanOrEqual(before);
        expect(written).toBeLessThanOrEqual(Date.now());
      }
      await the.content.documents.deleteAll(ids);
      await the.content.documents.put(documents);
    });

    test('a new thesaurus keeps the hashes and times of the documents', async ({ skip }) => {
      const { originals, thesaurus: writer } = the.content;
      if (!originals || !writer) return skip('the engine keeps only what it searches in');
      await the.content.documents.put([{ id: 'urn:untagged', title: 'A puma' }]);
      const listed = await originals.list(undefined, 100);
      await writer.replaceThesaurus(textOf(`${thesaurus}\n`), 'text/turtle');
      expect(await originals.list(undefined, 100)).toEqual(listed);
      await the.content.documents.delete('urn:untagged');
    });

    test('headings are searched, and results have the sections that match', async ({ skip }) => {
      if (!the.content.originals) return skip('The backend does not store original documents');
      const sections = [
        {
          anchor: 'food',
          heading: 'Food of shrews',
          level: 2,
          text: 'Earthworms, twice their weight a day.',
        },
        { anchor: 'enemies', heading: 'Enemies', level: 2, text: 'Owls leave them alone.' },
      ];
      const text = sections.map(({ heading, text: content }) => `${heading}\n${content}`).join('\n');
      const withSections = { ...shrew, language: 'en', link: 'https://example.org/shrew', text, sections };
      await the.content.documents.put([
        withSections,
        { ...withSections, id: 'urn:plain', title: 'Others', sections: [] },
      ]);
      const { documents: found } = await the.search({ input: 'enemy', summaryLength: 100 });
      // Deleted documents still count in the statistics of a cluster, so that the order may differ.
      const byId = new Map(found.map((each) => [each.id, each]));
      expect([...byId.keys()].sort()).toEqual([shrew.id, 'urn:plain']);
      expect(byId.get(shrew.id)!.sections).toEqual([
        {
          anchor: 'enemies',
          heading: 'Enemies',
          url: 'https://example.org/shrew#enemies',
          text: 'Owls leave them alone.',
          highlights: { heading: [{ begin: 0, end: 7 }], text: [] },
        },
      ]);
      expect(byId.get('urn:plain')).not.toHaveProperty('sections');
      expect(await the.content.originals.stored(shrew.id)).toMatchObject({ sections });
      for (const id of [shrew.id, 'urn:plain']) await the.content.documents.delete(id);
    });

    test('new attributes become facets', async () => {
      await the.content.documents.put([{ ...shrew, color: ['brown', 'gray'] }]);
      const { facets } = await the.search({ facets: [facetRequest('dyn_lit_color')] });
      expect(facets[0]!.values.map(({ label }) => label)).toEqual(['brown', 'gray']);
      await the.content.documents.delete(shrew.id);
    });

    test('a batch reports rejected documents by index and accepts the others', async () => {
      const many = Array.from({ length: 25 }, (_, i) => ({
        id: `urn:bulk-${i}`,
        title: 'Bulk',
        subjects: [],
      }));
      const wrong = { id: 'urn:wrong', type: 7 as unknown as string };
      const outcome = await the.content.documents.put([...many.slice(0, 7), wrong, ...many.slice(7)]);
      expect(outcome).toMatchObject({ accepted: 25, refused: [{ index: 7 }] });
      expect(await the.search({ input: 'bulk' })).toMatchObject({ total: 25 });
      for (const { id } of many) await the.content.documents.delete(id);
      expect(await the.search({})).toMatchObject({ total: 4 });
    });

    test('the last valid document with one id wins within a batch', async () => {
      const words = ['alder', 'birch', 'cedar', 'dogwood', 'elm', 'fir', 'gorse', 'hazel', 'ivy', 'juniper'];
      const lines = words.map((word) => ({ ...shrew, description: word }));
      const others = Array.from({ length: 6 }, (_, i) => ({
        id: `urn:other-${i}`,
        title: 'Other',
        subjects: [],
      }));
      const wrong = { ...shrew, description: 'wrong', type: 7 as unknown as string };
      const given = [...lines.slice(0, 5), ...others, ...lines.slice(5), wrong];
      expect(await the.content.documents.put(given)).toMatchObject({
        accepted: lines.length + others.length,
        refused: [{ index: given.length - 1 }],
      });
      expect(await the.ids({ input: 'juniper ' })).toEqual([shrew.id]);
      expect(await the.ids({ input: 'hazel ' })).toEqual([]);
      expect(await the.search({})).toMatchObject({ total: documents.length + 1 + others.length });
      for (const { id } of [shrew, ...others]) await the.content.documents.delete(id);
      expect(await the.search({})).toMatchObject({ total: documents.length });
    });

    test('suggestion counts follow writes and deletions', async () => {
      const suggested = async () =>
        (await the.space.suggest({ text: 'mamm', count: 1, language: 'en' })).map(({ uri, count }) => [
          uri,
          count,
        ]);
      expect(await suggested()).toEqual([[mammal, 3]]);
      await the.content.documents.put([shrew]);
      expect(await suggested()).toEqual([[mammal, 4]]);
      await the.content.documents.delete(shrew.id);
      expect(await suggested()).toEqual([[mammal, 3]]);
    });

    test('a deleted document leaves no facet value behind, even with empty values', async () => {
      const types = async () => {
        const facets = [facetRequest('dyn_lit_type', { includeEmpty: true, sorting: 'label', order: 'asc' })];
        const { facets: counted } = await the.search({ input: 'wrens', facets });
        return counted[0]!.values.map(({ label, count }) => [label, count]);
      };
      const all = [
        ['Book', 0],
        ['Report', 0],
        ['Report "special"', 1],
      ];
      await the.content.documents.put([{ ...shrew, type: 'Ghost' }]);
      expect(await types()).toEqual([all[0], ['Ghost', 0], ...all.slice(1)]);
      await the.content.documents.put([{ ...shrew, type: 'Book' }]);
      expect(await types()).toEqual(all);
      await the.content.documents.put([{ ...shrew, type: 'Spectre' }]);
      await the.content.documents.delete(shrew.id);
      expect(await types()).toEqual(all);
    });

    test('returns the original document if the backend stores it', async ({ skip }) => {
      if (!the.content.originals) return skip('the engine keeps only what it searches in');
      expect(await the.content.originals.stored(c)).toEqual(documents[2]);
      expect(await the.content.originals.stored('urn:none')).toBeUndefined();
    });

    test('returns all originals if the backend stores them', async ({ skip }) => {
      const { originals } = the.content;
      if (!originals) return skip('the engine keeps only what it searches in');
      const all = await Array.fromAsync(originals.all());
      expect(all.sort((x, y) => (x.id < y.id ? -1 : 1))).toEqual(
        documents.toSorted((x, y) => (x.id < y.id ? -1 : 1)),
      );
      expect(thesaurusParts(await originals.thesaurus())).toMatchObject([{ name: 'main', concepts: 4 }]);
    });

    test('replaces the thesaurus atomically, and an invalid one changes nothing', async ({ skip }) => {
      if (!the.content.thesaurus) return skip('the thesaurus is kept elsewhere');
      const replace = (text: string) => the.content.thesaurus!.replaceThesaurus(textOf(text), 'text/turtle');
      await expect(replace('nonsense')).rejects.toMatchObject({ code: 'invalid-thesaurus' });
      expect((await the.space.describe()).concepts).toBe(4);
      expect(await replace(thesaurus.replaceAll('Mountain lion', 'Cougar'))).toMatchObject({ concepts: 4 });
      expect(await the.space.suggest({ text: 'mountain', count: 5 })).toEqual([]);
      expect(await the.space.suggest({ text: 'cougar', count: 5 })).toMatchObject([{ uri: puma }]);
      await replace(thesaurus);
    });

    test('counts categories of documents in a tree', async ({ skip }) => {
      const { thesaurus: writer, originals, documents: writes } = the.content;
      if (!writer || !originals) return skip('the thesaurus is kept elsewhere');
      const pages = ['Passport', 'Card'].map((title) => ({
        id: `urn:${title}`,
        title,
        breadcrumbs: ['Services', 'Identity', title],
        categories: ['News'],
      }));
      await writes.put(pages);
      expect(await buildCategories(originals, writer)).toEqual({ concepts: 3, changed: true });
      const facet = { depth: 0, limit: 10, sorting: 'label', order: 'asc', includeEmpty: false } as const;
      const { facets } = await the.search({
        input: '',
        facets: [{ ...facet, field: CATEGORY_SCHEME, mode: 'hierarchical' }],
      });
      expect(facets[0]!.values).toMatchObject([
        { label: 'News', count: 2 },
        { label: 'Services', count: 2, children: [{ label: 'Identity', count: 2 }] },
      ]);
      await writes.deleteAll(pages.map(({ id }) => id));
      expect(await buildCategories(originals, writer)).toEqual({ concepts: 0, changed: true });
    });

    test('keeps parts of the thesaurus apart, and applies synonyms to documents written before', async ({
      skip,
    }) => {
      const { thesaurus: writer } = the.content;
      if (!writer) return skip('the thesaurus is kept elsewhere');
      const synonyms = synonymThesaurus([
        { from: ['wildcat', 'mountain lion'], to: ['wildcat', 'mountain lion'] },
      ]);
      const names = async () => (await writer.thesauri()).map(({ name }) => name);
      const described = await the.space.describe();
      await writer.replaceThesaurus(textOf(synonyms), 'text/turtle', 'synonyms');
      expect(await names()).toEqual(['main', 'synonyms']);
      expect((await the.space.describe()).facets).toEqual(described.facets);
      const found = await the.search({ input: 'wildcat' });
      expect(found.total).toBeGreaterThan(0);
      expect(found.recognizedConcepts).toMatchObject([{ alsoSearched: ['mountain lion'] }]);
      await writer.replaceThesaurus(textOf(`${thesaurus}\n`), 'text/turtle');
      expect((await the.search({ input: 'wildcat' })).total).toBe(found.total);
      expect(await writer.removeThesaurus('synonyms')).toBe(true);
      expect(await writer.removeThesaurus('synonyms')).toBe(false);
      expect(await names()).toEqual(['main']);
      expect((await the.search({ input: 'wildcat' })).total).toBe(0);
      expect(await the.space.describe()).toEqual(described);
    });
  });
}
