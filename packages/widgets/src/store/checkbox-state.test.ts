/** Tests of the checkbox states of facet values. */
import type { FacetGroup, Refiner, SearchResponse } from '@semantic-search/contract';
import { expect, test } from 'vitest';
import { checkboxStates, selectionAfterToggle } from './checkbox-state.ts';
import { distinctSelections, facetKey, initialQuery } from './query-state.ts';

const field = 'dyn_uri_kinds';
const kind = (name: string, ...children: Refiner[]): Refiner => ({
  count: 1,
  label: name,
  value: `https://example.org/${name}`,
  children,
});
const group: FacetGroup = {
  field,
  label: 'Kinds',
  facets: [
    kind('vertebrates', kind('mammals', kind('carnivorans'), kind('whales')), kind('birds')),
    kind('sea animals', kind('whales')),
    kind('insects'),
  ],
};
const choose = (name: string) => ({ field, label: name, value: `https://example.org/${name}` });
const stands = (...names: string[]) => {
  const found = checkboxStates(group, names.map(choose));
  return (name: string) => found.get(facetKey(field, choose(name)));
};
const response: SearchResponse = {
  message: '',
  resultType: '',
  status: 200,
  success: true,
  total: 1,
  concepts: [],
  result: [],
  query: { concepts: [] },
  facets: [group],
};
const after = (chosen: string[], name: string) =>
  selectionAfterToggle(
    { query: { ...initialQuery, selectedFacets: chosen.map(choose) }, response },
    choose(name),
  ).map(({ label }) => label);

test('ancestors of a selected value are partially selected, siblings are not', () => {
  const of = stands('carnivorans');
  expect(['vertebrates', 'mammals', 'carnivorans'].map(of)).toEqual(['partial', 'partial', 'selected']);
  expect(['whales', 'birds', 'insects', 'sea animals'].map(of)).toEqual(Array(4).fill(undefined));
});
test('descendants of a selected value are included at each occurrence', () => {
  const of = stands('mammals');
  expect(['vertebrates', 'mammals', 'carnivorans', 'whales'].map(of)).toEqual([
    'partial',
    'selected',
    'included',
    'included',
  ]);
  expect(of('sea animals')).toBe('partial');
});
test('a selected value replaces broader and narrower ones', () => {
  expect(after(['vertebrates', 'insects'], 'carnivorans')).toEqual(['insects', 'carnivorans']);
  expect(after(['carnivorans', 'whales', 'insects'], 'mammals')).toEqual(['insects', 'mammals']);
  expect(after(['sea animals', 'mammals'], 'whales')).toEqual(['whales']);
  expect(after(['carnivorans', 'birds'], 'birds')).toEqual(['carnivorans']);
});
test('a concept of the aggregate field is selected in the facet that contains it', () => {
  const mammals = { field: 'dyn_uri_all_concepts', label: choose('mammals').value, value: 'mammals' };
  const requested = { query: { ...initialQuery, selectedFacets: [mammals] }, response };
  expect(distinctSelections(requested)).toEqual([choose('mammals')]);
  expect(selectionAfterToggle(requested, choose('mammals'))).toEqual([]);
  expect(selectionAfterToggle(requested, choose('carnivorans'))).toEqual([choose('carnivorans')]);
  expect(selectionAfterToggle({ query: initialQuery, response }, mammals)).toEqual([choose('mammals')]);
  const both = { ...initialQuery, selectedFacets: [mammals, choose('mammals')] };
  expect(distinctSelections({ query: both, response })).toEqual([choose('mammals')]);
});
test('a concept that no facet contains stays in the aggregate field', () => {
  const moss = { field: 'dyn_uri_all_concepts', label: 'https://example.org/moss', value: 'moss' };
  expect(selectionAfterToggle({ query: initialQuery, response }, moss)).toEqual([moss]);
});
