/** Postings builder and writer: sorts occurrences of terms in linear time, and encodes them. */
import {
  GrowableUint32Array,
  sharedUint8,
  sharedUint16,
  sharedUint32,
} from '@semantic-search/query/collections';
import { MAX_POSITION_BYTES, skipPositions, writePosition } from './positions.ts';
import { MAX_POSITION, POSITION_SKIP_INTERVAL, type Postings } from './segment.ts';

/** Frequencies are stored in one byte. */
export const MAX_FREQUENCY = 255;

export class PostingsBuilder {
  #terms = new GrowableUint32Array();
  #documents = new GrowableUint32Array();
  #positions = new GrowableUint32Array();

  /** Call in ascending order of documents, and of positions within a document. */
  add(term: number, document: number, position: number): void {
    this.#terms.push(term);
    this.#documents.push(document);
    this.#positions.push(Math.min(position, MAX_POSITION));
  }

  build(): Postings {
    const occurrences = this.#terms.view();
    const end = occurrences.reduce((largest, term) => Math.max(largest, term + 1), 0);
    const terms = distinctNumbers([occurrences], end);
    const ordinals = new Uint32Array(end);
    for (let i = 0; i < terms.length; i++) ordinals[terms[i]!] = i;
    // After these two loops, nextSlots[i] is the start of term i. The counting sort advances it to the end of the term.
    const nextSlots = new Uint32Array(terms.length + 1);
    for (const term of occurrences) nextSlots[ordinals[term]! + 1]!++;
    for (let i = 1; i < nextSlots.length; i++) nextSlots[i]! += nextSlots[i - 1]!;
    const documents = new Uint16Array(occurrences.length);
    const positions = new Uint16Array(occurrences.length);
    for (let i = 0; i < occurrences.length; i++) {
      const slot = nextSlots[ordinals[occurrences[i]!]!]!++;
      documents[slot] = this.#documents.values[i]!;
      positions[slot] = this.#positions.values[i]!;
    }
    return collectPostings(terms, nextSlots, documents, positions);
  }
}

/** Combines the sorted occurrences into postings. `ends[i]` is the end of the occurrences of term i. */
function collectPostings(
  terms: Uint32Array,
  ends: Uint32Array,
  documents: Uint16Array,
  positions: Uint16Array,
): Postings {
  const writer = new PostingsWriter(terms.length, documents.length, documents.length * MAX_POSITION_BYTES);
  let next = 0;
  for (let i = 0; i < terms.length; i++) {
    writer.begin(terms[i]!);
    while (next < ends[i]!) {
      const document = documents[next]!;
      const first = next;
      while (next < ends[i]! && documents[next] === document) next++;
      const frequency = Math.min(next - first, MAX_FREQUENCY);
      writer.add(document, frequency, positions, first);
    }
  }
  return writer.finish();
}

/** Writes postings term by term into arrays of maximum length, which `finish` truncates. */
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

  /** All arguments are upper bounds; `positionBytes` is the size of all encoded positions. */
  constructor(terms: number, postings: number, positionBytes: number) {
    this.#terms = new Uint32Array(terms);
    this.#starts = new Uint32Array(terms + 1);
    this.#documents = new Uint16Array(postings);
    this.#frequencies = new Uint8Array(postings);
    this.#positions = new Uint8Array(positionBytes);
  }

  /** Call in ascending order of terms. A term without postings is omitted. */
  begin(term: number): void {
    this.#end();
    this.#terms[this.#termCount] = term;
  }

  /** Adds a posting with its positions, which begin at index `first`. */
  add(document: number, frequency: number, positions: Uint16Array, first: number): void {
    this.#beginPosting(document, frequency);
    for (let i = first; i < first + frequency; i++)
      this.#positionEnd = writePosition(this.#positions, this.#positionEnd, positions[i]!);
  }

  /** Adds a posting with encoded positions, which begin at byte `start` of the array. Returns the offset after them. */
  addEncoded(document: number, frequency: number, positions: Uint8Array, start: number): number {
    this.#beginPosting(document, frequency);
    const end = skipPositions(positions, start, frequency);
    for (let i = start; i < end; i++) this.#positions[this.#positionEnd++] = positions[i]!;
    return end;
  }

  #beginPosting(document: number, frequency: number): void {
    if (this.#count % POSITION_SKIP_INTERVAL === 0) this.#positionSkips.push(this.#positionEnd);
    this.#documents[this.#count] = document;
    this.#frequencies[this.#count++] = frequency;
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

  #end(): void {
    if (this.#count === this.#starts[this.#termCount]) return;
    this.#termCount++;
    this.#starts[this.#termCount] = this.#count;
  }
}

/** The distinct numbers of all lists, ascending. All numbers are below `end`. */
export function distinctNumbers(lists: readonly Uint32Array[], end: number): Uint32Array {
  const isKnown = new Uint8Array(end);
  const distinct = new GrowableUint32Array();
  for (const list of lists)
    for (const value of list) {
      if (isKnown[value] === 0) distinct.push(value);
      isKnown[value] = 1;
    }
  return distinct.view().sort();
}
