/** Tests of the checkbox states of facet values. */

import type { FacetGroup, Refiner, SearchResponse } from '@semantic-search/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkboxStates, selectionAfterChoice, selectionAfterToggle } from './checkbox-state.ts';
import { distinctSelections, facetKey, type SelectedValue } from './facet-values.ts';
import { initialQuery } from './query-state.ts';

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
const labelsAfter =
  (select: typeof selectionAfterToggle) =>
  (selected: string[], name: string): (string | undefined)[] =>
    select({ query: { ...initialQuery, selectedFacets: selected.map(choose) }, response }, choose(name)).map(
      ({ label }) => label,
    );
const after = labelsAfter(selectionAfterToggle);
const chosen = labelsAfter(selectionAfterChoice);

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
test('a click on an included value unchecks it and keeps its siblings', () => {
  expect(after(['mammals'], 'carnivorans')).toEqual(['whales']);
  expect(after(['vertebrates', 'insects'], 'carnivorans')).toEqual(['whales', 'birds', 'insects']);
  expect(after(['whales'], 'carnivorans')).toEqual(['mammals']);
});
test('a click on a selected value unchecks everything below it', () => {
  expect(after(['mammals', 'birds'], 'mammals')).toEqual(['birds']);
  expect(after(['carnivorans'], 'carnivorans')).toEqual([]);
});
test('unchecking the last value below a selected one leaves no filter', () => {
  expect(after(['sea animals'], 'whales')).toEqual([]);
  expect(after(['insects', 'sea animals'], 'whales')).toEqual(['insects']);
});
test('a click on a partially selected value selects everything below it', () => {
  expect(after(['carnivorans', 'insects'], 'vertebrates')).toEqual(['insects', 'vertebrates']);
});
test('a value below several broader ones is unchecked below each of them', () => {
  expect(after(['mammals', 'sea animals'], 'whales')).toEqual(['carnivorans']);
  expect(after(['mammals', 'sea animals'], 'mammals')).toEqual(['sea animals']);
  expect(after(['mammals', 'whales'], 'carnivorans')).toEqual(['whales']);
});
test('a selected value that the response omits is kept', () => {
  expect(after(['mosses', 'mammals'], 'carnivorans')).toEqual(['mosses', 'whales']);
  expect(after(['mosses', 'birds'], 'mosses')).toEqual(['birds']);
});
test('a tag or suggestion replaces broader and narrower concepts', () => {
  expect(chosen(['vertebrates', 'insects'], 'carnivorans')).toEqual(['insects', 'carnivorans']);
  expect(chosen(['carnivorans', 'whales', 'insects'], 'mammals')).toEqual(['insects', 'mammals']);
  expect(chosen(['sea animals', 'mammals'], 'whales')).toEqual(['whales']);
  expect(chosen(['carnivorans', 'birds'], 'birds')).toEqual(['carnivorans']);
});

