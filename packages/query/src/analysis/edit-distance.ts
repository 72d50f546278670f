/** Edit distance (optimal string alignment), with equal costs or weighted by typing errors. */

const MIN_LENGTH_FOR_ONE_EDIT = 4;
const MIN_LENGTH_FOR_TWO_EDITS = 8;

/** Number of allowed edits of a word. A word with an ideograph permits none, because each ideograph is a word itself. */
export function maxEdits(word: string): number {
  if (word.length < MIN_LENGTH_FOR_ONE_EDIT || /\p{Script=Han}/u.test(word)) return 0;
  return word.length < MIN_LENGTH_FOR_TWO_EDITS ? 1 : 2;
}

/** ASCII bytes or UTF-16 units of a word. */
type Units = Uint8Array | Uint16Array;

interface EditCosts {
  /** Cost to add or omit the unit at this position of a word. */
  insertion(word: Units, at: number): number;
  substitution(one: number, other: number): number;
  transposition: number;
}

const equalCosts: EditCosts = { insertion: () => 1, substitution: () => 1, transposition: 1 };

/** Maximum word length to compare, in units. */
const MAX_COMPARED_LENGTH = 64;
/** Three rows of the distance table, which all calls reuse. */
const rows = Array.from({ length: 3 }, () => new Float64Array(MAX_COMPARED_LENGTH + 1));
/** Costs to add the units of the second word. */
const insertions = new Float64Array(MAX_COMPARED_LENGTH + 1);

/** Number of edits; `limit + 1` if it exceeds `limit` or a word is too long. */
export function editDistance(a: Units, b: Units, limit: number): number {
  return Math.abs(a.length - b.length) > limit ? limit + 1 : alignmentCost(a, b, limit, equalCosts);
}

/** Sum of the costs of the edits; `limit + 1` if it exceeds `limit` or a word is too long. */
function alignmentCost(a: Units, b: Units, limit: number, costs: EditCosts): number {
  if (Math.max(a.length, b.length) > MAX_COMPARED_LENGTH) return limit + 1;
  let [rowBeforeLast, lastRow, row] = rows as [Float64Array, Float64Array, Float64Array];
  lastRow[0] = 0;
  for (let j = 1; j <= b.length; j++) {
    insertions[j] = costs.insertion(b, j - 1);
    lastRow[j] = lastRow[j - 1]! + insertions[j]!;
  }
  for (let i = 1; i <= a.length; i++) {
    const unitA = a[i - 1]!;
    const deletion = costs.insertion(a, i - 1);
    row[0] = lastRow[0]! + deletion;
    let rowMinimum = row[0]!;
    for (let j = 1; j <= b.length; j++) {
      const unitB = b[j - 1]!;
      const substitution = unitA === unitB ? 0 : costs.substitution(unitA, unitB);
      let cost = lastRow[j - 1]! + substitution;
      cost = Math.min(cost, lastRow[j]! + deletion, row[j - 1]! + insertions[j]!);
      const isTransposed = i > 1 && j > 1 && unitA === b[j - 2] && a[i - 2] === unitB;
      if (isTransposed) cost = Math.min(cost, rowBeforeLast[j - 2]! + costs.transposition);
      row[j] = cost;
      if (cost < rowMinimum) rowMinimum = cost;
    }
    if (rowMinimum > limit) return limit + 1;
    [rowBeforeLast, lastRow, row] = [lastRow, row, rowBeforeLast];
  }
  return lastRow[b.length]!;
}

// Common errors cost less. Studies of typed text define the classes (Damerau 1964; Pollock and Zamora 1984).
const TRANSPOSITION_COST = 0.7;
const DOUBLED_LETTER_COST = 0.7;
/** Adjacent keys, vowels, and letters that sound alike. */
const SIMILAR_LETTER_COST = 0.8;
/** A silent h added or omitted. */
const SILENT_LETTER_COST = 0.8;
/** The first letter is rarely wrong, except by sound. */
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

const silentLetter = 'h'.charCodeAt(0);

const typingCosts: EditCosts = {
  insertion(word, at) {
    if (word[at] === word[at - 1] || word[at] === word[at + 1]) return DOUBLED_LETTER_COST;
    return word[at] === silentLetter ? SILENT_LETTER_COST : 1;
  },
  substitution: (one, other) => (near.has(String.fromCharCode(one, other)) ? SIMILAR_LETTER_COST : 1),
  transposition: TRANSPOSITION_COST,
};

/** Cost of the typing errors in a normalized word: 0 for equal words, about 1 per edit, infinite for too long words. */
export function weightedEditDistance(typed: string, meant: string): number {
  const cost = alignmentCost(unitsOf(typed), unitsOf(meant), Number.POSITIVE_INFINITY, typingCosts);
  const isFirstSwapped = typed[0] === meant[1] && typed[1] === meant[0];
  const isFirstRight = typed[0] === meant[0] || isFirstSwapped || alike.has(`${typed[0]}${meant[0]}`);
  return isFirstRight ? cost : cost + FIRST_LETTER_PENALTY;
}

/** The UTF-16 units of a word, as `editDistance` reads them. */
export function unitsOf(word: string): Uint16Array {
  return Uint16Array.from({ length: word.length }, (_, i) => word.charCodeAt(i));
}
