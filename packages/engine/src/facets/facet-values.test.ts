import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { everything, facetRequest } from '../../test/support/queries.ts';
import { spaceForEach } from '../../test/support/search-space.ts';
import type { FacetCount, FacetRequest } from '../api.ts';
import { openSpace } from '../search-space.ts';
import type { WritableSpace } from '../writable-space.ts';

const space = spaceForEach();

const valuesOf = async (from: WritableSpace, { field, ...more }: Partial<FacetRequest> & { field: string }) =>
  (await from.search({ ...everything, facets: [facetRequest(field, more)] })).facets[0]!.values;

async function* turtle(triples: string) {
  yield `@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix : <https://example.org/> . ${triples}`;
}

test('a value without live documents is not an empty facet value: at once, after a crash, a close or a rebuild', async () => {
  const empty = { field: 'dyn_lit_type', includeEmpty: true };
  const shown = async (from: WritableSpace) => (await valuesOf(from, empty)).map(({ label }) => label);
  await space.put([{ id: 'a', type: 'Book', tags: ['x', 'y'] }]);
  await space.put([{ id: 'a', type: 'Thesis', tags: ['y', 'z'] }]);
  expect(await shown(space)).toEqual(['Thesis']);
  const nowhere = { selected: [{ field: 'dyn_lit_tags', values: [{ literal: 'none' }] }] };
  const facets = ['dyn_lit_type', 'dyn_lit_tags'].map((field) => facetRequest(field, { includeEmpty: true }));
  const result = await space.search({ ...everything, ...nowhere, facets });
  expect(result.facets.map(({ values }) => values.map(({ label, count }) => [label, count]))).toEqual([
    [['Thesis', 0]],
    [
      ['y', 1],
      ['z', 1],
    ],
  ]);
  const copy = mkdtempSync(join(tmpdir(), 'facets-'));
  cpSync(space.directory, copy, { recursive: true });
  const killed = await openSpace(copy);
  expect(await shown(killed)).toEqual(['Thesis']);
  await killed.close();
  rmSync(copy, { recursive: true });
  await space.reopen();
  expect(await shown(space)).toEqual(['Thesis']);
});

test('a tree that repeats concepts thousands of times is truncated and continues in the facet of any concept', async () => {
  const levels = 22;
  const ladder = Array.from({ length: levels }, (_, i) =>
    ['a', 'b'].map((side) => {
      const broader = i > 0 ? `; skos:broader :a${i - 1}, :b${i - 1}` : '';
      return `:${side}${i} a skos:Concept ; skos:prefLabel "${side}${i}"@en ${broader} .`;
    }),
  );
  await space.replaceThesaurus(turtle(ladder.flat().join('\n')), 'text/turtle');
  await space.put([{ id: 'x', subjects: [`https://example.org/a${levels - 1}`] }]);
  const tree = await valuesOf(space, { field: 'dyn_uri_all_concepts', mode: 'hierarchical' });
  const sizes = levelSizes(tree);
  expect(sizes.slice(0, 12)).toEqual(Array.from({ length: 12 }, (_, i) => 2 ** (i + 1)));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(100_000);
  const deep = await valuesOf(space, { field: 'https://example.org/a18', mode: 'hierarchical' });
  expect(levelSizes(deep)).toEqual([2, 4, 4]);
});

function levelSizes(values: FacetCount[]): number[] {
  const sizes: number[] = [];
  for (let level = values; level.length > 0; level = level.flatMap(({ children }) => children ?? []))
    sizes.push(level.length);
  return sizes;
}
