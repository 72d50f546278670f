/** Words of a vocabulary that begin with what was typed, but for a few typing errors. */
import { longestCompared } from '../text/typing-errors.ts';
import type { Uint16 } from '../thesaurus/packed.ts';
import type { LabelVocabulary } from './label-vocabulary.ts';

export interface NearWord {
  word: number;
  typos: number;
  /** How many units of the word were matched by what was typed. */
  length: number;
}

/**
 * Words that begin with something at most `most` typing errors (insertion, deletion, substitution, transposition
 * of neighbours) from what was typed. One pass in sorted order: rows of the distance table are kept for the
 * beginning that a word shares with the one before, and words below a hopeless beginning are skipped. None where more
 * letters were typed than are compared: the table grows with their square.
 */
export function wordsNear(
  { units, starts, shared }: LabelVocabulary,
  typed: string,
  most: number,
): NearWord[] {
  if (typed.length > longestCompared) return [];
  const letters = new Uint16Array(typed.length);
  for (let i = 0; i < typed.length; i++) letters[i] = typed.charCodeAt(i);
  const width = typed.length + 1;
  const deepest = typed.length + most;
  const rows = Array.from({ length: deepest + 1 }, () => new Uint8Array(width).fill(most + 1));
  for (let i = 0; i < width; i++) rows[0]![i] = Math.min(i, most + 1);
  // By depth: the fewest errors up to there, and at which depth.
  const fewest = new Uint8Array(deepest + 1).fill(most + 1);
  const reached = new Uint8Array(deepest + 1);
  const found: NearWord[] = [];
  let depth = 0;
  let hopeless = false;
  for (let word = 0; word < shared.length; word++) {
    const begin = starts[word]!;
    const length = starts[word + 1]! - begin - 1;
    if (shared[word]! < depth || !hopeless) {
      depth = Math.min(depth, shared[word]!);
      hopeless = false;
      const end = Math.min(length, deepest);
      while (depth < end && !hopeless) {
        depth++;
        const least = fillRow(rows, depth, units, begin, letters, most);
        const errors = rows[depth]![typed.length]!;
        const better = errors < fewest[depth - 1]!;
        fewest[depth] = better ? errors : fewest[depth - 1]!;
        reached[depth] = better ? depth : reached[depth - 1]!;
        hopeless = least > most;
      }
      // Deeper than this nothing changes any more.
      if (depth === deepest) hopeless = true;
    }
    if (fewest[depth]! <= most) found.push({ word, typos: fewest[depth]!, length: reached[depth]! });
  }
  return found;
}

/** One row of the optimal string alignment distance; returns the least value in it. */
function fillRow(
  rows: Uint8Array[],
  depth: number,
  units: Uint16,
  begin: number,
  typed: Uint16Array,
  most: number,
): number {
  const row = rows[depth]!;
  const above = rows[depth - 1]!;
  const unit = units[begin + depth - 1]!;
  const from = Math.max(1, depth - most);
  const to = Math.min(typed.length, depth + most);
  row[0] = Math.min(depth, most + 1);
  if (from > 1) row[from - 1] = most + 1;
  let least = row[0]!;
  // The unit before, where two may have changed places.
  const before = depth > 1 ? units[begin + depth - 2]! : -1;
  const twoAbove = rows[Math.max(0, depth - 2)]!;
  for (let i = from; i <= to; i++) {
    const letter = typed[i - 1]!;
    let errors = above[i - 1]! + (letter === unit ? 0 : 1);
    if (above[i]! + 1 < errors) errors = above[i]! + 1;
    if (row[i - 1]! + 1 < errors) errors = row[i - 1]! + 1;
    if (letter === before && i > 1 && typed[i - 2] === unit && twoAbove[i - 2]! + 1 < errors)
      errors = twoAbove[i - 2]! + 1;
    row[i] = errors;
    if (errors < least) least = errors;
  }
  if (to < typed.length) row[to + 1] = most + 1;
  return least;
}
