import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everything, facetRequest } from '../../test/support/queries.ts';
import { openSpace } from '../search-space.ts';
import type { WritableSpace } from '../writable-space.ts';

const documents = 30_000;
const concepts = 1200;
const uri = (concept: number) => `https://example.org/${concept}`;
/** Concept 0 is broader than all others. */
const broader = 0;

/** Few books have concepts that are the most frequent of all; the many maps share three hundred concepts evenly. */
const type = (document: number) => (document % 6 === 0 ? 'Book' : 'Map');
/** Most maps and a few books have the word, so the matches are close to the documents of one type. */
const isAboutTides = (document: number) => (document % 6 === 0 ? document % 5 === 0 : document % 7 !== 0);
const isDeleted = (document: number) => document % 500 === 3;

function subjectsOf(document: number): number[] {
  let state = (document + 1) * 2_654_435_761;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const some = (count: number, from: number, to: number) =>
    Array.from({ length: count }, () => from + Math.floor((to - from) * next()));
  return type(document) === 'Book' ? [...some(10, 300, 328), ...some(24, 1000, 1100)] : some(10, 300, 600);
}

/** Concepts of a document, including broader ones. */
function expanded(document: number): Set<number> {
  return new Set([broader, ...subjectsOf(document)]);
}

const all = Array.from({ length: documents }, (_, document) => expanded(document));

const choices: Record<string, (document: number) => boolean> = {
  all: () => true,
  Map: (document) => type(document) === 'Map',
  Book: (document) => type(document) === 'Book',
  tide: isAboutTides,
};

let folder: string;
let space: WritableSpace;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-results-'));
  space = await openSpace(folder);
  const skos = 'http://www.w3.org/2004/02/skos/core#';
  const triples = Array.from({ length: concepts }, (_, concept) =>
    [
      `<${uri(concept)}> a <${skos}Concept> .`,
      `<${uri(concept)}> <${skos}prefLabel> "c${concept}"@en .`,
      concept === broader ? '' : `<${uri(concept)}> <${skos}broader> <${uri(broader)}> .`,
    ].join('\n'),
  );
  await space.replaceThesaurus(Readable.from(triples.join('\n')), 'text/turtle');
  // Eight of the ten segments are merged, so that counts are combined from several segments.
  for (let from = 0; from < documents; from += 3000) {
    await space.put(
      Array.from({ length: 3000 }, (_, i) => ({
        id: `${from + i}`,
        title: isAboutTides(from + i) ? 'tide' : 'coast',
        type: type(from + i),
        subjects: subjectsOf(from + i).map(uri),
      })),
    );
  }
  for (let document = 0; document < documents; document++)
    if (isDeleted(document)) await space.delete(`${document}`);
});

afterAll(async () => {
  await space.close();
  await rm(folder, { recursive: true });
});

test.each([
  [5, 'all'],
  [150, 'all'],
  [400, 'all'],
  [5, 'Map'],
  [20, 'Map'],
  [400, 'Map'],
  [20, 'Book'],
  [10, 'tide'],
  [150, 'tide'],
  [1200, 'tide'],
])('the %i most frequent concepts of %s documents equal a brute-force count', async (limit, chosen) => {
  const result = await space.search({
    ...everything,
    input: chosen === 'tide' ? 'tide ' : '',
    selected: ['Map', 'Book'].includes(chosen)
      ? [{ field: 'dyn_lit_type', values: [{ literal: chosen }] }]
      : [],
    facets: [facetRequest('dyn_lit_type'), facetRequest('dyn_uri_all_concepts', { limit })],
  });
  const isFound = (document: number) => choices[chosen]!(document) && !isDeleted(document);
  const found = all.filter((_, document) => isFound(document));
  expect(result.total).toBe(found.length);
  // A facet ignores its own selection.
  const isCounted = chosen === 'tide' ? isFound : (document: number) => !isDeleted(document);
  const counted = [...all.keys()].filter(isCounted);
  expect(result.facets[0]!.values.map(({ label, count }) => [label, count])).toEqual(
    ['Map', 'Book'].map((value) => [value, counted.filter((document) => type(document) === value).length]),
  );
  expect(result.facets[1]!.values.map(({ value, count }) => [value, count])).toEqual(
    mostFrequent(found, limit),
  );
});

/** By count, ties by the number in the label. */
function mostFrequent(found: Set<number>[], limit: number): [string, number][] {
  const counts = new Uint32Array(concepts);
  for (const document of found) for (const concept of document) counts[concept]!++;
  return [...counts]
    .map((count, concept): [number, number] => [concept, count])
    .filter(([, count]) => count > 0)
    .sort(([a, countA], [b, countB]) => countB - countA || a - b)
    .slice(0, limit)
    .map(([concept, count]) => [uri(concept), count]);
}
