/**
 * Conformance suite of the backend port, which defines its behavior. An adapter runs it on a space with the small
 * thesaurus and the documents of the fixtures. Missing capabilities are null parts of the port.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backendCalls } from '../../src/backends/call.ts';
import { profileSpace } from '../../src/content/profile-space.ts';
import { documents, thesaurus } from '../support/documents.ts';
import { boostTests } from './backend/boosts.ts';
import { conceptTests } from './backend/concepts.ts';
import { curationTests } from './backend/curation.ts';
import { explanationTests } from './backend/explanations.ts';
import { facetTests } from './backend/facets.ts';
import { failureTests } from './backend/failures.ts';
import { runTests } from './backend/runs.ts';
import { scopeTests } from './backend/scopes.ts';
import { searchTests } from './backend/search.ts';
import { type BackendUnderTest, type UnderTest, underTest } from './backend/under-test.ts';
import { writeTests } from './backend/writes.ts';

export type { BackendUnderTest };

export function backendConformance(name: string, open: () => Promise<BackendUnderTest>): void {
  describe(`${name} as a backend`, () => {
    const the = underTest();
    beforeAll(async () => {
      the.given = await open();
      const { backend, space, loadThesaurus: learn } = the.given;
      the.content = (await backend.content(space, { create: true }))!;
      the.space = (await backend.space(space))!;
      await learn(thesaurus);
      const outcome = await the.content.documents.put(documents);
      expect(outcome).toEqual({ accepted: documents.length, refused: [] });
    });
    afterAll(() => the.given?.close());

    descriptionTests(the);
    searchTests(the);
    facetTests(the);
    conceptTests(the);
    scopeTests(the);
    boostTests(the);
    explanationTests(the);
    curationTests(the);
    writeTests(the);
    runTests(the);
    failureTests(the);
  });
}

function descriptionTests(the: UnderTest): void {
  describe('description of spaces', () => {
    test('lists its spaces and returns undefined for an unknown one', async () => {
      expect(await the.given.backend.names()).toContain(the.given.space);
      expect(await the.given.backend.space('no-such-space')).toBeUndefined();
      expect(await the.given.backend.content('no-such-space')).toBeUndefined();
      expect(await the.given.backend.unavailableReason()).toBeUndefined();
    });

    test('describes the contents and capabilities of a space', async () => {
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

    test('has a profile from which settings of new configurations are derived', async () => {
      const { backend, space } = the.given;
      const profile = await profileSpace(space, backend, backendCalls({ backend }).execute);
      expect(profile).toMatchObject({ documents: 4, hasDates: true, linkShare: 0.25 });
      const { uri } = await the.schemeFacet();
      expect(profile!.facets).toEqual(
        expect.arrayContaining([
          { uri, label: 'Animals', kind: 'tree', values: 2, mostFrequent: 3, frequent: 2, withValue: 4 },
          expect.objectContaining({ uri: 'type', kind: 'literals', values: 3, mostFrequent: 2 }),
          expect.objectContaining({ uri: 'date', kind: 'range', withValue: 3 }),
        ]),
      );
      expect(await profileSpace('no-such-space', backend, backendCalls({ backend }).execute)).toBeUndefined();
    });

    test('finds a facet by its field and by its name', async () => {
      const type = { uri: 'type', field: 'dyn_lit_type', kind: 'literal', hierarchical: false };
      expect((await the.space.facets(['type']))[0]).toMatchObject(type);
      expect((await the.space.facets(['dyn_lit_type']))[0]).toMatchObject(type);
      expect((await the.space.facets(['dyn_flt_mass']))[0]).toMatchObject({ uri: 'mass', kind: 'number' });
      expect((await the.space.facets(['date']))[0]).toMatchObject({ field: 'dyn_flt_date', kind: 'date' });
      expect(await the.schemeFacet()).toMatchObject({ label: 'Animals', hierarchical: true });
      expect((await the.space.facets(['color']))[0]).toBeUndefined();
    });
  });
}
