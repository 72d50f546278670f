/** Seeded random numbers, synthetic words and Zipf sampling for benchmarks. */

export interface RandomSource {
  /** In [0, 1). */
  next(): number;
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** Deterministic generator (mulberry32). */
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

/** Returns distinct words of one to four syllables, some with diacritics. */
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

/** Returns a sampler with Zipf-distributed frequencies: the first items are the most frequent. */
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
