/** Where words stand in the list of those that a part has: at hand for lists that hold many, looked for in others. */
import { bitCount } from '../index/bit-count.ts';
import { firstNotBelow } from '../index/segment.ts';
import type { Uint32 } from '../thesaurus/packed.ts';

/** By 32 numbers of words: a bit for each that the list has, and how many it has before them. */
interface Directory {
  bits: Int32Array;
  before: Uint32Array;
}

/** Shorter lists are searched quickly. */
const shortest = 1024;
/** In a list that has fewer of the words, the directory would take more room than the list. */
const leastShare = 1 / 16;

const directories = new WeakMap<Uint32, Directory | null>();

/** Places in `terms`, which ascend, of those of the group that are there. */
export function placesIn(terms: Uint32, group: readonly number[]): number[] {
  let directory = directories.get(terms);
  if (directory === undefined) {
    const isDense = terms.length >= shortest && terms.length >= terms.at(-1)! * leastShare;
    directory = isDense ? directoryOf(terms) : null;
    directories.set(terms, directory);
  }
  return directory ? placesBy(directory, group) : placesAmong(terms, group);
}

function directoryOf(terms: Uint32): Directory {
  const words = (terms.at(-1)! >>> 5) + 1;
  const [bits, before] = [new Int32Array(words), new Uint32Array(words)];
  for (let i = 0; i < terms.length; i++) bits[terms[i]! >>> 5]! |= 1 << (terms[i]! & 31);
  for (let word = 1; word < words; word++) before[word] = before[word - 1]! + bitCount(bits[word - 1]!);
  return { bits, before };
}

function placesBy({ bits, before }: Directory, group: readonly number[]): number[] {
  const found: number[] = [];
  for (let i = 0; i < group.length; i++) {
    const term = group[i]!;
    const word = term >>> 5;
    if (word >= bits.length) continue;
    const here = bits[word]!;
    const bit = 1 << (term & 31);
    if ((here & bit) !== 0) found.push(before[word]! + bitCount(here & (bit - 1)));
  }
  return found;
}

/** Each is looked for from the one before on, as most ascend. */
function placesAmong(terms: Uint32, group: readonly number[]): number[] {
  const found: number[] = [];
  let [at, before] = [0, -1];
  for (const term of group) {
    at = firstNotBelow(terms, term, term > before ? at : 0);
    if (terms[at] === term) found.push(at);
    before = term;
  }
  return found;
}
