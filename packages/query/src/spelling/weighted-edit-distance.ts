/**
 * Weighted edit distance: common typing errors cost less than others.
 *
 * Error classes as in studies of typed text: transposed neighbors, doubled letters, adjacent keys, letters that
 * sound alike. The first letter is rarely wrong, except by sound (Damerau 1964; Pollock and Zamora 1984).
 */

const TRANSPOSITION_COST = 0.7;
const DOUBLED_LETTER_COST = 0.7;
/** Adjacent keys, vowels, and letters that sound alike. */
const SIMILAR_LETTER_COST = 0.8;
/** A silent h added or omitted. */
const SILENT_LETTER_COST = 0.8;
const FIRST_LETTER_PENALTY = 0.4;

const keyboards = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'yxcvbnm'];
const soundingAlike = ['aeiouy', 'ck', 'kq', 'sz', 'bp', 'dt', 'gk', 'fv', 'vw', 'mn', 'gj', 'cs'];
const alike = new Set(
  soundingAlike.flatMap((letters) => [...letters].flatMap((one) => [...letters].map((other) => one + other))),
);
const near = new Set([...alike, ...keyboards.flatMap(adjacentKeys)]);

function adjacentKeys(row: string): string[] {
  return [...row].slice(1).flatMap((letter, i) => [`${row[i]}${letter}`, `${letter}${row[i]}`]);
}

/** 0 for equal words, about 1 for each edit. Both words are normalized and at most about sixty characters long. */
export function weightedEditDistance(typed: string, meant: string): number {
  const width = meant.length + 1;
  const costs = new Float64Array((typed.length + 1) * width);
  for (let i = 0; i <= typed.length; i++) {
    for (let j = i === 0 ? 1 : 0; j <= meant.length; j++) {
      const at = i * width + j;
      let least = Number.POSITIVE_INFINITY;
      if (i > 0) least = costs[at - width]! + insertionCost(typed, i - 1);
      if (j > 0) least = Math.min(least, costs[at - 1]! + insertionCost(meant, j - 1));
      if (i > 0 && j > 0)
        least = Math.min(least, costs[at - width - 1]! + substitutionCost(typed[i - 1]!, meant[j - 1]!));
      const isSwapped = i > 1 && j > 1 && typed[i - 1] === meant[j - 2] && typed[i - 2] === meant[j - 1];
      if (isSwapped) least = Math.min(least, costs[at - 2 * width - 2]! + TRANSPOSITION_COST);
      costs[at] = least;
    }
  }
  const isSwappedFirst = typed[0] === meant[1] && typed[1] === meant[0];
  const isOtherFirst = typed[0] !== meant[0] && !isSwappedFirst && !alike.has(`${typed[0]}${meant[0]}`);
  return costs.at(-1)! + (isOtherFirst ? FIRST_LETTER_PENALTY : 0);
}

function insertionCost(word: string, at: number): number {
  if (word[at] === word[at - 1] || word[at] === word[at + 1]) return DOUBLED_LETTER_COST;
  return word[at] === 'h' ? SILENT_LETTER_COST : 1;
}

function substitutionCost(one: string, other: string): number {
  if (one === other) return 0;
  return near.has(one + other) ? SIMILAR_LETTER_COST : 1;
}
