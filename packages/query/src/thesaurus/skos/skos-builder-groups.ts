/** Concept schemes and collections: their kinds, members and top concepts. */
import { getOrInsert } from '../../collections/get-or-insert.ts';
import { packLists } from '../../collections/shared-arrays.ts';
import { narrowerOf } from '../hierarchy.ts';
import { SCHEME_FLAG } from '../rdf/rdf-terms.ts';
import type { Members } from './skos-builder-labels.ts';
import type { SkosCollector } from './skos-collector.ts';

/** Members and first level of each scheme and collection, without deprecated concepts. */
export function groupsOf(
  collected: SkosCollector,
  members: Members,
  broader: number[][],
  deprecated: Uint8Array,
) {
  const { nodes, ordinals, conceptCount, flags } = members;
  const groupNodes = nodes.slice(conceptCount);
  const kindOf = (node: number) =>
    flags[node]! & SCHEME_FLAG ? ('scheme' as const) : ('collection' as const);
  const groupMembers = groupNodes.map(() => new Set<number>());
  const groupRoots = groupNodes.map(() => new Set<number>());
  const isCurrent = (concept: number) => concept >= 0 && concept < conceptCount && deprecated[concept] === 0;
  const addTo = (sets: Set<number>[], group: number, node: number) => {
    const concept = ordinals[node]!;
    if (group >= 0 && isCurrent(concept)) sets[group]!.add(concept);
  };
  for (const [node, scheme] of collected.inScheme)
    addTo(groupMembers, ordinals[scheme]! - conceptCount, node);
  for (const [node, scheme] of collected.topOf) {
    addTo(groupMembers, ordinals[scheme]! - conceptCount, node);
    addTo(groupRoots, ordinals[scheme]! - conceptCount, node);
  }
  addUndeclared(groupMembers, groupRoots, broader, isCurrent);
  const membersOf = memberReader(collected, ordinals);
  groupNodes.forEach((node, group) => {
    if (kindOf(node) !== 'collection') return;
    for (const member of membersOf(node)) {
      addTo(groupMembers, group, member);
      addTo(groupRoots, group, member);
    }
  });
  return {
    groupKinds: groupNodes.map(kindOf),
    groupMembers: packLists(groupMembers.map((set) => [...set])),
    groupRoots: packLists(groupRoots.map((set) => [...set])),
  };
}

/** Adds a concept without a scheme to the schemes of the top concepts above it. */
function addUndeclared(
  groupMembers: Set<number>[],
  groupRoots: Set<number>[],
  broader: number[][],
  isCurrent: (concept: number) => boolean,
): void {
  const assigned = new Set(groupMembers.flatMap((set) => [...set]));
  const isAdded = (concept: number) => !assigned.has(concept) && isCurrent(concept);
  const addedBelow = narrowerOf(broader).map((concepts) => concepts.filter(isAdded));
  groupRoots.forEach((tops, group) => {
    const below = new Set(tops);
    // A set iterates over elements that are added meanwhile.
    for (const concept of below) for (const narrower of addedBelow[concept]!) below.add(narrower);
    for (const concept of below) groupMembers[group]!.add(concept);
  });
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
