/** Hierarchy normalization: cuts cycles, limits the depth, computes ancestors, resolves replacements. */

/** Relations of each concept, by ordinal. */
export interface Relations {
  broader: number[][];
  related: number[][];
  replacedBy: number[][];
}

/** Reports a repaired inconsistency. */
export type Warn = (message: string) => void;

/** Maximum depth of the hierarchy. Ancestors take quadratic memory, and deeper hierarchies are not usable. */
export const MAX_HIERARCHY_DEPTH = 64;

/** Removes and returns the edges [concept, broader] that close a cycle; the order of concepts decides which edge. */
export function cutCycles(broader: number[][]): [number, number][] {
  const [unseen, open, visited] = [0, 1, 2];
  const state = new Uint8Array(broader.length);
  const cutEdges: [number, number][] = [];
  // Depth first, without recursion, because a path may be long.
  const path: { concept: number; parents: Iterator<number, undefined> }[] = [];
  const enter = (concept: number) => {
    state[concept] = open;
    path.push({ concept, parents: broader[concept]!.values() });
  };
  for (let start = 0; start < broader.length; start++) {
    if (state[start] === unseen) enter(start);
    for (let deepest = path.at(-1); deepest; deepest = path.at(-1)) {
      const parent = deepest.parents.next().value;
      if (parent === undefined) {
        state[deepest.concept] = visited;
        path.pop();
      } else if (state[parent] === open) cutEdges.push([deepest.concept, parent]);
      else if (state[parent] === unseen) enter(parent);
    }
  }
  for (const [concept, parent] of cutEdges)
    broader[concept] = broader[concept]!.filter((candidate) => candidate !== parent);
  return cutEdges;
}

/** Removes and returns the edges [concept, broader] to concepts at the maximum depth. There must be no cycles. */
export function cutDepth(broader: number[][]): [number, number][] {
  const narrower = narrowerOf(broader);
  const waitingFor = broader.map((parents) => parents.length);
  const steps = new Uint8Array(broader.length);
  const cutEdges: [number, number][] = [];
  // Topological order: concepts whose broader concepts are all settled. The loop appends to it.
  const settled = [...broader.keys()].filter((concept) => waitingFor[concept] === 0);
  for (const concept of settled) {
    const isTooDeep = (parent: number) => steps[parent]! >= MAX_HIERARCHY_DEPTH;
    for (const parent of broader[concept]!.filter(isTooDeep)) cutEdges.push([concept, parent]);
    broader[concept] = broader[concept]!.filter((parent) => !isTooDeep(parent));
    for (const parent of broader[concept]) steps[concept] = Math.max(steps[concept]!, steps[parent]! + 1);
    for (const next of narrower[concept]!) if (--waitingFor[next]! === 0) settled.push(next);
  }
  return cutEdges;
}

/** Ancestors of each concept, excluding the concept itself, nearest first, each once. */
export function ancestorsOf(broader: number[][]): number[][] {
  return broader.map((parents) => {
    const ancestors = new Set(parents);
    // A set iterates in insertion order and includes elements added meanwhile: breadth first.
    for (const ancestor of ancestors) for (const parent of broader[ancestor]!) ancestors.add(parent);
    return [...ancestors];
  });
}

/** The inverse relation, in the order of concepts. */
export function narrowerOf(broader: number[][]): number[][] {
  const narrower: number[][] = broader.map(() => []);
  broader.forEach((parents, concept) => {
    for (const parent of parents) narrower[parent]!.push(concept);
  });
  return narrower;
}

/** Cuts cycles, keeps the first of several successors, and replaces broader concepts by their successors. */
export function resolveReplacements(
  relations: Relations,
  name: (ordinal: number) => string,
  warn: Warn,
): void {
  const { replacedBy, broader } = relations;
  for (const [concept, successor] of cutCycles(replacedBy)) {
    warn(
      `${name(concept)} is replaced by ${name(successor)} in a cycle; this replacement was ignored and ${name(concept)} kept.`,
    );
  }
  replacedBy.forEach((successors, concept) => {
    if (successors.length < 2) return;
    const [first, ...others] = successors.map(name);
    warn(`${name(concept)} is replaced by several concepts; ${first} is used, ${others.join(', ')} ignored.`);
  });
  relations.broader = broader.map((parents, concept) => [
    ...new Set(parents.flatMap((parent) => currentBroader(parent, concept, relations, new Set()))),
  ]);
}

/** Replacement of a parent: its successor or, if `concept` is the successor, the broader concepts of the parent. */
function currentBroader(parent: number, concept: number, relations: Relations, seen: Set<number>): number[] {
  const { replacedBy, broader } = relations;
  if (seen.has(parent)) return [];
  seen.add(parent);
  let successor = parent;
  // Cycles are already cut.
  for (let next = replacedBy[successor]![0]; next !== undefined; next = replacedBy[successor]![0])
    successor = next;
  if (successor !== concept) return [successor];
  return parent === concept
    ? []
    : broader[parent]!.flatMap((grandparent) => currentBroader(grandparent, concept, relations, seen));
}
