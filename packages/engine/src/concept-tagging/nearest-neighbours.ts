/**
 * Remembers texts that people have tagged, and finds those most like a new one: what they are tagged with is
 * likely to fit it too, also where the text does not name it.
 */

import { analyzerFor } from '../analysis/analyzers.ts';
import { normalizeSpelling } from '../analysis/normalizer.ts';
import { forEachToken } from '../analysis/tokenizer.ts';
import { insertSorted } from '../binary-search.ts';
import { getOrInsert } from '../get-or-insert.ts';
import {
  listAt,
  type PackedLists,
  packLists,
  type SharedFloat32Array,
  sharedFloat32,
} from '../shared-arrays.ts';
import {
  type FingerprintTable,
  findFingerprint,
  fingerprintNumbers,
  termFingerprint,
} from '../thesaurus/phrase-hash-table.ts';
import type { TextMentions } from './mentions.ts';

export interface ExampleIndex {
  terms: FingerprintTable;
  /** Examples that have each term, and the weight of the term in them. */
  postings: PackedLists;
  weights: SharedFloat32Array;
  /** Inverse document frequency of each term. */
  rarity: SharedFloat32Array;
  /** What each example is tagged with. */
  tags: PackedLists;
}

/** What a text is about, as far as likeness goes: fingerprints of stems and of mentioned concepts, weighted. */
export type TermFrequencies = Map<number, number>;

/** Long words also count by their beginning: compounds on the same thing share it. */
const compoundFrom = 9;
const beginningLength = 6;
/** A term of more than this share of the examples tells nothing and costs most. */
const mostCommon = 0.2;
const neighbourCount = 40;

export function termFrequencies(text: string, read: TextMentions, languageTag?: string): TermFrequencies {
  const terms: TermFrequencies = new Map();
  const add = (print: number, weight: number) => terms.set(print, (terms.get(print) ?? 0) + weight);
  const language = analyzerFor(languageTag);
  forEachToken(text, (begin, end) => {
    const word = text.slice(begin, end);
    if (language.isStopWord(normalizeSpelling(word))) return;
    const weight = begin < read.headLength ? 2 : 1;
    const stem = language.stem(word);
    if (stem.length > 1) add(termFingerprint(language.code, stem), weight);
    if (word.length >= compoundFrom)
      add(termFingerprint(`${language.code}-`, stem.slice(0, beginningLength)), weight);
  });
  for (const { concept, matches, inHead } of read.mentions.values()) {
    const named = matches.reduce((sum, { senses: namings }) => sum + 1 / namings.length, 0);
    add(termFingerprint('#', String(concept)), 2 * named * (1 + inHead / matches.length));
  }
  return terms;
}

export function indexExamples(examples: { terms: TermFrequencies; tags: number[] }[]): ExampleIndex {
  const numbers = fingerprintNumbers();
  const lists: number[][] = [];
  examples.forEach(({ terms }, example) => {
    for (const term of terms.keys()) {
      const number = numbers.numberOf(term);
      lists[number] ??= [];
      lists[number].push(example);
    }
  });
  const table = numbers.table();
  const isTelling = (list: number[]) =>
    list.length > 1 && list.length <= Math.max(2, examples.length * mostCommon);
  const rarity = sharedFloat32(
    lists.map((list) => (isTelling(list) ? Math.log(examples.length / list.length) : 0)),
  );
  const postings = packLists(lists.map((list) => (isTelling(list) ? list : [])));
  const weights = sharedFloat32(postings.targets.length);
  const next = postings.starts.slice();
  for (const { terms } of examples) {
    for (const [number, weight] of weighted(terms, table, rarity)) weights[next[number]!++] = weight;
  }
  return {
    terms: table,
    postings,
    weights,
    rarity,
    tags: packLists(examples.map(({ tags }) => tags)),
  };
}

/** Terms by number with their weights, as a vector of length 1. */
function weighted(
  terms: TermFrequencies,
  table: FingerprintTable,
  rarity: ArrayLike<number>,
): [number: number, weight: number][] {
  const vector: [number, number][] = [];
  let squares = 0;
  for (const [term, frequency] of terms) {
    const number = findFingerprint(table, term);
    if (number < 0 || rarity[number] === 0) continue;
    const weight = (1 + Math.log(frequency)) * rarity[number]!;
    vector.push([number, weight]);
    squares += weight * weight;
  }
  const length = Math.sqrt(squares);
  return vector.map(([number, weight]) => [number, weight / length]);
}

/** How the examples most like a text are tagged: by concept, shares of all likeness. */
export interface Neighbourhood {
  tagged: Map<number, { share: number; nearest: number; examples: number }>;
}

/** `without` leaves out one example: the text itself while training. */
export function nearestNeighbours(memory: ExampleIndex) {
  const likeness = new Float32Array(memory.tags.starts.length - 1);
  return (terms: TermFrequencies, without = -1): Neighbourhood => {
    const touched: number[] = [];
    for (const [number, weight] of weighted(terms, memory.terms, memory.rarity)) {
      for (let i = memory.postings.starts[number]!; i < memory.postings.starts[number + 1]!; i++) {
        const example = memory.postings.targets[i]!;
        if (likeness[example] === 0) touched.push(example);
        likeness[example]! += weight * memory.weights[i]!;
      }
    }
    if (without >= 0) likeness[without] = 0;
    const nearest = nearestOf(touched, likeness);
    const tagged: Neighbourhood['tagged'] = new Map();
    const all = nearest.reduce((sum, example) => sum + likeness[example]!, 0);
    for (const example of nearest) {
      for (const concept of listAt(memory.tags, example)) {
        const entry = getOrInsert(tagged, concept, () => ({ share: 0, nearest: 0, examples: 0 }));
        entry.share += likeness[example]! / all;
        entry.nearest = Math.max(entry.nearest, likeness[example]!);
        entry.examples++;
      }
    }
    for (const example of touched) likeness[example] = 0;
    return { tagged };
  };
}

function nearestOf(touched: number[], likeness: Float32Array): number[] {
  const nearest: number[] = [];
  const byLikeness = (one: number, other: number) => likeness[other]! - likeness[one]!;
  for (const example of touched) {
    const value = likeness[example]!;
    if (
      value === 0 ||
      (nearest.length === neighbourCount && value <= likeness[nearest[neighbourCount - 1]!]!)
    )
      continue;
    insertSorted(nearest, example, neighbourCount, byLikeness);
  }
  return nearest;
}
