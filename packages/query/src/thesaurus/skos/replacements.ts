/** Resolution of replaced concepts: one successor for each, and their narrower concepts move to it. */

import { cutCycles } from '../hierarchy.ts';
import type { Relations, Warn } from './skos-statements.ts';

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

/**
 * The broader concepts in place of one that may be replaced: its successor, or if that is the concept itself, the
 * broader concepts of the replaced one.
 */
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
    : broader[parent]!.flatMap((each) => currentBroader(each, concept, relations, seen));
}
