/** The chosen facet values of a question. */
import { describe, expect, test } from 'vitest';
import { emptyQuestion, isSelected, toggled } from './query-state.ts';

describe('a facet value', () => {
  const concept = { field: 'dyn_uri_topics', label: 'Wages', value: 'https://example.org/wages' };
  test('is the same concept in any language, and goes when chosen twice', () => {
    const question = { ...emptyQuestion, selectedFacets: [concept] };
    expect(isSelected(question, concept.value)).toBe(true);
    expect(toggled([concept], { ...concept, label: 'Löhne' })).toEqual([]);
  });
  test('of the aggregate is recognised either way round', () => {
    const chosen = { field: 'dyn_uri_all_concepts', label: concept.value, value: 'Wages' };
    const question = { ...emptyQuestion, selectedFacets: [chosen] };
    expect(isSelected(question, concept.value)).toBe(true);
  });
});
