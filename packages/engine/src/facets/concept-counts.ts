/**
 * Concept facet counts over the matches of a query.
 *
 * Frequent concepts are counted first. Rarer ones take most of the time and are pruned once they cannot be shown.
 */
import type { SegmentReader } from '../index/index-reader.ts';
import { countFrequent, countRare, countRareInAll } from './concept-counter.ts';
import type { Found } from './delta-counting.ts';
import { leastOfTop } from './top-values.ts';

/** The `limit` most frequent within a facet, and ties of the last; all where there is no limit. */
export interface Wanted {
  within: ArrayLike<number>;
  limit: number;
}

/** With fewer documents, counting everything costs less than finding out what need not be counted. */
const fewestToChoose = 20_000;

/** By concept, of which there are `size`; right for those wanted, too low for others. `found`: the parts with documents found. */
export function conceptCounts(size: number, found: Found[], wanted: Wanted[]): Uint32Array {
  const counts = new Uint32Array(size);
  for (const each of found) countFrequent(each, counts);
  const documents = found.flatMap(({ lists }) => lists).reduce((sum, { length }) => sum + length, 0);
  if (documents >= fewestToChoose) countShown(found, wanted, counts);
  else for (const each of found) countRare(each, counts);
  return counts;
}

/** Part by part: the less may come in those ahead, the fewer concepts are worth counting. */
function countShown(found: Found[], wanted: Wanted[], counts: Uint32Array): void {
  const frequent = counts.slice();
  const ahead = new Uint32Array(counts.length);
  for (const { part } of found) countRareInAll(part, ahead, 1);
  const shown = mayBeShown(counts, ahead, wanted);
  const leastOf = wanted.map(({ within, limit }) => leastOfTop(counts, limit, within));
  let candidates = [...shown.keys()].filter((concept) => shown[concept] === 1);
  for (const each of found) {
    const limit = placeBehind(each.part, shown);
    if (limit > each.part.concepts.frequent) countRare(each, counts, limit);
    countRareInAll(each.part, ahead, -1);
    candidates = candidates.filter((concept) => {
      const most = counts[concept]! + ahead[concept]!;
      const stays = wanted.some(({ within }, nth) => within[concept] === 1 && most >= leastOf[nth]!);
      if (!stays) shown[concept] = 0;
      return stays;
    });
  }
  for (let concept = 0; concept < counts.length; concept++)
    if (shown[concept] === 0) counts[concept] = frequent[concept]!;
}

/** Behind the last concept of the order of a part that can be shown. */
function placeBehind({ concepts: { order } }: SegmentReader, shown: Uint8Array): number {
  let place = order.length;
  while (place > 0 && shown[order[place - 1]!] === 0) place--;
  return place;
}

/** 1 for concepts that can be among those wanted when all documents `ahead` have them. */
function mayBeShown(counts: Uint32Array, ahead: Uint32Array, wanted: Wanted[]): Uint8Array {
  const shown = new Uint8Array(counts.length);
  for (const { within, limit } of wanted) {
    const least = leastOfTop(counts, limit, within);
    for (let concept = 0; concept < shown.length; concept++)
      if (within[concept] === 1 && counts[concept]! + ahead[concept]! >= least) shown[concept] = 1;
  }
  return shown;
}
