/** Tests of the selected facet values and the limits of a query. */
import * as contract from '@semantic-search/contract/limits';
import { describe, expect, test } from 'vitest';
import { isSelected } from './facet-values.ts';
import { MAX_FRAGMENT_CHARACTERS, MAX_PAGE_SIZE, MAX_TYPED_CHARACTERS } from './limits.ts';
import { initialQuery } from './query-state.ts';

test('a query has the limits of the contract', () => {
  expect(MAX_PAGE_SIZE).toBe(contract.MAX_PAGE_SIZE);
  expect(MAX_TYPED_CHARACTERS).toBe(contract.MAX_TYPED_CHARACTERS);
  expect(MAX_FRAGMENT_CHARACTERS).toBe(contract.MAX_FRAGMENT_CHARACTERS);
});

describe('a facet value', () => {
  const concept = { field: 'dyn_uri_topics', label: 'Wages', value: 'https://example.org/wages' };
  test('is the same concept in any language', () => {
    const query = { ...initialQuery, selectedFacets: [concept] };
    expect(isSelected(query, concept.value)).toBe(true);
  });
  test('of the aggregate field is recognized with URI and name in either order', () => {
    const chosen = { field: 'dyn_uri_all_concepts', label: concept.value, value: 'Wages' };
    const query = { ...initialQuery, selectedFacets: [chosen] };
    expect(isSelected(query, concept.value)).toBe(true);
  });
});
