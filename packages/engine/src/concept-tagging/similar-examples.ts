/**
 * Tags of similar examples: k-nearest-neighbor search by TF-IDF vectors and cosine similarity.
 *
 * The tags of similar texts are candidates for a new text, even if it does not mention them.
 */
import { analyzerFor, forEachToken } from '@semantic-search/query/analysis';
import {
  getOrInsert,
  insertSorted,
  listAt,
  type PackedLists,
  packLists,
  sharedFloat32,
} from '@semantic-search/query/collections';
import { findFingerprint, sortedFingerprints, termFingerprint } from '@semantic-search/query/thesaurus';
import type { TextMentions } from './mentions.ts';

export interface ExampleIndex {
  /** Sorted fingerprints; a term is given by its index. */
  terms: Float64Array;
  /** Examples by term. */
  postings: PackedLists;
  /** Weight of the term in the example, by posting. */
  weights: Float32Array;
  /** Inverse document frequency of each term. */
  rarity: Float32Array;
  /** Tags by example. */
  tags: PackedLists;
}

/** Weighted frequencies by fingerprint of a stem, a compound prefix or a mentioned concept. */
export type TermFrequencies = Map<number, number>;

/** Long words also count by their prefix, which related compounds share; in UTF-16 units. */
const MIN_COMPOUND_LENGTH = 9;
const COMPOUND_PREFIX_LENGTH = 6;
/** Terms in more than this share of the examples cost most and discriminate little. */
const MAX_DOCUMENT_FREQUENCY_SHARE = 0.2;
/** Weights of a mentioned concept and of a word of the title, relative to a word of the text. */
const MENTION_WEIGHT = 2;
const TITLE_WORD_WEIGHT = 2;
/** Maximum number of neighbors (k). */
const MAX_SIMILAR_EXAMPLES = 120;
/** Exponent of similarities: the tags of one very similar text are better evidence than tags of many vaguely similar texts. */
const SIMILARITY_EXPONENT = 3;

export function termFrequencies(text: string, textMentions: TextMentions, languageTag?: string) {
  const terms: TermFrequencies = new Map();
  const add = (term: number, weight: number) => terms.set(term, (terms.get(term) ?? 0) + weight);
  const language = analyzerFor(languageTag);
  forEachToken(text, (begin, end) => {
    const word = text.slice(begin, end);
    if (language.isStopWord(word)) return;
    const weight = begin < textMentions.titleLength ? TITLE_WORD_WEIGHT : 1;
    const stem = language.stem(word);
    if (stem.length > 1) add(termFingerprint(language.code, stem), weight);
    if (word.length >= MIN_COMPOUND_LENGTH)
      add(termFingerprint(`${language.code}-`, stem.slice(0, COMPOUND_PREFIX_LENGTH)), weight);
  });
  for (const { concept, phrases, count, inTitle } of textMentions.mentions.values()) {
    // An ambiguous phrase counts for each of its senses in part.
    const frequency = phrases.reduce((sum, phrase) => sum + phrase.count / phrase.senses.length, 0);
    const titleFactor = 1 + inTitle / count;
    add(termFingerprint('#', String(concept)), MENTION_WEIGHT * frequency * titleFactor);
  }
  return terms;
}

export function indexExamples(examples: { terms: TermFrequencies; tags: number[] }[]): ExampleIndex {
  const fingerprints = sortedFingerprints(examples.flatMap(({ terms }) => [...terms.keys()]));
  const lists: number[][] = Array.from(fingerprints, () => []);
  examples.forEach(({ terms }, example) => {
    for (const term of terms.keys()) lists[findFingerprint(fingerprints, term)]!.push(example);
  });
  const isSelective = (list: number[]) =>
    list.length > 1 && list.length <= Math.max(2, examples.length * MAX_DOCUMENT_FREQUENCY_SHARE);
  const rarity = sharedFloat32(
    lists.map((list) => (isSelective(list) ? Math.log(examples.length / list.length) : 0)),
  );
  const postings = packLists(lists.map((list) => (isSelective(list) ? list : [])));
  const weights = sharedFloat32(postings.targets.length);
  const nextSlots = postings.starts.slice();
  for (const { terms } of examples)
    for (const [number, weight] of tfIdfVector(terms, fingerprints, rarity))
      weights[nextSlots[number]!++] = weight;
  return {
    terms: fingerprints,
    postings,
    weights,
    rarity,
    tags: packLists(examples.map(({ tags }) => tags)),
  };
}

/** TF-IDF vector, normalized to length 1. */
function tfIdfVector(
  terms: TermFrequencies,
  fingerprints: Float64Array,
  rarity: ArrayLike<number>,
): [number: number, weight: number][] {
  const vector: [number, number][] = [];
  let squares = 0;
  for (const [term, frequency] of terms) {
    const number = findFingerprint(fingerprints, term);
    if (number < 0 || rarity[number] === 0) continue;
    const weight = (1 + Math.log(frequency)) * rarity[number]!;
    vector.push([number, weight]);
    squares += weight * weight;
  }
  const length = Math.sqrt(squares);
  return vector.map(([number, weight]) => [number, weight / length]);
}

/** Evidence for a concept from similar examples. */
export interface TagEvidence {
  /** Weight of the examples with the tag, as a share of the weight of all similar examples. */
  share: number;
  /** Similarity of the most similar example with the tag. */
  nearest: number;
  /** Number of examples with the tag. */
  examples: number;
}

/** Evidence by concept. */
export type SimilarTags = ReadonlyMap<number, TagEvidence>;

/** Returns a function that finds the tags of similar examples. `excluded` is an example to leave out. */
export function openTagFinder(index: ExampleIndex) {
  const similarities = new Float32Array(index.tags.starts.length - 1);
  return (terms: TermFrequencies, excluded?: number): SimilarTags => {
    const touched: number[] = [];
    for (const [number, weight] of tfIdfVector(terms, index.terms, index.rarity)) {
      for (let i = index.postings.starts[number]!; i < index.postings.starts[number + 1]!; i++) {
        const example = index.postings.targets[i]!;
        if (similarities[example] === 0) touched.push(example);
        similarities[example]! += weight * index.weights[i]!;
      }
    }
    if (excluded !== undefined) similarities[excluded] = 0;
    const tags = tagsOf(mostSimilar(touched, similarities), similarities, index.tags);
    for (const example of touched) similarities[example] = 0;
    return tags;
  };
}

function tagsOf(examples: number[], similarities: Float32Array, tags: PackedLists): SimilarTags {
  const evidence = new Map<number, TagEvidence>();
  const weightOf = (example: number) => similarities[example]! ** SIMILARITY_EXPONENT;
  const totalWeight = examples.reduce((sum, example) => sum + weightOf(example), 0);
  for (const example of examples) {
    const share = weightOf(example) / totalWeight;
    for (const concept of listAt(tags, example)) {
      const tag = getOrInsert(evidence, concept, () => ({ share: 0, nearest: 0, examples: 0 }));
      tag.share += share;
      tag.nearest = Math.max(tag.nearest, similarities[example]!);
      tag.examples++;
    }
  }
  return evidence;
}

/** The examples with a similarity above 0, most similar first. */
function mostSimilar(examples: number[], similarities: Float32Array): number[] {
  const best: number[] = [];
  const bySimilarity = (a: number, b: number) => similarities[b]! - similarities[a]!;
  for (const example of examples) {
    const last = best[MAX_SIMILAR_EXAMPLES - 1];
    if (similarities[example]! > (last === undefined ? 0 : similarities[last]!))
      insertSorted(best, example, MAX_SIMILAR_EXAMPLES, bySimilarity);
  }
  return best;
}
