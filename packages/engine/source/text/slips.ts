/**
 * How likely it is that one word was typed and another one meant: the fewer and the more usual the slips, the cheaper.
 * Kinds of slips as in studies of typed text: neighbours swapped, letters doubled or not, a key beside the right one, a
 * letter that sounds alike; the first letter is rarely wrong (Damerau 1964; Pollock and Zamora 1984).
 */

const swapped = 0.7;
const doubled = 0.7;
/** Keys side by side, vowels, and letters that sound alike. */
const nearby = 0.8;
/** Written, or left out, where it is not heard. */
const silent = 0.8;
const otherFirst = 0.4;

const keyboards = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'yxcvbnm'];
const soundingAlike = ['aeiouy', 'ck', 'kq', 'sz', 'bp', 'dt', 'gk', 'fv', 'vw', 'mn', 'gj', 'cs'];
const near = nearLetters();

function nearLetters(): Set<string> {
  const pairs = keyboards.flatMap((row) => [...row].slice(1).map((letter, i) => `${row[i]}${letter}`));
  for (const alike of soundingAlike)
    for (const one of alike) pairs.push(...[...alike].map((other) => `${one}${other}`));
  return new Set(pairs.flatMap((pair) => [pair, `${pair[1]}${pair[0]}`]));
}

/** 0 for the same word, about 1 for each letter that differs. Both folded, and no longer than some sixty letters. */
export function costOfSlips(typed: string, meant: string): number {
  const width = meant.length + 1;
  const costs = new Float64Array((typed.length + 1) * width);
  for (let i = 0; i <= typed.length; i++) {
    for (let j = i === 0 ? 1 : 0; j <= meant.length; j++) {
      const at = i * width + j;
      let least = Number.POSITIVE_INFINITY;
      if (i > 0) least = costs[at - width]! + costOfOneMore(typed, i - 1);
      if (j > 0) least = Math.min(least, costs[at - 1]! + costOfOneMore(meant, j - 1));
      if (i > 0 && j > 0)
        least = Math.min(least, costs[at - width - 1]! + costOfAnother(typed[i - 1]!, meant[j - 1]!));
      const isSwapped = i > 1 && j > 1 && typed[i - 1] === meant[j - 2] && typed[i - 2] === meant[j - 1];
      if (isSwapped) least = Math.min(least, costs[at - 2 * width - 2]! + swapped);
      costs[at] = least;
    }
  }
  const isOtherFirst = typed[0] !== meant[0] && !(typed[0] === meant[1] && typed[1] === meant[0]);
  return costs.at(-1)! + (isOtherFirst ? otherFirst : 0);
}

function costOfOneMore(word: string, at: number): number {
  if (word[at] === word[at - 1] || word[at] === word[at + 1]) return doubled;
  return word[at] === 'h' ? silent : 1;
}

function costOfAnother(one: string, other: string): number {
  if (one === other) return 0;
  return near.has(one + other) ? nearby : 1;
}
