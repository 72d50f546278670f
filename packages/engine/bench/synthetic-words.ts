/** Chance that repeats itself, and words that nobody wrote: what a benchmark without data of its own is made of. */

export interface RandomSource {
  /** From 0 up to, but not including, 1. */
  next(): number;
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** The same numbers for the same seed (the generator known as mulberry32). */
export function seededRandom(seed: number): RandomSource {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { next, below, pick: (items) => items[below(items.length)]! };
}

const onsets = [
  'b',
  'br',
  'd',
  'f',
  'g',
  'gr',
  'h',
  'k',
  'kl',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  'st',
  't',
  'tr',
  'v',
  'z',
];
const vowels = ['a', 'e', 'i', 'o', 'u', 'ei', 'au', 'ä', 'ö', 'ü', 'é'];
const codas = ['', '', 'n', 'r', 's', 't', 'l', 'nd', 'rk'];

/** So many different words of one to four syllables, some with marks. */
export function syntheticWords(count: number, { next, pick }: RandomSource): string[] {
  const words = new Set<string>();
  while (words.size < count) {
    const syllables = 1 + Math.floor(next() * 4);
    let word = '';
    for (let i = 0; i < syllables; i++) word += pick(onsets) + pick(vowels) + pick(codas);
    words.add(word);
  }
  return [...words];
}

/** Picks the first items far more often than the last, as texts do with words (Zipf). */
export function zipfSampler<Item>(items: readonly Item[], { next }: RandomSource): () => Item {
  const ends: number[] = [];
  let sum = 0;
  for (let rank = 0; rank < items.length; rank++) {
    sum += 1 / (rank + 4);
    ends.push(sum);
  }
  return () => {
    const at = next() * sum;
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (ends[middle]! <= at) low = middle + 1;
      else high = middle;
    }
    return items[low]!;
  };
}
