/**
 * k-nearest-neighbor search over tagged texts: TF-IDF vectors with cosine similarity.
 *
 * The tags of similar texts are candidates for a new text, even if it does not mention them.
 */

import { analyzerFor, forEachToken, normalizeSpelling } from '@semantic-search/query/analysis';
import {
  getOrInsert,
  insertSorted,
  listAt,
  type PackedLists,
  packLists,
  type SharedFloat32Array,
  sharedFloat32,
} from '@semantic-search/query/collections';
import {
  type FingerprintTable,
  findFingerprint,
  fingerprintNumbers,
  termFingerprint,
} from '@semantic-search/query/thesaurus';
import type { TextMentions } from './mentions.ts';

export interface ExampleIndex {
  terms: FingerprintTable;
  /** Examples by term. */
  postings: PackedLists;
  /** Weight of the term in the example, by posting. */
  weights: SharedFloat32Array;
  /** Inverse document frequency of each term. */
  rarity: SharedFloat32Array;
  /** Tags by example. */
  tags: PackedLists;
}

/** Weighted frequencies by fingerprint of a stem, a compound prefix or a mentioned concept. */
export type TermFrequencies = Map<number, number>;

/** Long words also count by their prefix, which related compounds share. */
const MIN_COMPOUND_LENGTH = 9;
const COMPOUND_PREFIX_LENGTH = 6;
/** Terms in more than this share of the examples cost most and discriminate little. */
const MAX_DOCUMENT_FREQUENCY_SHARE = 0.2;
/** A concept that the text mentions, and a word of its title, count as much as this many words. */
const MENTION_WEIGHT = 2;
const TITLE_WORD_WEIGHT = 2;
const NEIGHBOR_COUNT = 120;
/** The tags of one very similar text are better evidence than those of many that are a little similar. */
const SIMILARITY_EXPONENT = 3;

export function termFrequencies(
  text: string,
  textMentions: TextMentions,
  languageTag?: string,
): TermFrequencies {
  const terms: TermFrequencies = new Map();
  const add = (term: number, weight: number) => terms.set(term, (terms.get(term) ?? 0) + weight);
  const language = analyzerFor(languageTag);
  forEachToken(text, (begin, end) => {
    const word = text.slice(begin, end);
    if (language.isStopWord(normalizeSpelling(word))) return;
    const weight = begin < textMentions.titleLength ? TITLE_WORD_WEIGHT : 1;
    const stem = language.stem(word);
    if (stem.length > 1) add(termFingerprint(language.code, stem), weight);
    if (word.length >= MIN_COMPOUND_LENGTH)
      add(termFingerprint(`${language.code}-`, stem.slice(0, COMPOUND_PREFIX_LENGTH)), weight);
  });
  for (const { concept, phrases, count, inTitle } of textMentions.mentions.values()) {
    // An ambiguous phrase counts for each of its senses in part.
    const frequency = phrases.reduce((sum, { senses, count }) => sum + count / senses.length, 0);
    const titleFactor = 1 + inTitle / count;
    add(termFingerprint('#', String(concept)), MENTION_WEIGHT * frequency * titleFactor);
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
  const isSelective = (list: number[]) =>
    list.length > 1 && list.length <= Math.max(2, examples.length * MAX_DOCUMENT_FREQUENCY_SHARE);
  const rarity = sharedFloat32(
    lists.map((list) => (isSelective(list) ? Math.log(examples.length / list.length) : 0)),
  );
  const postings = packLists(lists.map((list) => (isSelective(list) ? list : [])));
  const weights = sharedFloat32(postings.targets.length);
  const next = postings.starts.slice();
  for (const { terms } of examples) {
    for (const [number, weight] of tfIdfVector(terms, table, rarity)) weights[next[number]!++] = weight;
  }
  return {
    terms: table,
    postings,
    weights,
    rarity,
    tags: packLists(examples.map(({ tags }) => tags)),
  };
}

/** TF-IDF vector, normalized to length 1. */
function tfIdfVector(
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

/** Tags of the nearest neighbors: by concept, the share of the total weight, which is a power of the similarity. */
export interface Neighborhood {
  tagged: Map<number, { share: number; nearest: number; examples: number }>;
}

/** `excluded` leaves out one example: the text itself while training. */
export function nearestNeighbors(index: ExampleIndex) {
  const similarity = new Float32Array(index.tags.starts.length - 1);
  return (terms: TermFrequencies, excluded = -1): Neighborhood => {
    const touched: number[] = [];
    for (const [number, weight] of tfIdfVector(terms, index.terms, index.rarity)) {
      for (let i = index.postings.starts[number]!; i < index.postings.starts[number + 1]!; i++) {
        const example = index.postings.targets[i]!;
        if (similarity[example] === 0) touched.push(example);
        similarity[example]! += weight * index.weights[i]!;
      }
    }
    if (excluded >= 0) similarity[excluded] = 0;
    const nearest = nearestOf(touched, similarity);
    const tagged: Neighborhood['tagged'] = new Map();
    const weightOf = (example: number) => similarity[example]! ** SIMILARITY_EXPONENT;
    const totalWeight = nearest.reduce((sum, example) => sum + weightOf(example), 0);
    for (const example of nearest) {
      const share = weightOf(example) / totalWeight;
      for (const concept of listAt(index.tags, example)) {
        const entry = getOrInsert(tagged, concept, () => ({ share: 0, nearest: 0, examples: 0 }));
        entry.share += share;
        entry.nearest = Math.max(entry.nearest, similarity[example]!);
        entry.examples++;
      }
    }
    for (const example of touched) similarity[example] = 0;
    return { tagged };
  };
}

function nearestOf(touched: number[], similarity: Float32Array): number[] {
  const nearest: number[] = [];
  const bySimilarity = (one: number, other: number) => similarity[other]! - similarity[one]!;
  for (const example of touched) {
    const value = similarity[example]!;
    if (
      value === 0 ||
      (nearest.length === NEIGHBOR_COUNT && value <= similarity[nearest[NEIGHBOR_COUNT - 1]!]!)
    )
      continue;
    insertSorted(nearest, example, NEIGHBOR_COUNT, bySimilarity);
  }
  return nearest;
}
