/** Tri-state model of a facet: checkbox states of its values, and the selection after a click. */
import type { FacetGroup, Refiner } from '@semantic-search/contract';
import {
  distinctSelections,
  facetKey,
  inOwnFacet,
  type QueryWithResponse,
  type SelectedValue,
  selectionOf,
} from './query-state.ts';

/** Selected itself, included by a selected broader concept, or partially selected by a narrower one. */
export type CheckboxState = 'selected' | 'included' | 'partial';
/** By `facetKey`; values without an entry are not selected. */
export type CheckboxStates = ReadonlyMap<string, CheckboxState>;

/** The values of a facet by `facetKey`, and the narrower keys of those that have any. A value may have several parents. */
interface ConceptTree {
  values: Map<string, SelectedValue>;
  narrower: Map<string, Set<string>>;
}

function conceptTree({ field, facets }: FacetGroup): ConceptTree {
  const tree: ConceptTree = { values: new Map(), narrower: new Map() };
  const add = (refiners: readonly Refiner[]): string[] =>
    refiners.map((refiner) => {
      const key = facetKey(field, refiner);
      tree.values.set(key, selectionOf(field, refiner));
      if (!refiner.children?.length) return key;
      const narrower = tree.narrower.get(key) ?? new Set();
      tree.narrower.set(key, narrower);
      for (const child of add(refiner.children)) narrower.add(child);
      return key;
    });
  add(facets);
  return tree;
}

/** The keys and the keys of all their descendants. */
function including({ narrower }: ConceptTree, keys: Iterable<string>): Set<string> {
  const reached = new Set(keys);
  // The iteration of a set includes the keys that are added during the loop.
  for (const key of reached) for (const child of narrower.get(key) ?? []) reached.add(child);
  return reached;
}

/** A concept below several broader ones has the same state at each occurrence. */
export function checkboxStates(group: FacetGroup, selected: readonly SelectedValue[]): CheckboxStates {
  const states = new Map<string, CheckboxState>();
  if (!selected.length) return states;
  const tree = conceptTree(group);
  const keys = new Set(selected.map((facet) => facetKey(group.field, facet)));
  const knownKeys = [...keys].filter((key) => tree.values.has(key));
  const included = including(tree, knownKeys);
  for (const key of included) states.set(key, keys.has(key) ? 'selected' : 'included');
  for (const key of tree.narrower.keys())
    if (!included.has(key) && [...including(tree, [key])].some((descendant) => included.has(descendant)))
      states.set(key, 'partial');
  return states;
}

/**
 * The selection after a click on the checkbox of `clicked`. A click on a checked value unchecks it and its descendants;
 * its siblings stay checked. A click on any other value checks it and its descendants. Only the part of the hierarchy in
 * the response is known.
 */
export function selectionAfterToggle(state: QueryWithResponse, clicked: SelectedValue): SelectedValue[] {
  const { tree, facet, key, ownSelection, others } = facetContext(state, clicked);
  const isChecked = including(tree, ownSelection.keys()).has(key);
  const keys = (isChecked ? keysAfterUncheck : keysAfterCheck)(tree, ownSelection.keys(), key);
  return [...others, ...keys.map((item) => ownSelection.get(item) ?? tree.values.get(item) ?? facet)];
}

/** The selection after a choice of `clicked` outside its facet. It replaces selected broader and narrower concepts. */
export function selectionAfterChoice(state: QueryWithResponse, clicked: SelectedValue): SelectedValue[] {
  const { tree, facet, key, ownSelection, others } = facetContext(state, clicked);
  const isSelected = ownSelection.delete(key);
  const branch = including(tree, [key]);
  const unrelated = [...ownSelection].filter(
    ([item]) => !branch.has(item) && !including(tree, [item]).has(key),
  );
  return [
    ...others,
    ...(isSelected ? [...ownSelection.values()] : [...unrelated.map(([, value]) => value), facet]),
  ];
}

/** `ownSelection` contains the selected values of the facet of `clicked`, `others` those of other facets. */
function facetContext(state: QueryWithResponse, clicked: SelectedValue) {
  const facet = inOwnFacet(clicked, state);
  const { field } = facet;
  const group = state.response?.facets.find((candidate) => candidate.field === field);
  const tree = conceptTree(group ?? { field, label: '', facets: [] });
  const selections = distinctSelections(state);
  const ownSelections = selections.filter((selection) => selection.field === field);
  return {
    tree,
    facet,
    key: facetKey(field, facet),
    ownSelection: new Map(ownSelections.map((selection) => [facetKey(field, selection), selection])),
    others: selections.filter((selection) => selection.field !== field),
  };
}

/** Selected broader values are replaced by the values below them that do not contain `key`. */
function keysAfterUncheck(tree: ConceptTree, selected: Iterable<string>, key: string): string[] {
  const branch = including(tree, [key]);
  const remaining = new Set<string>();
  const visited = new Set<string>();
  const split = (broader: string): void => {
    if (visited.has(broader) || branch.has(broader)) return;
    visited.add(broader);
    if (including(tree, [broader]).has(key)) tree.narrower.get(broader)?.forEach(split);
    else remaining.add(broader);
  };
  for (const item of selected) split(item);
  return withoutCovered(tree, [...remaining]);
}

/** A checked value replaces its descendants. A parent replaces its children if all are checked, at least two. */
function keysAfterCheck(tree: ConceptTree, selected: Iterable<string>, key: string): string[] {
  const remaining = withoutCovered(tree, [...selected, key]);
  const included = including(tree, remaining);
  for (const [parent, children] of tree.narrower)
    if (!included.has(parent) && children.size > 1 && children.has(key))
      if ([...children].every((child) => included.has(child))) return keysAfterCheck(tree, remaining, parent);
  return remaining;
}

/** Removes keys below another key of the list: they have no effect. */
function withoutCovered(tree: ConceptTree, keys: readonly string[]): string[] {
  const narrowerKeys = keys.flatMap((key) => [...(tree.narrower.get(key) ?? [])]);
  const covered = including(tree, narrowerKeys);
  return keys.filter((key) => !covered.has(key));
}
