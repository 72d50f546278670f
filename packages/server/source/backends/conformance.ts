/**
 * What every backend does: one suite that defines the port. An adapter runs it over a space that holds the small
 * thesaurus and the documents of the fixtures; what an engine cannot do shows as a part of the port that is null.
 */
import type {
  DocumentInput,
  FacetCount,
  FacetSelection,
  SearchQuestion,
  Space,
} from '@semantic-search/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from './ask.ts';
import { cat, documents, facetQuestion, mammal, plain, puma, textOf, thesaurus } from './fixtures.testing.ts';
import type { ContentBackend, SpaceContent } from './port.ts';

export interface BackendUnderTest {
  backend: ContentBackend;
  /** The space, which has nothing in it yet. */
  space: string;
  /** Gives the space its thesaurus in the way that its engine has for that. */
  learn(turtle: string): Promise<void>;
  /** Takes the engine away from under the backend, so that it cannot answer. Nothing is asked for after this. */
  takeAway(): Promise<void>;
  /** What only an engine elsewhere can do to the service; null where it lives in the service itself. */
  elsewhere: null | {
    /** Never answers, until `mend`. */
    hang(): Promise<void>;
    /** Has only part of an answer, until `mend`. */
    halve(): Promise<void>;
    mend(): Promise<void>;
  };
  close(): Promise<void>;
}

