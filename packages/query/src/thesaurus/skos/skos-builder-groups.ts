/** Groups of a thesaurus (concept schemes and collections): kinds, members and top concepts. */
import { getOrInsert } from '../../collections/get-or-insert.ts';
import { packLists } from '../../collections/shared-arrays.ts';
import { narrowerOf } from '../hierarchy.ts';
import { SCHEME_FLAG } from '../rdf/rdf-terms.ts';
import type { Resources } from './skos-builder-labels.ts';
import type { SkosCollector } from './skos-collector.ts';

/** A scheme or collection with its concepts, and the concepts of its first level. */
type Group = { kind: 'scheme' | 'collection'; concepts: Set<number>; roots: Set<number> };

/** Members and first level of each group, without deprecated concepts. Group ordinals follow concept ordinals. */
export function groupsOf(
  collected: SkosCollector,
  { nodes, ordinals, conceptCount, flags }: Resources,
  broader: number[][],
  deprecated: Uint8Array,
) {
  const groupNodes = nodes.slice(conceptCount);
  const groups = groupNodes.map((node): Group => {
    const kind = flags[node]! & SCHEME_FLAG ? 'scheme' : 'collection';
    return { kind, concepts: new Set(), roots: new Set() };
  });
  const groupOf = (node: number): Group | undefined => groups[ordinals[node]! - conceptCount];
  const isCurrent = (concept: number) => concept >= 0 && concept < conceptCount && deprecated[concept] === 0;
  const addTo = (set: Set<number> | undefined, node: number) => {
    if (isCurrent(ordinals[node]!)) set?.add(ordinals[node]!);
  };
  for (const [node, scheme] of [...collected.inScheme, ...collected.topOf])
    addTo(groupOf(scheme)?.concepts, node);
  for (const [node, scheme] of collected.topOf) addTo(groupOf(scheme)?.roots, node);
  // Before the collections are filled, because their concepts may be in no scheme.
  addToSchemesAbove(groups, broader, isCurrent);
  const membersOf = memberReader(collected, ordinals);
  for (const node of groupNodes) {
    const { kind, concepts, roots } = groupOf(node)!;
    for (const member of kind === 'collection' ? membersOf(node) : []) {
      addTo(concepts, member);
      addTo(roots, member);
    }
  }
  return {
    groupKinds: groups.map(({ kind }) => kind),
    groupMembers: packLists(groups.map(({ concepts }) => [...concepts])),
    groupRoots: packLists(groups.map(({ roots }) => [...roots])),
  };
}

/** Adds a concept without a scheme to the schemes of the top concepts above it. */
function addToSchemesAbove(
  groups: Group[],
  broader: number[][],
  isCurrent: (concept: number) => boolean,
): void {
  const assigned = new Set(groups.flatMap(({ concepts }) => [...concepts]));
  const isAdded = (concept: number) => !assigned.has(concept) && isCurrent(concept);
  const addedBelow = narrowerOf(broader).map((concepts) => concepts.filter(isAdded));
  for (const { concepts, roots } of groups) {
    const below = new Set(roots);
    // A set iterates over elements that are added meanwhile.
    for (const concept of below) for (const narrower of addedBelow[concept]!) below.add(narrower);
    for (const concept of below) concepts.add(concept);
  }
}

/** Returns a function for the members of a collection and of its nested collections, in the order of the statements. */
function memberReader(collected: SkosCollector, ordinals: Int32Array) {
  const directMembers = new Map<number, number[]>();
  for (const [collection, member] of collected.members)
    getOrInsert(directMembers, collection, () => []).push(member);
  return (collection: number): number[] => {
    const concepts: number[] = [];
    const stack = [collection];
    const seen = new Set(stack);
    while (stack.length > 0) {
      const current = stack.pop()!;
      if (ordinals[current]! >= 0 && !directMembers.has(current)) concepts.push(current);
      // Reversed onto the stack, so that nested collections keep their position.
      const newMembers = (directMembers.get(current) ?? []).filter((member) => !seen.has(member));
      for (const member of newMembers.toReversed()) {
        seen.add(member);
        stack.push(member);
      }
    }
    return concepts;
  };
}
