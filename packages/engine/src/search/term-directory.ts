/** Term lookup in a segment: a direct index for long term lists, binary search for short ones. */

import type { SharedUint32Array } from '@semantic-search/query/collections';
import { bitCount } from '@semantic-search/query/util';
import { seekCeil } from '../index/segment.ts';

/**
 * By 32 numbers of words two numbers side by side: a bit for each of the words that the list has, and how many it has
 * before them.
 */
export type Directory = Int32Array;

/** Shorter lists are searched quickly. */
const shortest = 1024;
/** In a list that has fewer of the words, the directory would take more room than the list. */
const leastShare = 1 / 16;

const directories = new WeakMap<SharedUint32Array, Directory | null>();

/** Places in `terms`, which ascend, of those of the group that are there. */
export function placesIn(terms: SharedUint32Array, group: readonly number[]): number[] {
  const directory = directoryFor(terms);
  return directory ? placesBy(directory, group) : placesAmong(terms, group);
}

/** Null for a list that is short, or has few of the words. */
export function directoryFor(terms: SharedUint32Array): Directory | null {
  let directory = directories.get(terms);
  if (directory === undefined) {
    const isDense = terms.length >= shortest && terms.length >= terms.at(-1)! * leastShare;
    directory = isDense ? directoryOf(terms) : null;
    directories.set(terms, directory);
  }
  return directory;
}

/** The place of one word, -1 where it is not there. */
export function placeBy(directory: Directory, term: number): number {
  const at = (term >>> 5) * 2;
  if (at >= directory.length) return -1;
  const here = directory[at]!;
  const bit = 1 << (term & 31);
  return (here & bit) === 0 ? -1 : directory[at + 1]! + bitCount(here & (bit - 1));
}

function directoryOf(terms: SharedUint32Array): Directory {
  const words = (terms.at(-1)! >>> 5) + 1;
  const directory = new Int32Array(words * 2);
  for (let i = 0; i < terms.length; i++) directory[(terms[i]! >>> 5) * 2]! |= 1 << (terms[i]! & 31);
  for (let at = 2; at < directory.length; at += 2)
    directory[at + 1] = directory[at - 1]! + bitCount(directory[at - 2]!);
  return directory;
}

function placesBy(directory: Directory, group: readonly number[]): number[] {
  const found: number[] = [];
  for (let i = 0; i < group.length; i++) {
    const place = placeBy(directory, group[i]!);
    if (place >= 0) found.push(place);
  }
  return found;
}

/** Each is looked for from the one before on, as most ascend. */
function placesAmong(terms: SharedUint32Array, group: readonly number[]): number[] {
  const found: number[] = [];
  let [at, before] = [0, -1];
  for (const term of group) {
    at = seekCeil(terms, term, term > before ? at : 0);
    if (terms[at] === term) found.push(at);
    before = term;
  }
  return found;
}
