import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { everything, facetRequest } from '../../test/support/queries.ts';
import { spaceForEach } from '../../test/support/search-space.ts';

const space = spaceForEach();

describe('facets of changing attributes', () => {
  const fields = async () => (await space.describe()).facets.map(({ field }) => field);

  test('the description lists attributes by name, regardless of insertion order', async () => {
    const documents = [
      { id: 'a', tone: 'high', width: 1, subjects: [] },
      { id: 'b', colour: 'red', height: 2, subjects: [] },
    ];
    await space.put(documents);
    const ordered = ['dyn_lit_colour', 'dyn_lit_tone', 'dyn_flt_height', 'dyn_flt_width'];
    expect(await fields()).toEqual(ordered);
    await space.put([documents[0]!]);
    await space.close();
    rmSync(join(space.directory, 'index'), { recursive: true });
    await space.reopen();
    expect(await fields()).toEqual(ordered);
  });

  test('a facet of an attribute without live documents returns no values', async () => {
    await space.put([
      { id: 'a', colour: 'red', mass: 7, subjects: [] },
      { id: 'b', subjects: [] },
    ]);
    await space.delete('a');
    expect(await fields()).toEqual([]);
    expect((await space.facets(['colour']))[0]).toBeUndefined();
    for (const includeEmpty of [false, true]) {
      const requested = ['dyn_lit_colour', 'dyn_flt_mass'].map((field) =>
        facetRequest(field, { includeEmpty }),
      );
      const { total, facets } = await space.search({
        ...everything,
        facets: requested,
        documentFacets: ['colour'],
      });
      expect([total, facets.map(({ values }) => values)]).toEqual([1, [[], []]]);
    }
    const selected = [{ field: 'dyn_lit_colour', values: [{ literal: 'red' }] }];
    await expect(space.search({ ...everything, selected })).rejects.toMatchObject({ code: 'unknown-facet' });
  });
});