describe('after random clicks', () => {
  const names = 'abcdefghij'.split('');
  const uri = (name: string) => choose(name).value;
  /** Each name has a number of possible broader ones, all earlier in the alphabet. */
  const hierarchies = (maxBroader: number) =>
    fc.tuple(
      ...names.map((_, index) => fc.uniqueArray(fc.nat(Math.max(0, index - 1)), { maxLength: maxBroader })),
    );
  const narrowerOf = (broader: number[][], index: number) =>
    names.flatMap((_, other) => (other && broader[other]!.includes(index) ? [other] : []));
  const treeOf = (broader: number[][], index: number): Refiner =>
    kind(names[index]!, ...narrowerOf(broader, index).map((child) => treeOf(broader, child)));
  const responseOf = (broader: number[][]): SearchResponse => ({
    ...response,
    facets: [
      {
        ...group,
        facets: names.flatMap((_, index) =>
          index && broader[index]!.length ? [] : [treeOf(broader, index)],
        ),
      },
    ],
  });
  const below = (broader: number[][], index: number): number[] => [
    index,
    ...narrowerOf(broader, index).flatMap((child) => below(broader, child)),
  ];
  const clicks = fc.array(fc.nat(names.length - 1), { minLength: 1, maxLength: 12 });
  const click = (selected: SelectedValue[], index: number, broader: number[][]) =>
    selectionAfterToggle(
      { query: { ...initialQuery, selectedFacets: selected }, response: responseOf(broader) },
      choose(names[index]!),
    );
  /** Checked are the values whose documents are all found; partly selected those of which some are. */
  const statesOf = (selected: SelectedValue[], broader: number[][]) => {
    const states = checkboxStates(responseOf(broader).facets[0]!, selected);
    return names.map((name) => states.get(facetKey(field, choose(name))));
  };

  test('exactly the checked values filter, and a click changes the checkbox', () => {
    fc.assert(
      fc.property(hierarchies(3), clicks, (broader, sequence) => {
        let selected: SelectedValue[] = [];
        for (const clicked of sequence) {
          const before = statesOf(selected, broader);
          selected = click(selected, clicked, broader);
          const filtering = new Set(
            selected.flatMap(({ value }) =>
              below(
                broader,
                names.findIndex((name) => uri(name) === value),
              ),
            ),
          );
          const states = statesOf(selected, broader);
          for (const index of names.keys()) {
            const isChecked = ['selected', 'included'].includes(states[index] ?? '');
            expect(isChecked).toBe(filtering.has(index));
            expect(states[index] === 'partial').toBe(
              !isChecked && below(broader, index).some((one) => filtering.has(one)),
            );
          }
          const wasChecked = ['selected', 'included'].includes(before[clicked] ?? '');
          expect(['selected', 'included'].includes(states[clicked] ?? '')).toBe(!wasChecked);
        }
      }),
    );
  });
  test('a tree without shared values equals a naive model of checkboxes', () => {
    fc.assert(
      fc.property(hierarchies(1), clicks, (broader, sequence) => {
        const checked = names.map(() => false);
        let selected: SelectedValue[] = [];
        const parentOf = (index: number) => (index ? broader[index]![0] : undefined);
        for (const clicked of sequence) {
          const value = !checked[clicked];
          for (const index of below(broader, clicked)) checked[index] = value;
          for (let parent = parentOf(clicked); parent !== undefined; parent = parentOf(parent)) {
            const children = narrowerOf(broader, parent);
            checked[parent] =
              value &&
              (checked[parent]! || (children.length > 1 && children.every((child) => checked[child])));
          }
          selected = click(selected, clicked, broader);
          expect(
            statesOf(selected, broader).map((state) => state === 'selected' || state === 'included'),
          ).toEqual(checked);
        }
      }),
    );
  });
});

test('a concept of the aggregate field is selected in the facet that contains it', () => {
  const mammals = { field: 'dyn_uri_all_concepts', label: choose('mammals').value, value: 'mammals' };
  const requested = { query: { ...initialQuery, selectedFacets: [mammals] }, response };
  expect(distinctSelections(requested)).toEqual([choose('mammals')]);
  expect(selectionAfterToggle(requested, choose('mammals'))).toEqual([]);
  expect(selectionAfterChoice(requested, choose('carnivorans'))).toEqual([choose('carnivorans')]);
  expect(selectionAfterToggle({ query: initialQuery, response }, mammals)).toEqual([choose('mammals')]);
  const both = { ...initialQuery, selectedFacets: [mammals, choose('mammals')] };
  expect(distinctSelections({ query: both, response })).toEqual([choose('mammals')]);
});
test('a concept that no facet contains stays in the aggregate field', () => {
  const moss = { field: 'dyn_uri_all_concepts', label: 'https://example.org/moss', value: 'moss' };
  expect(selectionAfterToggle({ query: initialQuery, response }, moss)).toEqual([moss]);
});
