/** The order of broader and narrower made safe to walk: cycles and endless descents cut, ancestors worked out once. */

/** Most steps from a concept up to the top. More would make ancestors quadratic, and nobody can find their way there. */
export const MAX_HIERARCHY_DEPTH = 64;

/**
 * Removes from `broader` (a list for each concept) the edges that close a cycle. Returns them as
 * [concept, broader]; which edge of a cycle goes is fixed by the order of concepts.
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
 * Removes from `broader`, which has no cycles, the edges to concepts that have already `mostSteps` above them. Returns
 * them as [concept, broader]; everything else then says the same about the hierarchy, upwards and downwards.
 */
export function cutDepth(broader: number[][]): [number, number][] {
  const narrower = narrowerOf(broader);
  const waitingFor = broader.map((parents) => parents.length);
  const steps = new Uint8Array(broader.length);
  const cut: [number, number][] = [];
  // Concepts whose broader ones are all settled; more are added on the way.
  const settled = [...broader.keys()].filter((concept) => waitingFor[concept] === 0);
  for (const concept of settled) {
    const kept = broader[concept]!.filter((parent) => steps[parent]! < MAX_HIERARCHY_DEPTH);
    for (const parent of broader[concept]!) if (!kept.includes(parent)) cut.push([concept, parent]);
    broader[concept] = kept;
    for (const parent of kept) steps[concept] = Math.max(steps[concept]!, steps[parent]! + 1);
    for (const next of narrower[concept]!) if (--waitingFor[next]! === 0) settled.push(next);
  }
  return cut;
}

/** Ancestors of each concept without itself, nearest first and each once. */
export function ancestorsOf(broader: number[][]): number[][] {
  return broader.map((parents) => {
    const above = new Set(parents);
    // A set is walked in the order of insertion, what is added on the way included: breadth first.
    for (const ancestor of above) for (const next of broader[ancestor]!) above.add(next);
    return [...above];
  });
}

/** The same relation the other way round, in the order of concepts. */
export function narrowerOf(broader: number[][]): number[][] {
  const narrower: number[][] = broader.map(() => []);
  broader.forEach((parents, concept) => {
    for (const parent of parents) narrower[parent]!.push(concept);
  });
  return narrower;
}
