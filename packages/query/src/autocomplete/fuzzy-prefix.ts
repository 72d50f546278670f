/** Fuzzy prefix search: words of a sorted dictionary whose prefix is within an edit distance. */

import { MAX_COMPARED_LENGTH } from '../analysis/edit-distance.ts';
import type { SharedUint16Array } from '../collections/shared-arrays.ts';
import type { LabelDictionary } from './label-dictionary.ts';

export interface FuzzyMatch {
  word: number;
  edits: number;
  /** Length of the matched prefix, in UTF-16 units. */
  length: number;
}

/**
 * Words with a prefix at most `maxEdits` edits (optimal string alignment) from the input.
 *
 * One pass in sorted order: rows of the distance table are reused for the prefix shared with the previous word, and
 * subtrees that cannot match are skipped. Returns nothing for inputs above the maximum length, because the table
 * grows quadratically.
 */
export function fuzzyPrefixMatches(
  { units, starts, shared }: LabelDictionary,
  typed: string,
  maxEdits: number,
): FuzzyMatch[] {
  if (typed.length > MAX_COMPARED_LENGTH) return [];
  const letters = new Uint16Array(typed.length);
  for (let i = 0; i < typed.length; i++) letters[i] = typed.charCodeAt(i);
  const width = typed.length + 1;
  const deepest = typed.length + maxEdits;
  const table = new Uint8Array((deepest + 1) * width).fill(maxEdits + 1);
  for (let i = 0; i < width; i++) table[i] = Math.min(i, maxEdits + 1);
  // By depth: the fewest edits so far, and the depth where they were reached.
  const fewest = new Uint8Array(deepest + 1).fill(maxEdits + 1);
  const reached = new Uint8Array(deepest + 1);
  const found: FuzzyMatch[] = [];
  const count = shared.length;
  let depth = 0;
  for (let word = 0; word < count; ) {
    const begin = starts[word]!;
    const end = Math.min(starts[word + 1]! - begin - 1, deepest);
    let isDecided = false;
    while (depth < end && !isDecided) {
      depth++;
      const least = fillRow(table, width, depth, units, begin, letters, maxEdits);
      const errors = table[depth * width + typed.length]!;
      const isBetter = errors < fewest[depth - 1]!;
      fewest[depth] = isBetter ? errors : fewest[depth - 1]!;
      reached[depth] = isBetter ? depth : reached[depth - 1]!;
      // Longer prefixes cannot have fewer edits than the minimum of the row.
      isDecided = least > maxEdits || fewest[depth]! <= least;
    }
    const [edits, length] = [fewest[depth]!, reached[depth]!];
    if (edits <= maxEdits) found.push({ word, edits, length });
    word++;
    if (isDecided || depth === deepest)
      for (; word < count && shared[word]! >= depth; word++)
        if (edits <= maxEdits) found.push({ word, edits, length });
    if (word < count && shared[word]! < depth) depth = shared[word]!;
  }
  return found;
}

/** Computes one row of the optimal string alignment distance; returns its minimum. */
function fillRow(
  table: Uint8Array,
  width: number,
  depth: number,
  units: SharedUint16Array,
  begin: number,
  typed: Uint16Array,
  maxEdits: number,
): number {
  const row = depth * width;
  const above = row - width;
  const twoAbove = above - width;
  const unit = units[begin + depth - 1]!;
  // The previous unit, for transpositions.
  const before = depth > 1 ? units[begin + depth - 2]! : -1;
  const from = Math.max(1, depth - maxEdits);
  const to = Math.min(typed.length, depth + maxEdits);
  let left = from > 1 ? maxEdits + 1 : Math.min(depth, maxEdits + 1);
  let least = Math.min(depth, maxEdits + 1);
  table[row] = least;
  table[row + from - 1] = left;
  let corner = table[above + from - 1]!;
  for (let i = from; i <= to; i++) {
    const letter = typed[i - 1]!;
    const over = table[above + i]!;
    let errors = letter === unit ? corner : corner + 1;
    if (over + 1 < errors) errors = over + 1;
    if (left + 1 < errors) errors = left + 1;
    if (letter === before && i > 1 && typed[i - 2] === unit && table[twoAbove + i - 2]! + 1 < errors)
      errors = table[twoAbove + i - 2]! + 1;
    table[row + i] = errors;
    if (errors < least) least = errors;
    left = errors;
    corner = over;
  }
  if (to < typed.length) table[row + to + 1] = maxEdits + 1;
  return least;
}
