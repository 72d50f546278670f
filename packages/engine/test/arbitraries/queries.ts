/** fast-check arbitraries of search queries with all kinds of facets, selections and clauses. */

import { facetField } from '@semantic-search/query/thesaurus';
import fc from 'fast-check';
import type { FacetRequest, FacetSelection, SearchQuery } from '../../src/api.ts';
import { collectionUri, schemeUri } from '../reference-model/thesaurus.ts';
import { labels, otherLabels, typed, uris } from './documents.ts';

/** Facets of the reference thesaurus, which do not depend on documents. */
export const conceptFields = [
  'dyn_uri_all_concepts',
  facetField(schemeUri),
  facetField(collectionUri),
  facetField(uris[0]!),
  facetField(uris[2]!),
];
const literalFields = ['dyn_lit_type', 'dyn_lit_tags', 'dyn_lit_language', 'dyn_lit_size'];
const numberFields = ['dyn_flt_size', 'dyn_flt_date', 'dyn_flt_seen', 'dyn_flt_tags'];
const allFields = [...conceptFields, ...literalFields, ...numberFields];

const bound = fc.constantFrom(null, -3, 1, 5, 40, Date.UTC(2004, 4), Date.UTC(2011));
const value = {
  concept: fc.constantFrom(...uris, 'https://example.org/unknown').map((concept) => ({ concept })),
  literal: fc.constantFrom('Book', 'Report', 'Map', 'x', 'zz', 'en', 'large').map((literal) => ({ literal })),
  range: fc.record({ from: bound, to: bound, toExclusive: fc.boolean() }),
};
export const selection: fc.Arbitrary<FacetSelection> = fc.oneof(
  selectionIn(conceptFields, value.concept),
  selectionIn(literalFields, value.literal),
  selectionIn(numberFields, value.range),
);

function selectionIn(fields: string[], values: fc.Arbitrary<FacetSelection['values'][number]>) {
  return fc.record({ field: fc.constantFrom(...fields), values: fc.array(values, { maxLength: 3 }) });
}

export const facetRequest: fc.Arbitrary<FacetRequest> = fc.record({
  field: fc.constantFrom(...allFields),
  mode: fc.constantFrom('hierarchical', 'flat', 'top'),
  depth: fc.integer({ min: 0, max: 3 }),
  limit: fc.constantFrom(1, 2, 3, 10, 1001),
  sorting: fc.constantFrom('count', 'label'),
  order: fc.constantFrom('asc', 'desc'),
  includeEmpty: fc.boolean(),
});
/** The most frequent settings. */
const typicalFacetRequest: fc.Arbitrary<FacetRequest> = fc.record({
  field: fc.constantFrom(...allFields),
  mode: fc.constant('flat'),
  depth: fc.constant(0),
  limit: fc.constantFrom(2, 10),
  sorting: fc.constant('count'),
  order: fc.constant('desc'),
  includeEmpty: fc.constant(false),
});

const word = fc.constantFrom(...typed);
const clause = fc.oneof(
  { weight: 6, arbitrary: word },
  { weight: 2, arbitrary: fc.constantFrom(...labels, ...otherLabels) },
  { weight: 1, arbitrary: fc.array(word, { minLength: 1, maxLength: 3 }).map((all) => `"${all.join(' ')}"`) },
  { weight: 1, arbitrary: word.map((each) => `-${each}`) },
  { weight: 1, arbitrary: fc.tuple(word, word).map(([one, other]) => `-"${one} ${other}"`) },
);
/** A trailing space completes the last word. */
const input = fc
  .tuple(
    fc.array(clause, { maxLength: 3 }),
    fc.constantFrom(
      '',
      ' ',
      'b',
      ...' mou| ho| l| Str| C+| C+++| K&R| R&| R & D| n| "l| -"l| "house c'.split('|'),
    ),
  )
  .map(([clauses, end]) => clauses.join(' ') + end);

export const searchQuery: fc.Arbitrary<SearchQuery> = fc
  .record({
    input,
    language: fc.constantFrom(undefined, 'en', 'de'),
    selected: fc.array(selection, { maxLength: 3 }),
    excluded: fc.oneof(
      { weight: 3, arbitrary: fc.constant<FacetSelection[]>([]) },
      { weight: 1, arbitrary: fc.array(selection, { maxLength: 2 }) },
    ),
    dateRange: fc.option(fc.record({ from: bound, to: bound }), { freq: 3, nil: undefined }),
    facets: fc.array(fc.oneof(facetRequest, typicalFacetRequest), { maxLength: 6 }),
    sort: fc.record({
      field: fc.constantFrom('relevance', 'date', 'title'),
      direction: fc.constantFrom('asc', 'desc'),
    }),
    start: fc.constantFrom(0, 0, 1, 7, 60),
    count: fc.constantFrom(0, 1, 5, 50),
  })
  .map(({ language, dateRange, ...rest }): SearchQuery => {
    return {
      ...rest,
      ...(language ? { language } : {}),
      ...(dateRange ? { dateRange } : {}),
      documentFacets: [],
      summaryLength: 30,
    };
  });
