/** Facets of so many documents that only what can be shown is counted: the same as looking at every document. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everything, facetQuestion } from '../questions.testing.ts';
import type { WritableSpace } from '../questions.ts';
import { openSpace } from '../space.ts';

const documents = 24_000;
const concepts = 1200;
const uri = (concept: number) => `https://example.org/${concept}`;
/** Concept 0 is above all others. */
const broader = 0;

/** The few books make concepts the most frequent of all that are no more so among the many maps than three hundred are. */
const type = (document: number) => (document % 6 === 0 ? 'Book' : 'Map');

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

/** What a document is about, with everything broader. */
function expanded(document: number): Set<number> {
  return new Set([broader, ...subjectsOf(document)]);
}

const all = Array.from({ length: documents }, (_, document) => expanded(document));

let folder: string;
let space: WritableSpace;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-counts-'));
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
  for (let from = 0; from < documents; from += 3000) {
    await space.put(
      Array.from({ length: 3000 }, (_, i) => ({
        id: `${from + i}`,
        type: type(from + i),
        subjects: subjectsOf(from + i).map(uri),
      })),
    );
  }
});

afterAll(async () => {
  await space.close();
  await rm(folder, { recursive: true });
});

test.each([
  [5, 'all'],
  [150, 'all'],
  [400, 'all'],
  [20, 'Map'],
  [400, 'Map'],
])('the %i most frequent concepts of %s documents', async (limit, chosen) => {
  const answer = await space.search({
    ...everything,
    selected: chosen === 'all' ? [] : [{ field: 'dyn_lit_type', values: [{ literal: chosen }] }],
    facets: [facetQuestion('dyn_uri_all_concepts', { limit })],
  });
  const found = all.filter((_, document) => chosen === 'all' || type(document) === chosen);
  expect(answer.total).toBe(found.length);
  expect(answer.facets[0]!.values.map(({ value, count }) => [value, count])).toEqual(
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
