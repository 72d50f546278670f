/** Accumulates the evidence scores of one segment's documents. */

import type { SharedUint16Array } from '@semantic-search/query/collections';
import { taggedWith } from '../index/concept-columns.ts';
import type { SegmentReader } from '../index/reader.ts';
import { MAX_SEGMENT_DOCS, type Postings, TITLE_WEIGHT } from '../index/segment.ts';
import type { TermEvidence } from './term-selection.ts';

/** The usual BM25 parameters: those of searches are tuned for short queries, but here the query is a document. */
const K1 = 1.2;
const B = 0.75;

/** Words are scored by BM25. The score of a concept is divided by the square root of the number of subjects. */
export class SegmentScores {
  /** By document of the segment scored last; 0 without evidence. */
  readonly values = new Float32Array(MAX_SEGMENT_DOCS);
  readonly #touched = new Uint16Array(MAX_SEGMENT_DOCS);
  #count = 0;
  /** Frequency of a word by document; all zero between words. */
  readonly #frequencies = new Uint32Array(MAX_SEGMENT_DOCS);
  /** Documents with the word. */
  readonly #documents = new Uint16Array(MAX_SEGMENT_DOCS);
  readonly #evidence: TermEvidence[];
  /** By piece of evidence: upper bound of what it and all later ones add to a score. */
  readonly #bounds: number[];
  readonly #averageLength: number;

  constructor(averageLength: number, evidence: TermEvidence[]) {
    this.#averageLength = averageLength;
    this.#evidence = evidence;
    this.#bounds = scoreBounds(evidence);
  }

  /** Documents with a score. */
  get touched(): Uint16Array {
    return this.#touched.subarray(0, this.#count);
  }

  /** Scores a segment. May omit documents that cannot reach `minScore` (MaxScore pruning). */
  score(reader: SegmentReader, minScore: number): void {
    this.#clear();
    this.#evidence.forEach(({ find, weight }, i) => {
      // The remaining evidence is not enough for documents without a score so far.
      const scoredOnly = this.#bounds[i]! < minScore;
      if ('concept' in find) {
        this.#addConcept(reader, taggedWith(reader.concepts, find.concept), weight, scoredOnly);
        return;
      }
      const { title, body } = reader.segment;
      const ordinals = find.ordinals.inSegment(reader, find.forms);
      const inTitles = this.#countWord(title, ordinals.title, TITLE_WEIGHT, 0, scoredOnly);
      this.#addWord(reader, weight, this.#countWord(body, ordinals.body, 1, inTitles, scoredOnly));
    });
  }

  #clear(): void {
    const values = this.values;
    const touched = this.#touched;
    for (let i = 0; i < this.#count; i++) values[touched[i]!] = 0;
    this.#count = 0;
  }

  #addConcept(
    { segment }: SegmentReader,
    documents: SharedUint16Array,
    weight: number,
    scoredOnly: boolean,
  ): void {
    const { subjectStarts } = segment;
    const values = this.values;
    const touched = this.#touched;
    let count = this.#count;
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i]!;
      const value = values[document]!;
      if (value === 0) {
        if (scoredOnly) continue;
        touched[count++] = document;
      }
      values[document] = value + weight / Math.sqrt(subjectStarts[document + 1]! - subjectStarts[document]!);
    }
    this.#count = count;
  }

  /** Adds the frequencies of a word. `count` documents have it in another field; returns the new number. */
  #countWord(
    { starts, documents, frequencies: termFrequencies }: Postings,
    ordinals: number[],
    factor: number,
    count: number,
    scoredOnly: boolean,
  ): number {
    const values = this.values;
    const frequencies = this.#frequencies;
    const withWord = this.#documents;
    let length = count;
    for (const ordinal of ordinals) {
      const end = starts[ordinal + 1]!;
      for (let i = starts[ordinal]!; i < end; i++) {
        const document = documents[i]!;
        if (scoredOnly && values[document] === 0) continue;
        const frequency = frequencies[document]!;
        if (frequency === 0) withWord[length++] = document;
        frequencies[document] = frequency + termFrequencies[i]! * factor;
      }
    }
    return length;
  }

  #addWord({ segment: { lengths } }: SegmentReader, weight: number, withWordCount: number): void {
    const values = this.values;
    const touched = this.#touched;
    const frequencies = this.#frequencies;
    const averageLength = this.#averageLength;
    const withWord = this.#documents;
    let count = this.#count;
    for (let i = 0; i < withWordCount; i++) {
      const document = withWord[i]!;
      const frequency = frequencies[document]!;
      frequencies[document] = 0;
      const value = values[document]!;
      if (value === 0) touched[count++] = document;
      values[document] =
        value + (weight * frequency) / (frequency + K1 * (1 - B + (B * lengths[document]!) / averageLength));
    }
    this.#count = count;
  }
}

/** Slightly too high, because scores are rounded. */
const BOUND_MARGIN = 1.0001;

function scoreBounds(evidence: TermEvidence[]): number[] {
  const bounds: number[] = [];
  let sum = 0;
  for (const { weight } of evidence.toReversed()) {
    sum += weight;
    bounds.push(sum * BOUND_MARGIN);
  }
  return bounds.reverse();
}
