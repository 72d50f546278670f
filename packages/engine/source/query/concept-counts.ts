/**
 * Concepts over the documents that a question found. The frequent ones are counted at once; the others, which take most
 * of the time, only where they can be among those that are shown.
 */
import type { Generation } from '../index/generation.ts';
import { countFrequent, countRare, countRareInAll } from './counting-concepts.ts';
import { leastOfTop } from './facet-answer.ts';
import type { Found } from './found.ts';

/** The `limit` most frequent within a facet, and ties of the last; all where there is no limit. */
export interface Wanted {
  within: ArrayLike<number>;
  limit: number;
}

/** With fewer documents, counting everything costs less than finding out what need not be counted. */
const fewestToChoose = 20_000;

/** By concept; right for those wanted, too low for others. `found` by part. */
export function conceptCounts(generation: Generation, found: Found[], wanted: Wanted[]): Uint32Array {
  const counts = new Uint32Array(generation.thesaurus.thesaurus.size);
  const { parts } = generation;
  parts.forEach((part, i) => {
    countFrequent(part, found[i]!, counts);
  });
  const documents = found.flatMap(({ lists }) => lists).reduce((sum, { length }) => sum + length, 0);
  if (documents < fewestToChoose) {
    parts.forEach((part, i) => {
      countRare(part, found[i]!, counts);
    });
    return counts;
  }
  const frequent = counts.slice();
  const rest = rareTotals(generation);
  const shown = mayBeShown(counts, rest, wanted);
  parts.forEach((part, i) => {
    const { order } = part.concepts;
    const limit = order.findLastIndex((concept) => shown[concept] === 1) + 1;
    if (limit > part.concepts.frequent) countRare(part, found[i]!, counts, limit);
  });
  for (let concept = 0; concept < counts.length; concept++)
    if (shown[concept] === 0) counts[concept] = frequent[concept]!;
  return counts;
}

/** 1 for concepts that can be among those wanted when all documents of the `rest` have them. */
function mayBeShown(counts: Uint32Array, rest: Uint32Array, wanted: Wanted[]): Uint8Array {
  const shown = new Uint8Array(counts.length);
  for (const { within, limit } of wanted) {
    const least = leastOfTop(counts, limit, within);
    for (let concept = 0; concept < shown.length; concept++)
      if (within[concept] === 1 && counts[concept]! + rest[concept]! >= least) shown[concept] = 1;
  }
  return shown;
}

const totals = new WeakMap<Generation, Uint32Array>();

/** By concept, how many documents of the parts in which it is not frequent have it, deleted ones included. */
function rareTotals(generation: Generation): Uint32Array {
  let known = totals.get(generation);
  if (!known) {
    known = new Uint32Array(generation.thesaurus.thesaurus.size);
    for (const part of generation.parts) countRareInAll(part, known);
    totals.set(generation, known);
  }
  return known;
}
