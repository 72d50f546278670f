/** Accumulates the evidence scores of one segment's documents. */

import type { SharedUint16Array } from '@semantic-search/query/collections';
import { taggedWith } from '../index/concept-columns.ts';
import type { SegmentReader } from '../index/index-reader.ts';
import { MAX_SEGMENT_DOCS, type Postings } from '../index/segment.ts';
import { titleFactor } from '../search/term-matcher.ts';
import type { TermEvidence } from './term-selection.ts';

/**
 * Concepts count less where a document has many, words less where it is long or has them often already; saturation
 * and length as in BM25 with k1 1.2 and b 0.75.
 */
export class PartScores {
  /** By document of the part added up last; 0 where nothing speaks for it. */
  readonly values = new Float32Array(MAX_SEGMENT_DOCS);
  readonly #touched = new Uint16Array(MAX_SEGMENT_DOCS);
  #count = 0;
  /** How often a word is in each document; all zero between words. */
  readonly #frequencies = new Uint32Array(MAX_SEGMENT_DOCS);
  readonly #met = new Uint16Array(MAX_SEGMENT_DOCS);
  readonly #evidence: TermEvidence[];
  /** For each piece of evidence the most that it and all after it add up to. */
  readonly #rests: number[];
  readonly #averageLength: number;

  constructor(averageLength: number, evidence: TermEvidence[]) {
    this.#averageLength = averageLength;
    this.#evidence = evidence;
    this.#rests = restsOf(evidence);
  }

  /** Documents that something speaks for. */
  get touched(): Uint16Array {
    return this.#touched.subarray(0, this.#count);
  }

  /** Documents that cannot come to `least` may be left out: those that have nothing but evidence that comes last. */
  addUp(part: SegmentReader, least: number): void {
    this.#clear();
    this.#evidence.forEach(({ find, weight }, i) => {
      const known = this.#rests[i]! < least;
      if ('concept' in find) {
        this.#addConcept(part, taggedWith(part.concepts, find.concept), weight, known);
        return;
      }
      const { title, body } = part.segment;
      const places = find.places.in(part, find.forms);
      const inTitles = this.#countWord(title, places.title, titleFactor, 0, known);
      this.#addWord(part, weight, this.#countWord(body, places.body, 1, inTitles, known));
    });
  }

  #clear(): void {
    const values = this.values;
    const touched = this.#touched;
    for (let i = 0; i < this.#count; i++) values[touched[i]!] = 0;
    this.#count = 0;
  }

  /** `known` is true where only documents count that something speaks for already. */
  #addConcept(
    { segment }: SegmentReader,
    documents: SharedUint16Array,
    weight: number,
    known: boolean,
  ): void {
    const { subjectStarts } = segment;
    const values = this.values;
    const touched = this.#touched;
    let count = this.#count;
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i]!;
      const value = values[document]!;
      if (value === 0) {
        if (known) continue;
        touched[count++] = document;
      }
      values[document] = value + weight / Math.sqrt(subjectStarts[document + 1]! - subjectStarts[document]!);
    }
    this.#count = count;
  }

  /** Counts a word where it stands at these places; returns how many documents are met then, `already` before. */
  #countWord(
    { starts, documents, frequencies: times }: Postings,
    places: number[],
    factor: number,
    already: number,
    known: boolean,
  ): number {
    const values = this.values;
    const frequencies = this.#frequencies;
    const met = this.#met;
    let count = already;
    for (const place of places) {
      const end = starts[place + 1]!;
      for (let i = starts[place]!; i < end; i++) {
        const document = documents[i]!;
        if (known && values[document] === 0) continue;
        const frequency = frequencies[document]!;
        if (frequency === 0) met[count++] = document;
        frequencies[document] = frequency + times[i]! * factor;
      }
    }
    return count;
  }

  #addWord({ segment: { lengths } }: SegmentReader, weight: number, found: number): void {
    const values = this.values;
    const touched = this.#touched;
    const frequencies = this.#frequencies;
    const averageLength = this.#averageLength;
    const met = this.#met;
    let count = this.#count;
    for (let i = 0; i < found; i++) {
      const document = met[i]!;
      const frequency = frequencies[document]!;
      frequencies[document] = 0;
      const value = values[document]!;
      if (value === 0) touched[count++] = document;
      values[document] =
        value + (weight * frequency) / (frequency + 0.3 + (0.9 * lengths[document]!) / averageLength);
    }
    this.#count = count;
  }
}

/** A little more than it is, as scores are rounded. */
function restsOf(evidence: TermEvidence[]): number[] {
  const rests: number[] = [];
  let rest = 0;
  for (const { weight } of evidence.toReversed()) {
    rest += weight;
    rests.push(rest * 1.0001);
  }
  return rests.reverse();
}
