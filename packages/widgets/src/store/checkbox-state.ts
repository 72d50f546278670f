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

/** The values of a facet by `facetKey`, with the keys of the narrower ones; one can occur below several broader ones. */
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
      const narrower = tree.narrower.get(key) ?? new Set();
      tree.narrower.set(key, narrower);
      for (const child of add(refiner.children ?? [])) narrower.add(child);
      return key;
    });
  add(facets);
  return tree;
}

/** The keys and those of everything below them. */
function including({ narrower }: ConceptTree, keys: Iterable<string>): Set<string> {
  const all = new Set(keys);
  // A set also iterates over the values that are added meanwhile.
  for (const key of all) for (const child of narrower.get(key) ?? []) all.add(child);
  return all;
}

/** A concept below several broader ones has the same state at each occurrence. */
export function checkboxStates(group: FacetGroup, selected: readonly SelectedValue[]): CheckboxStates {
  const states = new Map<string, CheckboxState>();
  if (!selected.length) return states;
  const tree = conceptTree(group);
  const keys = new Set(selected.map((facet) => facetKey(group.field, facet)));
  const included = including(
    tree,
    [...keys].filter((key) => tree.values.has(key)),
  );
  for (const key of included) states.set(key, keys.has(key) ? 'selected' : 'included');
  for (const key of tree.values.keys())
    if (!included.has(key) && [...including(tree, [key])].some((below) => included.has(below)))
      states.set(key, 'partial');
  return states;
}

/**
 * The selection after a click on the checkbox of `clicked`: what is checked afterwards is what filters. A checked value is
 * unchecked together with everything below it; its siblings stay. Any other value is checked together with everything
 * below it. The hierarchy is known as far as the response shows it.
 */
export function selectionAfterToggle(state: QueryWithResponse, clicked: SelectedValue): SelectedValue[] {
  const { tree, facet, key, own, others } = context(state, clicked);
  const next = including(tree, own.keys()).has(key) ? unchecked(tree, own, key) : checked(tree, own, key);
  return [...others, ...next.map((one) => own.get(one) ?? tree.values.get(one) ?? facet)];
}

/** The selection after a choice of `clicked` outside its facet. It replaces selected broader and narrower concepts. */
export function selectionAfterChoice(state: QueryWithResponse, clicked: SelectedValue): SelectedValue[] {
  const { tree, facet, key, own, others } = context(state, clicked);
  const isSelected = own.delete(key);
  const below = including(tree, [key]);
  const unrelated = [...own].filter(([other]) => !below.has(other) && !including(tree, [other]).has(key));
  return [...others, ...(isSelected ? [...own.values()] : [...unrelated.map(([, value]) => value), facet])];
}

/** `own` contains the selected values of the facet of `clicked`, `others` those of other facets. */
function context(state: QueryWithResponse, clicked: SelectedValue) {
  const facet = inOwnFacet(clicked, state);
  const { field } = facet;
  const group = state.response?.facets.find((other) => other.field === field);
  const tree = conceptTree(group ?? { field, label: '', facets: [] });
  const selections = distinctSelections(state);
  const own = selections.filter((one) => one.field === field);
  return {
    tree,
    facet,
    key: facetKey(field, facet),
    own: new Map(own.map((one) => [facetKey(field, one), one])),
    others: selections.filter((one) => one.field !== field),
  };
}

/** Selected broader values are replaced by the values below them that do not contain `key`. */
function unchecked(tree: ConceptTree, own: ReadonlyMap<string, unknown>, key: string): string[] {
  const below = including(tree, [key]);
  const kept = new Set<string>();
  const visited = new Set<string>();
  const split = (one: string): void => {
    if (visited.has(one) || below.has(one)) return;
    visited.add(one);
    if (including(tree, [one]).has(key)) tree.narrower.get(one)?.forEach(split);
    else kept.add(one);
  };
  for (const one of own.keys()) split(one);
  return withoutCovered(tree, [...kept]);
}

/** A value replaces the ones below it; a broader value whose narrower ones, at least two, are all checked replaces them. */
function checked(tree: ConceptTree, own: ReadonlyMap<string, unknown>, key: string): string[] {
  const next = withoutCovered(tree, [...own.keys(), key]);
  const included = including(tree, next);
  for (const [parent, children] of tree.narrower)
    if (!included.has(parent) && children.size > 1 && children.has(key))
      if ([...children].every((child) => included.has(child)))
        return checked(tree, new Map(next.map((one) => [one, one])), parent);
  return next;
}

/** Values below another one have no effect. */
function withoutCovered(tree: ConceptTree, keys: readonly string[]): string[] {
  const covered = including(
    tree,
    keys.flatMap((key) => [...(tree.narrower.get(key) ?? [])]),
  );
  return keys.filter((key) => !covered.has(key));
}
