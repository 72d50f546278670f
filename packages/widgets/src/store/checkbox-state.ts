/** Tri-state model of a facet: checkbox states of its values, and the selection after a click. */
import type { FacetGroup, Refiner } from '@semantic-search/contract';
import type { SelectedValue, SelectionContext } from './facet-values.ts';
import { distinctSelections, facetKey, inOwnFacet, selectionOf } from './facet-values.ts';

/** Selected itself, included by a selected broader concept, or partially selected by a narrower one. */
export type CheckboxState = 'selected' | 'included' | 'partial';
/** States by `facetKey`; values without an entry are not selected. */
export type CheckboxStates = ReadonlyMap<string, CheckboxState>;

/** A concept below several broader ones has the same state at each occurrence. */
export function checkboxStates(group: FacetGroup, selected: readonly SelectedValue[]): CheckboxStates {
  const states = new Map<string, CheckboxState>();
  if (!selected.length) return states;
  const tree = conceptTree(group);
  const selectedKeys = new Set(selected.map((selection) => facetKey(group.field, selection)));
  const knownKeys = [...selectedKeys].filter((key) => tree.values.has(key));
  const included = withDescendants(tree, knownKeys);
  for (const key of included) states.set(key, selectedKeys.has(key) ? 'selected' : 'included');
  for (const key of tree.narrower.keys()) {
    if (included.has(key)) continue;
    const hasIncluded = [...withDescendants(tree, [key])].some((descendant) => included.has(descendant));
    if (hasIncluded) states.set(key, 'partial');
  }
  return states;
}

/**
 * The selection after a click on the checkbox of `clicked`. A click on a checked value unchecks it and its descendants;
 * its siblings stay checked. A click on any other value checks it and its descendants. Only the part of the hierarchy in
 * the response is known.
 */
export function selectionAfterToggle(state: SelectionContext, clicked: SelectedValue): SelectedValue[] {
  const { tree, value, key, ownSelection, others } = facetContext(state, clicked);
  const isChecked = withDescendants(tree, ownSelection.keys()).has(key);
  const keysAfterToggle = isChecked ? keysAfterUncheck : keysAfterCheck;
  const keys = keysAfterToggle(tree, ownSelection.keys(), key);
  return [...others, ...keys.map((item) => ownSelection.get(item) ?? tree.values.get(item) ?? value)];
}

/** The selection after a choice of `clicked` outside its facet. It replaces selected broader and narrower concepts. */
export function selectionAfterChoice(state: SelectionContext, clicked: SelectedValue): SelectedValue[] {
  const { tree, value, key, ownSelection, others } = facetContext(state, clicked);
  const isDeselected = ownSelection.delete(key);
  if (isDeselected) return [...others, ...ownSelection.values()];
  const branch = withDescendants(tree, [key]);
  const unrelated = [...ownSelection]
    .filter(([item]) => !branch.has(item) && !withDescendants(tree, [item]).has(key))
    .map(([, selection]) => selection);
  return [...others, ...unrelated, value];
}

/** The values of a facet by `facetKey`, and the keys of the children of each parent. A value may have several parents. */
interface ConceptTree {
  values: Map<string, SelectedValue>;
  narrower: Map<string, Set<string>>;
}

function conceptTree({ field, facets }: FacetGroup): ConceptTree {
  const tree: ConceptTree = { values: new Map(), narrower: new Map() };
  const add = (refiner: Refiner): string => {
    const key = facetKey(field, refiner);
    tree.values.set(key, selectionOf(field, refiner));
    const narrower = tree.narrower.get(key) ?? new Set<string>();
    if (refiner.children?.length) tree.narrower.set(key, narrower);
    for (const child of refiner.children ?? []) narrower.add(add(child));
    return key;
  };
  facets.forEach(add);
  return tree;
}

/** The keys and the keys of all their descendants. */
function withDescendants({ narrower }: ConceptTree, keys: Iterable<string>): Set<string> {
  const reached = new Set(keys);
  // The iteration of a set includes the keys that are added during the loop.
  for (const key of reached) for (const child of narrower.get(key) ?? []) reached.add(child);
  return reached;
}

/** The clicked value and its facet. `ownSelection` has the selected values of this facet by key, `others` the rest. */
function facetContext(state: SelectionContext, clicked: SelectedValue) {
  const value = inOwnFacet(clicked, state);
  const { field } = value;
  const group = state.response?.facets.find((candidate) => candidate.field === field);
  const tree = conceptTree(group ?? { field, label: '', facets: [] });
  const selections = distinctSelections(state);
  const ownSelections = selections.filter((selection) => selection.field === field);
  return {
    tree,
    value,
    key: facetKey(field, value),
    ownSelection: new Map(ownSelections.map((selection) => [facetKey(field, selection), selection])),
    others: selections.filter((selection) => selection.field !== field),
  };
}

/** Replaces selected broader values by the values below them that do not contain `key`. */
function keysAfterUncheck(tree: ConceptTree, selected: Iterable<string>, key: string): string[] {
  const branch = withDescendants(tree, [key]);
  const remaining = new Set<string>();
  const visited = new Set<string>();
  const split = (item: string): void => {
    if (visited.has(item) || branch.has(item)) return;
    visited.add(item);
    if (withDescendants(tree, [item]).has(key)) tree.narrower.get(item)?.forEach(split);
    else remaining.add(item);
  };
  for (const item of selected) split(item);
  return withoutCovered(tree, [...remaining]);
}

/** A checked value replaces its descendants. A parent replaces its children if all are checked, at least two. */
function keysAfterCheck(tree: ConceptTree, selected: Iterable<string>, key: string): string[] {
  const remaining = withoutCovered(tree, [...selected, key]);
  const included = withDescendants(tree, remaining);
  for (const [parent, children] of tree.narrower) {
    const isCandidate = !included.has(parent) && children.size > 1 && children.has(key);
    const isComplete = isCandidate && [...children].every((child) => included.has(child));
    if (isComplete) return keysAfterCheck(tree, remaining, parent);
  }
  return remaining;
}

/** Removes keys below another key of the list: they have no effect. */
function withoutCovered(tree: ConceptTree, keys: readonly string[]): string[] {
  const narrowerKeys = keys.flatMap((key) => [...(tree.narrower.get(key) ?? [])]);
  const covered = withDescendants(tree, narrowerKeys);
  return keys.filter((key) => !covered.has(key));
}