export function backendConformance(name: string, open: () => Promise<BackendUnderTest>): void {
  describe(`${name} as a backend`, () => {
    let given: BackendUnderTest;
    let space: Space;
    let content: SpaceContent;
    beforeAll(async () => {
      given = await open();
      content = (await given.backend.content(given.space, true))!;
      space = (await given.backend.space(given.space))!;
      await given.learn(thesaurus);
      const { accepted, refused } = await content.documents.put(documents);
      expect({ accepted, refused }).toEqual({ accepted: documents.length, refused: [] });
    });
    afterAll(() => given?.close());

    const search = (question: Partial<SearchQuestion>) => space.search({ ...plain, ...question });
    const ids = async (question: Partial<SearchQuestion>) =>
      (await search(question)).documents.map(({ id }) => id);
    const sorted = async (question: Partial<SearchQuestion>) => (await ids(question)).sort();
    const tree = async () => (await conceptFacet()).field;
    const conceptFacet = async () => {
      const { facets } = await space.describe();
      return facets.find(({ kind, label, field }) => kind === 'concept' && label !== field)!;
    };
    const [a, b, c, d] = documents.map(({ id }) => id) as [string, string, string, string];

    describe('what there is', () => {
      test('its spaces have names, and there is none of another name', async () => {
        expect(await given.backend.names()).toContain(given.space);
        expect(await given.backend.space('no-such-space')).toBeUndefined();
        expect(await given.backend.content('no-such-space', false)).toBeUndefined();
        expect(await given.backend.trouble()).toBeUndefined();
      });

      test('a space tells what it holds and offers', async () => {
        const {
          documents: count,
          concepts,
          languages,
          facets,
          similarities,
          recommenders,
        } = await space.describe();
        expect({ count, concepts }).toEqual({ count: 4, concepts: 5 - 1 });
        expect(languages).toContain('en');
        expect(facets.map(({ field }) => field)).toEqual(
          expect.arrayContaining(['dyn_uri_all_concepts', 'dyn_lit_type', 'dyn_flt_mass', 'dyn_flt_date']),
        );
        expect(similarities.length).toBeGreaterThan(0);
        expect(recommenders.length).toBeGreaterThan(0);
      });

      test('a facet is found by its field and by its name', async () => {
        const type = { uri: 'type', field: 'dyn_lit_type', kind: 'literal', hierarchical: false };
        expect(await space.facet('type')).toMatchObject(type);
        expect(await space.facet('dyn_lit_type')).toMatchObject(type);
        expect(await space.facet('dyn_flt_mass')).toMatchObject({ uri: 'mass', kind: 'number' });
        expect(await space.facet('date')).toMatchObject({ field: 'dyn_flt_date', kind: 'date' });
        expect(await conceptFacet()).toMatchObject({ label: 'Animals', hierarchical: true });
        expect(await space.facet('colour')).toBeUndefined();
      });
    });

    describe('a search', () => {
      test('without input finds everything', async () => {
        expect(await search({})).toMatchObject({ total: 4 });
        expect(await sorted({})).toEqual([a, b, c, d].sort());
      });

      test('finds words, phrases, and not what has a dash before it', async () => {
        expect(await sorted({ input: 'night' })).toEqual([a, c].sort());
        expect(await ids({ input: '"near houses"' })).toEqual([c]);
        expect(await ids({ input: 'night -houses' })).toEqual([a]);
      });

      test('finds what is tagged with a concept or something narrower', async () => {
        expect(await sorted({ input: 'puma' })).toEqual([a, c].sort());
        expect(await sorted({ input: 'cats' })).toEqual([a, b, c].sort());
      });

      test('tells what it understood, and where', async () => {
        const { understood } = await search({ input: 'the puma' });
        expect(understood).toMatchObject([{ uri: puma, label: 'Puma', begin: 4, end: 8 }]);
      });

      test('takes any input', async () => {
        for (const input of ['-', '"', '*:*', 'a OR (', '\\', '\u0000', '"unclosed', ') AND -field:("x"']) {
          expect((await search({ input })).total).toBeGreaterThanOrEqual(0);
        }
      });

      test('gives whole documents with the facets asked for', async () => {
        const { documents: found } = await search({
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
        const [first] = (await search({ input: 'hunts' })).documents;
        expect(first).toMatchObject({
          link: 'https://example.org/a',
          date: Date.UTC(2001, 4, 1),
          language: 'en',
        });
      });

      test('cuts descriptions around what it found, and marks it', async () => {
        const { documents: found } = await search({ input: 'houses', summaryLength: 15 });
        const { description, highlights } = found[0]!;
        expect(description.length).toBeLessThanOrEqual(15);
        expect(highlights.description.map(({ begin, end }) => description.slice(begin, end))).toEqual([
          'houses',
        ]);
        expect((await search({ input: 'houses', summaryLength: 0 })).documents[0]!.description).toBe('');
      });
    });

    describe('pages and order', () => {
      test('pages do not overlap, and past the end there is the right total', async () => {
        const sort = { field: 'title', direction: 'asc' } as const;
        expect([...(await ids({ sort, count: 3 })), ...(await ids({ sort, count: 3, start: 3 }))]).toEqual(
          await ids({ sort }),
        );
        expect(await search({ start: 99 })).toMatchObject({ total: 4, documents: [] });
        expect(await search({ count: 0 })).toMatchObject({ total: 4, documents: [] });
      });

      test('by title and by date, in either direction', async () => {
        expect(await ids({ sort: { field: 'title', direction: 'asc' } })).toEqual([c, a, b, d]);
        expect(await ids({ sort: { field: 'title', direction: 'desc' } })).toEqual([d, b, a, c]);
        expect((await ids({ sort: { field: 'date', direction: 'asc' } })).slice(0, 3)).toEqual([a, d, b]);
        expect((await ids({ sort: { field: 'date', direction: 'desc' } })).slice(0, 3)).toEqual([b, d, a]);
      });
    });

    describe('facets', () => {
      const counts = async (question: Partial<SearchQuestion>) => {
        const { facets } = await search(question);
        return facets.map(({ values }) =>
          Object.fromEntries(values.map(({ label, count }) => [label, count])),
        );
      };
      const literal = (field: string, ...values: string[]): FacetSelection => ({
        field,
        values: values.map((value) => ({ literal: value })),
      });
      const concept = (...uris: string[]): FacetSelection => ({
        field: 'dyn_uri_all_concepts',
        values: uris.map((uri) => ({ concept: uri })),
      });

      test('come in the order asked for, each value counted', async () => {
        const facets = [facetQuestion('dyn_lit_type'), facetQuestion('dyn_lit_language')];
        expect((await search({ facets })).facets.map(({ field }) => field)).toEqual([
          'dyn_lit_type',
          'dyn_lit_language',
        ]);
        expect(await counts({ facets })).toEqual([{ Book: 2, Report: 1, 'Report "special"': 1 }, { en: 4 }]);
      });

      test('a selection narrows the documents; values of one facet are alternatives', async () => {
        expect(await sorted({ selected: [literal('dyn_lit_type', 'Book')] })).toEqual([a, b].sort());
        expect(await sorted({ selected: [literal('dyn_lit_type', 'Book', 'Report "special"')] })).toEqual(
          [a, b, d].sort(),
        );
        expect(
          await sorted({ selected: [literal('dyn_lit_type', 'Book', 'Report'), concept(puma)] }),
        ).toEqual([a, c].sort());
        expect(await ids({ selected: [literal('dyn_lit_type', 'Nothing')] })).toEqual([]);
      });

      test('a facet is counted as if nothing were selected in it, and narrowed by the others', async () => {
        expect(
          await counts({
            selected: [literal('dyn_lit_type', 'Book'), concept(puma)],
            facets: [facetQuestion('dyn_lit_type'), facetQuestion('dyn_lit_language')],
          }),
        ).toEqual([{ Book: 1, Report: 1 }, { en: 1 }]);
      });

      test('a facet may be named by its attribute', async () => {
        expect(
          await sorted({ selected: [literal('type', 'Book'), literal('dyn_lit_type', 'Report')] }),
        ).toEqual([a, b, c].sort());
      });

      test('what is excluded is not found, with everything narrower', async () => {
        expect(await ids({ excluded: [concept(mammal)] })).toEqual([d]);
        expect(await ids({ excluded: [literal('dyn_lit_type', 'Book', 'Report "special"')] })).toEqual([c]);
        expect(await ids({ selected: [concept(cat)], excluded: [literal('dyn_lit_type', 'Book')] })).toEqual([
          c,
        ]);
      });

      test('hierarchical: a tree, counted with everything narrower, to the depth and number asked for', async () => {
        const asked = async (more: object) =>
          shape(
            (await search({ facets: [facetQuestion(await tree(), { mode: 'hierarchical', ...more })] }))
              .facets[0]!.values,
          );
        expect(await asked({})).toEqual(['Mammal 3', ['Cats 3', ['Puma 2', []]], 'Birds 1', []]);
        expect(await asked({ depth: 2 })).toEqual(['Mammal 3', ['Cats 3', []], 'Birds 1', []]);
        expect(await asked({ limit: 1 })).toEqual(['Mammal 3', ['Cats 3', ['Puma 2', []]]]);
      });

      test('flat: every value in one list', async () => {
        const [values] = await counts({ facets: [facetQuestion('dyn_uri_all_concepts')] });
        expect(values).toEqual({ Mammal: 3, Cats: 3, Puma: 2, Birds: 1 });
        const { facets } = await search({ facets: [facetQuestion('dyn_uri_all_concepts', { limit: 1 })] });
        expect(facets[0]!.values).toMatchObject([{ count: 3, children: null }]);
      });

      test('top: under the top concepts only', async () => {
        const { facets } = await search({ facets: [facetQuestion(await tree(), { mode: 'top' })] });
        expect(facets[0]!.values).toEqual([
          { label: 'Mammal', value: mammal, count: 3, children: null },
          { label: 'Birds', value: 'https://example.org/bird', count: 1, children: null },
        ]);
      });

      test('by label or by count, up or down, and cut after that', async () => {
        const labels = async (more: object) =>
          (await search({ facets: [facetQuestion('dyn_lit_type', more)] })).facets[0]!.values.map(
            ({ label }) => label,
          );
        expect(await labels({ sorting: 'label', order: 'asc', limit: 2 })).toEqual(['Book', 'Report']);
        expect(await labels({ sorting: 'label', order: 'desc', limit: 1 })).toEqual(['Report "special"']);
        expect(await labels({ sorting: 'count', order: 'desc', limit: 1 })).toEqual(['Book']);
        expect((await labels({ sorting: 'count', order: 'asc' })).at(-1)).toBe('Book');
      });

      test('without a document only where asked for', async () => {
        const selected = [literal('dyn_lit_type', 'Report "special"')];
        const empty = (includeEmpty: boolean) =>
          counts({ selected, facets: [facetQuestion('dyn_uri_all_concepts', { includeEmpty })] });
        expect(await empty(false)).toEqual([{ Birds: 1 }]);
        expect(await empty(true)).toEqual([{ Birds: 1, Cats: 0, Mammal: 0, Puma: 0 }]);
      });

      test('numbers and dates are ranges, and can be selected as such', async () => {
        const [masses] = await counts({ facets: [facetQuestion('dyn_flt_mass')] });
        expect(Object.values(masses!).reduce((sum, count) => sum + count, 0)).toBe(4);
        const range = (field: string, from: number | null, to: number | null, toExclusive = false) => ({
          selected: [{ field, values: [{ from, to, toExclusive }] }],
        });
        expect(await sorted(range('dyn_flt_mass', 65, 70))).toEqual([a, c].sort());
        expect(await sorted(range('dyn_flt_mass', 65, 70, true))).toEqual([c]);
        expect(await sorted(range('dyn_flt_mass', 70, null))).toEqual([a, b].sort());
        expect(await sorted(range('dyn_flt_date', Date.UTC(2005), null))).toEqual([b, d].sort());
      });

      test('one that the space does not have is refused, asked for, selected or excluded', async () => {
        const refusal = { code: 'unknown-facet' };
        await expect(search({ facets: [facetQuestion('dyn_lit_colour')] })).rejects.toMatchObject(refusal);
        await expect(search({ selected: [literal('dyn_lit_colour', 'red')] })).rejects.toMatchObject(refusal);
        await expect(search({ excluded: [literal('dyn_lit_colour', 'red')] })).rejects.toMatchObject(refusal);
      });
    });

    test('a date range holds its ends and what lies between', async () => {
      const between = (from: number | null, to: number | null) => sorted({ dateRange: { from, to } });
      expect(await between(Date.UTC(2001, 4, 1), Date.UTC(2005, 0, 1))).toEqual([a, d].sort());
      expect(await between(null, Date.UTC(2004))).toEqual([a]);
      expect(await between(Date.UTC(2005, 0, 1, 0, 0, 0, 1), null)).toEqual([b]);
    });

    describe('suggestions', () => {
      test('find concepts while they are being typed', async () => {
        const found = await space.suggest({ text: 'mountain li', count: 5, language: 'en' });
        expect(found).toMatchObject([
          { uri: puma, label: 'Puma', matchingLabel: 'Mountain lion', context: 'Cats', count: 2 },
        ]);
        const { matchingLabel, matches } = found[0]!;
        expect(matches.map(({ begin, end }) => matchingLabel.slice(begin, end))).toEqual(['Mountain li']);
      });

      test('are as many as asked for, of the facet asked for', async () => {
        expect(await space.suggest({ text: 'm', count: 1, language: 'en' })).toHaveLength(1);
        const within = await space.suggest({ text: 'cat', count: 5, context: await tree(), language: 'en' });
        expect(within.map(({ uri, count }) => [uri, count])).toEqual([[cat, 3]]);
        expect(await space.suggest({ text: 'cat', count: 5, context: 'dyn_lit_type' })).toEqual([]);
        await expect(
          space.suggest({ text: 'cat', count: 5, context: 'dyn_lit_colour' }),
        ).rejects.toMatchObject({
          code: 'unknown-facet',
        });
      });
    });

    describe('documents that go with another', () => {
      const question = {
        id: a,
        count: 3,
        documentFacets: ['dyn_lit_type'],
        summaryLength: 10,
        language: 'en',
      };

      test('similar ones tell what they share', async () => {
        const found = await space.similar(question);
        expect(found.map(({ id }) => id)).not.toContain(a);
        const same = found.find(({ id }) => id === c)!;
        expect(same.sharedConcepts).toEqual([{ uri: puma, label: 'Puma' }]);
        expect(same.description.length).toBeLessThanOrEqual(10);
        expect(same.facets).toEqual([{ field: 'dyn_lit_type', values: [{ label: 'Report', value: null }] }]);
        // One is about pumas, the other about cats: they share what is broader.
        expect(found.find(({ id }) => id === b)?.sharedConcepts ?? [{ uri: cat }]).toMatchObject([
          { uri: cat },
        ]);
      });

      test('as many as asked for, by the plugin asked for', async () => {
        const { similarities, recommenders } = await space.describe();
        expect(await space.similar({ ...question, count: 1 })).toHaveLength(1);
        for (const plugin of similarities)
          expect(await space.similar({ ...question, plugin })).not.toEqual([]);
        for (const plugin of recommenders) await space.recommend({ ...question, plugin });
      });

      test('recommended ones', async () => {
        for (const { id, sharedConcepts } of await space.recommend(question)) {
          expect(id).not.toBe(a);
          expect(sharedConcepts).toBeDefined();
        }
      });

      test('of no document there are none, and of no plugin either', async () => {
        for (const related of [space.similar, space.recommend]) {
          await expect(related({ ...question, id: 'urn:none' })).rejects.toMatchObject({
            code: 'unknown-document',
          });
          await expect(related({ ...question, plugin: 'none' })).rejects.toMatchObject({
            code: 'unknown-plugin',
          });
        }
      });
    });

    describe('extraction', () => {
      test('finds the concepts of a text, with their places', async () => {
        const text = 'A Puma, also called mountain lion, is no bird. 🐆 Puma!';
        const found = await space.extract({ text, language: 'en', count: 10 });
        const named = found.find(({ uri }) => uri === puma)!;
        expect(named).toMatchObject({ label: 'Puma', frequency: 3 });
        expect(named.score).toBeGreaterThan(0);
        expect(named.score).toBeLessThanOrEqual(100);
        const texts = named.matchedTexts.flatMap(({ positions }) =>
          positions.map(({ begin, end }) => text.slice(begin, end)),
        );
        expect(texts.sort()).toEqual(['Puma', 'Puma', 'mountain lion']);
        expect(await space.extract({ text, language: 'en', count: 1 })).toHaveLength(1);
      });

      test('reads long texts to their end', async () => {
        const text = `${'Nothing is named here. '.repeat(1200)}Only now the puma.`;
        const [found] = await space.extract({ text, language: 'en', count: 10 });
        const [{ begin, end } = { begin: 0, end: 0 }] = found!.matchedTexts[0]!.positions;
        expect(text.slice(begin, end)).toBe('puma');
        expect(begin).toBe(text.length - 'puma.'.length);
      });
    });

    describe('a document', () => {
      test('is whole, with its concepts, what is broader, and where they are named', async () => {
        const found = await space.document(c, { documentFacets: ['dyn_lit_type'], language: 'en' });
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

      test('that there is not is unknown', async () => {
        const asked = space.document('urn:none', { documentFacets: [] });
        await expect(asked).rejects.toMatchObject({ code: 'unknown-document' });
      });
    });

    describe('what is written', () => {
      const shrew: DocumentInput = {
        id: 'urn:e/?#',
        title: 'Shrews',
        description: 'Always hungry',
        subjects: [mammal],
      };

      test('is seen by the next question: added, replaced, deleted', async () => {
        expect(await content.documents.put([shrew])).toEqual({ accepted: 1, refused: [] });
        expect(await ids({ input: 'hungry' })).toEqual([shrew.id]);
        await content.documents.put([{ ...shrew, description: 'Never full' }]);
        expect(await ids({ input: 'hungry' })).toEqual([]);
        expect(await ids({ input: 'never full' })).toEqual([shrew.id]);
        expect(await content.documents.delete(shrew.id)).toBe(true);
        expect(await content.documents.delete(shrew.id)).toBe(false);
        expect(await search({ input: 'never full' })).toMatchObject({ total: 0 });
      });

      test('brings its new attributes as facets', async () => {
        await content.documents.put([{ ...shrew, colour: ['brown', 'grey'] }]);
        const { facets } = await search({ facets: [facetQuestion('dyn_lit_colour')] });
        expect(facets[0]!.values.map(({ label }) => label)).toEqual(['brown', 'grey']);
        await content.documents.delete(shrew.id);
      });

      test('many at once: what cannot be taken is told by its place and holds up nothing else', async () => {
        const many = Array.from({ length: 25 }, (_, i) => ({
          id: `urn:bulk-${i}`,
          title: 'Bulk',
          subjects: [],
        }));
        const wrong = { id: 'urn:wrong', date: 'soon' };
        const outcome = await content.documents.put([...many.slice(0, 7), wrong, ...many.slice(7)]);
        expect(outcome).toMatchObject({ accepted: 25, refused: [{ index: 7 }] });
        expect(await search({ input: 'bulk' })).toMatchObject({ total: 25 });
        for (const { id } of many) await content.documents.delete(id);
        expect(await search({})).toMatchObject({ total: 4 });
      });

      test('comes back to the letter where the engine keeps it so', async () => {
        if (!content.originals) return;
        expect(await content.originals.stored(c)).toEqual(documents[2]);
        expect(await content.originals.stored('urn:none')).toBeUndefined();
      });

      test('a thesaurus is replaced whole where it is kept here, and one that cannot be read changes nothing', async () => {
        if (!content.thesaurus) return;
        const replace = (text: string) => content.thesaurus!.replaceThesaurus(textOf(text), 'text/turtle');
        await expect(replace('nonsense')).rejects.toMatchObject({ code: 'invalid-thesaurus' });
        expect((await space.describe()).concepts).toBe(4);
        expect(await replace(thesaurus.replaceAll('Mountain lion', 'Cougar'))).toMatchObject({ concepts: 4 });
        expect(await space.suggest({ text: 'mountain', count: 5 })).toEqual([]);
        expect(await space.suggest({ text: 'cougar', count: 5 })).toMatchObject([{ uri: puma }]);
        await replace(thesaurus);
      });
    });

    describe('when it cannot answer', () => {
      const asked = (deadline: number, signal = new AbortController().signal) =>
        ask({ space: given.space, signal, deadline }, (limited) =>
          space.search({ ...plain, input: 'puma' }, limited),
        );

      test('a question that was given up ends at once', async () => {
        const reason = new Error('gone');
        await expect(space.search(plain, AbortSignal.abort(reason))).rejects.toThrow();
        const client = new AbortController();
        const answer = space.search({ ...plain, input: 'lions' }, client.signal);
        client.abort(reason);
        await expect(answer).rejects.toThrow();
      });

      test('at the deadline it is 504, and good again after that', async () => {
        if (!given.elsewhere) return;
        await given.elsewhere.hang();
        await expect(asked(60)).rejects.toMatchObject({ code: 'gateway-timeout' });
        await given.elsewhere.mend();
        expect(await asked(5000)).toMatchObject({ total: 2 });
      });

      test('a part of an answer is never shown as the whole', async () => {
        if (!given.elsewhere) return;
        await given.elsewhere.halve();
        await expect(asked(5000)).rejects.toMatchObject({ code: 'bad-gateway' });
        await given.elsewhere.mend();
      });

      test('taken away it is a problem that names the space, not what is behind it', async () => {
        await given.takeAway();
        const problem = await asked(5000).catch((error: Error & { status?: number }) => error);
        expect(problem).toMatchObject({ status: expect.any(Number) });
        const { status, message } = problem as { status: number; message: string };
        expect([502, 503]).toContain(status);
        expect(message).toContain(given.space);
        expect(message).not.toMatch(/127\.0\.0\.1|ECONN|sqlite/);
      });
    });
  });
}

/** Labels and counts of a tree, each followed by its children. */
function shape(values: FacetCount[]): unknown[] {
  return values.flatMap(({ label, count, children }) => [`${label} ${count}`, shape(children ?? [])]);
}
