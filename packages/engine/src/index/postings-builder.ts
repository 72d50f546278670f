/** Builds postings from the terms of documents with a counting sort, in linear time. */
import {
  GrowableUint32Array,
  longer,
  type SharedUint8Array,
  sharedUint8,
  sharedUint16,
  sharedUint32,
} from '@semantic-search/query/collections';
import { MAX_POSITION_BYTES, writePosition } from './positions.ts';
import { MAX_POSITION, POSITION_SKIP_INTERVAL, type Postings } from './segment.ts';

export const MAX_FREQUENCY = 255;

/** Place of each word among the distinct ones + 1, kept between builds because clearing it costs more than using it. */
let places = new Uint32Array(1024);

export class PostingsBuilder {
  #terms = new GrowableUint32Array();
  #documents = new GrowableUint32Array();
  #positions = new GrowableUint32Array();

  /** Documents come in ascending order, the positions within one too. */
  add(term: number, document: number, position: number): void {
    this.#terms.push(term);
    this.#documents.push(document);
    this.#positions.push(Math.min(position, MAX_POSITION));
  }

  build(): Postings {
    const met = this.#terms.view();
    const terms = distinct(met);
    const ends = new Uint32Array(terms.length + 1);
    for (const term of met) ends[places[term]!]!++;
    for (let i = 1; i < ends.length; i++) ends[i]! += ends[i - 1]!;
    // ends[i] is now where word i begins, and moves to its end while the occurrences are dealt out.
    const documents = new Uint16Array(met.length);
    const positions = new Uint16Array(met.length);
    for (let i = 0; i < met.length; i++) {
      const at = ends[places[met[i]!]! - 1]!++;
      documents[at] = this.#documents.values[i]!;
      positions[at] = this.#positions.values[i]!;
    }
    for (const term of terms) places[term] = 0;
    return gather(terms, ends, documents, positions);
  }
}

/** Ascending; leaves the place of each + 1 in `places`. */
function distinct(met: Uint32Array): Uint32Array {
  const found = new GrowableUint32Array();
  for (const term of met) {
    if (term >= places.length) places = longer(places, term + 1);
    if (places[term] !== 0) continue;
    places[term] = 1;
    found.push(term);
  }
  const terms = found.view().slice().sort();
  for (let i = 0; i < terms.length; i++) places[terms[i]!] = i + 1;
  return terms;
}

/** `ends[i]` is the end of the occurrences of word i. */
function gather(
  terms: Uint32Array,
  ends: Uint32Array,
  documents: Uint16Array,
  positions: Uint16Array,
): Postings {
  const writer = new PostingsWriter(terms.length, documents.length, documents.length * MAX_POSITION_BYTES);
  let at = 0;
  for (let i = 0; i < terms.length; i++) {
    writer.begin(terms[i]!);
    while (at < ends[i]!) {
      const document = documents[at]!;
      const first = at;
      while (at < ends[i]! && documents[at] === document) at++;
      const frequency = Math.min(at - first, MAX_FREQUENCY);
      writer.add(document, frequency, positions, first);
    }
  }
  return writer.finish();
}

/** Writes postings word by word into arrays of the greatest length they can have, and cuts them at the end. */
export class PostingsWriter {
  #terms: Uint32Array;
  #starts: Uint32Array;
  #positionSkips = new GrowableUint32Array();
  #documents: Uint16Array;
  #frequencies: Uint8Array;
  #positions: Uint8Array;
  #termCount = 0;
  #count = 0;
  #positionEnd = 0;

  /** `positionBytes`: the most that all positions can take up. */
  constructor(terms: number, postings: number, positionBytes: number) {
    this.#terms = new Uint32Array(terms);
    this.#starts = new Uint32Array(terms + 1);
    this.#documents = new Uint16Array(postings);
    this.#frequencies = new Uint8Array(postings);
    this.#positions = new Uint8Array(positionBytes);
  }

  /** Words come in ascending order. One that gets no posting is left out. */
  begin(term: number): void {
    this.#end();
    this.#terms[this.#termCount] = term;
  }

  add(document: number, frequency: number, positions: Uint16Array, from: number): void {
    this.#addPosting(document, frequency);
    for (let i = from; i < from + frequency; i++) {
      this.#positionEnd = writePosition(this.#positions, this.#positionEnd, positions[i]!);
    }
  }

  /** The same with positions that are written already: as many as `frequency`, from byte `from` to byte `to`. */
  copy(document: number, frequency: number, positions: SharedUint8Array, from: number, to: number): void {
    this.#addPosting(document, frequency);
    for (let at = from; at < to; at++) this.#positions[this.#positionEnd++] = positions[at]!;
  }

  finish(): Postings {
    this.#end();
    return {
      terms: sharedUint32(this.#terms.subarray(0, this.#termCount)),
      starts: sharedUint32(this.#starts.subarray(0, this.#termCount + 1)),
      documents: sharedUint16(this.#documents.subarray(0, this.#count)),
      frequencies: sharedUint8(this.#frequencies.subarray(0, this.#count)),
      positionSkips: sharedUint32(this.#positionSkips.view()),
      positions: sharedUint8(this.#positions.subarray(0, this.#positionEnd)),
    };
  }

  #addPosting(document: number, frequency: number): void {
    if (this.#count % POSITION_SKIP_INTERVAL === 0) this.#positionSkips.push(this.#positionEnd);
    this.#documents[this.#count] = document;
    this.#frequencies[this.#count++] = frequency;
  }

  #end(): void {
    if (this.#count === this.#starts[this.#termCount]) return;
    this.#termCount++;
    this.#starts[this.#termCount] = this.#count;
  }
}
