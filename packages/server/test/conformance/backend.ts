/**
 * What every backend does: one suite that defines the port. An adapter runs it over a space that holds the small
 * thesaurus and the documents of the fixtures; what an engine cannot do shows as a part of the port that is null.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documents, thesaurus } from '../support/documents.ts';
import { concepts } from './backend/concepts.ts';
import { facets } from './backend/facets.ts';
import { failing } from './backend/failures.ts';
import { searching } from './backend/search.ts';
import { type BackendUnderTest, type UnderTest, underTest } from './backend/under-test.ts';
import { writing } from './backend/writes.ts';

export type { BackendUnderTest };

export function backendConformance(name: string, open: () => Promise<BackendUnderTest>): void {
  describe(`${name} as a backend`, () => {
    const the = underTest();
    beforeAll(async () => {
      the.given = await open();
      const { backend, space, learn } = the.given;
      the.content = (await backend.content(space, true))!;
      the.space = (await backend.space(space))!;
      await learn(thesaurus);
      const outcome = await the.content.documents.put(documents);
      expect(outcome).toEqual({ accepted: documents.length, refused: [] });
    });
    afterAll(() => the.given?.close());

    whatThereIs(the);
    searching(the);
    facets(the);
    concepts(the);
    writing(the);
    failing(the);
  });
}

function whatThereIs(the: UnderTest): void {
  describe('what there is', () => {
    test('its spaces have names, and there is none of another name', async () => {
      expect(await the.given.backend.names()).toContain(the.given.space);
      expect(await the.given.backend.space('no-such-space')).toBeUndefined();
      expect(await the.given.backend.content('no-such-space', false)).toBeUndefined();
      expect(await the.given.backend.unavailableReason()).toBeUndefined();
    });

    test('a space tells what it holds and offers', async () => {
      const {
        documents: count,
        concepts,
        languages,
        facets,
        similarities,
        recommenders,
      } = await the.space.describe();
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
      expect(await the.space.facet('type')).toMatchObject(type);
      expect(await the.space.facet('dyn_lit_type')).toMatchObject(type);
      expect(await the.space.facet('dyn_flt_mass')).toMatchObject({ uri: 'mass', kind: 'number' });
      expect(await the.space.facet('date')).toMatchObject({ field: 'dyn_flt_date', kind: 'date' });
      expect(await the.schemeFacet()).toMatchObject({ label: 'Animals', hierarchical: true });
      expect(await the.space.facet('colour')).toBeUndefined();
    });
  });
}
