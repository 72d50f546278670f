/**
 * Concepts over the documents that a question found. The frequent ones are counted at once; the others, which take
 * most of the time, only where they can be among those that are shown.
 */
import type { Generation } from '../index/generation.ts';
import type { Found } from './counting.ts';
import { addRareTotals, countFrequent, countRare } from './counting-concepts.ts';
import { leastOfTop } from './facet-answer.ts';

export class ConceptCounts {
  /** By concept; too low for those that have not been asked for. */
  readonly values: Uint32Array;
  #generation: Generation;
  #found: Found[];
  #complete = false;

  constructor(generation: Generation, found: Found[]) {
    this.values = new Uint32Array(generation.thesaurus.thesaurus.size);
    this.#generation = generation;
    this.#found = found;
    generation.parts.forEach((part, i) => {
      countFrequent(part, found[i]!, this.values);
      if (part.concepts.frequent.length === 0) countRare(part, found[i]!, this.values);
    });
  }

  complete(): void {
    if (this.#complete) return;
    this.#complete = true;
    this.#generation.parts.forEach((part, i) => {
      if (part.concepts.frequent.length > 0) countRare(part, this.#found[i]!, this.values);
    });
  }

  /** Only the `limit` most frequent within a facet need be right, and ties of the last; others may be too low. */
  completeTop(within: ArrayLike<number>, limit: number): void {
    if (this.#complete) return;
    const inFacet = this.values.map((count, concept) => (within[concept] === 1 ? count : 0));
    const least = leastOfTop(inFacet, limit);
    const rest = rareTotals(this.#generation);
    const mayBeShown = (count: number, concept: number) =>
      count > 0 && within[concept] === 1 && this.values[concept]! + count >= least;
    if (rest.some(mayBeShown)) this.complete();
  }
}

const totalsOfGenerations = new WeakMap<Generation, Uint32Array>();

/** How many documents have a concept, in the parts where it is not frequent while others are. */
function rareTotals(generation: Generation): Uint32Array {
  let totals = totalsOfGenerations.get(generation);
  if (!totals) {
    totals = new Uint32Array(generation.thesaurus.thesaurus.size);
    for (const { concepts } of generation.parts)
      if (concepts.frequent.length > 0) addRareTotals(concepts, totals);
    totalsOfGenerations.set(generation, totals);
  }
  return totals;
}
