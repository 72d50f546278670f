/** Hierarchy normalization: cuts cycles, limits the depth and computes ancestors. */

/** Maximum depth of the hierarchy. Ancestors take quadratic memory, and deeper hierarchies are not usable. */
export const MAX_HIERARCHY_DEPTH = 64;

/**
 * Removes the edges that close a cycle from `broader` (a list for each concept).
 *
 * Returns them as [concept, broader]. The order of concepts decides which edge of a cycle is removed.
 */
export function cutCycles(broader: number[][]): [number, number][] {
  const unseen = 0;
  const open = 1;
  const done = 2;
  const state = new Uint8Array(broader.length);
  const cut: [number, number][] = [];
  for (let start = 0; start < broader.length; start++) {
    if (state[start] !== unseen) continue;
    const path = [start];
    const positions = [0];
    state[start] = open;
    while (path.length > 0) {
      const concept = path.at(-1)!;
      const next = broader[concept]![positions[positions.length - 1]!++];
      if (next === undefined) {
        state[concept] = done;
        path.pop();
        positions.pop();
      } else if (state[next] === open) {
        cut.push([concept, next]);
      } else if (state[next] === unseen) {
        state[next] = open;
        path.push(next);
        positions.push(0);
      }
    }
  }
  for (const [concept, parent] of cut) broader[concept] = broader[concept]!.filter((each) => each !== parent);
  return cut;
}

/**
 * Removes the edges to concepts that are already at the maximum depth from `broader`, which has no cycles.
 *
 * Returns them as [concept, broader]. The result is consistent in both directions.
 */
export function cutDepth(broader: number[][]): [number, number][] {
  const narrower = narrowerOf(broader);
  const waitingFor = broader.map((parents) => parents.length);
  const steps = new Uint8Array(broader.length);
  const cut: [number, number][] = [];
  // Topological order: concepts whose broader concepts are all settled. The loop appends to it.
  const settled = [...broader.keys()].filter((concept) => waitingFor[concept] === 0);
  for (const concept of settled) {
    const parents = broader[concept]!.filter((parent) => steps[parent]! < MAX_HIERARCHY_DEPTH);
    for (const parent of broader[concept]!) if (!parents.includes(parent)) cut.push([concept, parent]);
    broader[concept] = parents;
    for (const parent of parents) steps[concept] = Math.max(steps[concept]!, steps[parent]! + 1);
    for (const next of narrower[concept]!) if (--waitingFor[next]! === 0) settled.push(next);
  }
  return cut;
}

/** Ancestors of each concept, without itself, nearest first, each once. */
export function ancestorsOf(broader: number[][]): number[][] {
  return broader.map((parents) => {
    const above = new Set(parents);
    // A set iterates in insertion order and includes elements added meanwhile: breadth first.
    for (const ancestor of above) for (const next of broader[ancestor]!) above.add(next);
    return [...above];
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
