/** Tests of the selected facet values of a query. */
import { describe, expect, test } from 'vitest';
import { initialQuery, isSelected } from './query-state.ts';

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
