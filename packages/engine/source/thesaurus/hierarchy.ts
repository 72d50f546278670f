/** The order of broader and narrower made safe to walk: cycles cut, ancestors worked out once. */

/** Deeper levels are not followed: no thesaurus has them, and they would make ancestors quadratic. */
const DEEPEST = 64;

/**
 * Removes from `broader` (a list for each concept) the edges that close a cycle. Returns them as
 * [concept, broader]; which edge of a cycle goes is fixed by the order of concepts.
 */
export function cutCycles(broader: number[][]): [number, number][] {
  const NEW = 0;
  const OPEN = 1;
  const DONE = 2;
  const state = new Uint8Array(broader.length);
  const cut: [number, number][] = [];
  for (let start = 0; start < broader.length; start++) {
    if (state[start] !== NEW) continue;
    const path = [start];
    const positions = [0];
    state[start] = OPEN;
    while (path.length > 0) {
      const concept = path.at(-1)!;
      const next = broader[concept]![positions[positions.length - 1]!++];
      if (next === undefined) {
        state[concept] = DONE;
        path.pop();
        positions.pop();
      } else if (state[next] === OPEN) {
        cut.push([concept, next]);
      } else if (state[next] === NEW) {
        state[next] = OPEN;
        path.push(next);
        positions.push(0);
      }
    }
  }
  for (const [concept, parent] of cut) broader[concept] = broader[concept]!.filter((each) => each !== parent);
  return cut;
}

/** Ancestors of each concept without itself, nearest first and each once, with the fewest steps to each. */
export function ancestorsOf(broader: number[][]): { ancestors: number[][]; distances: number[][] } {
  const distances: number[][] = [];
  const ancestors = broader.map((parents, concept) => {
    const steps = new Map<number, number>(parents.map((parent) => [parent, 1]));
    // A map is walked in the order of insertion, entries added on the way included: breadth first.
    for (const [ancestor, step] of steps) {
      if (step === DEEPEST) break;
      for (const next of broader[ancestor]!) if (!steps.has(next)) steps.set(next, step + 1);
    }
    distances[concept] = [...steps.values()];
    return [...steps.keys()];
  });
  return { ancestors, distances };
}
