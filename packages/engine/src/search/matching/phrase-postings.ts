/** Postings of a phrase: intersects the postings of all words in one field, then compares positions. */

import { sharedUint8, sharedUint16 } from '@semantic-search/query/collections';
import { readPositions, skipPositions } from '../../index/positions.ts';
import { MAX_FREQUENCY } from '../../index/postings.ts';
import { MAX_POSITION, POSITION_SKIP_INTERVAL, type Postings, seekCeil } from '../../index/segment.ts';

/** Returned after the last document; greater than any document number. */
const END = 0x1_0000;

/** Documents with a phrase, ascending, and the number of its occurrences in each. `words` has the term ordinals of each word. */
export function phrasePostings(
  postings: Postings,
  words: number[][],
): Pick<Postings, 'documents' | 'frequencies'> {
  const sizes = words.map((terms) => postingCount(postings, terms));
  const rarest = sizes.indexOf(Math.min(...sizes));
  const hasSeveralTerms = words.some((terms) => terms.length > 1);
  const candidates = hasSeveralTerms ? documentsWith(postings, words[rarest]!) : new Uint8Array();
  const iterators = words.map((terms) => new WordIterator(postings, terms, candidates));
  const leading = iterators[rarest]!;
  const positions = new PositionReader(postings);
  const [documents, frequencies]: [number[], number[]] = [[], []];
  for (let document = leading.next(); document < END; document = leading.next()) {
    if (!iterators.every((word) => word.seek(document) === document)) continue;
    const frequency = positions.phraseFrequency(iterators);
    if (frequency === 0) continue;
    documents.push(document);
    frequencies.push(Math.min(frequency, MAX_FREQUENCY));
  }
  return { documents: sharedUint16(documents), frequencies: sharedUint8(frequencies) };
}

function postingCount({ starts }: Postings, terms: number[]): number {
  return terms.reduce((sum, term) => sum + starts[term + 1]! - starts[term]!, 0);
}

/** 1 for each document with one of the terms. */
function documentsWith({ starts, documents }: Postings, terms: number[]): Uint8Array {
  const isIncluded = new Uint8Array(END);
  for (const term of terms)
    for (let i = starts[term]!; i < starts[term + 1]!; i++) isIncluded[documents[i]!] = 1;
  return isIncluded;
}

/** Documents with one of several terms, and their postings. Lists of several terms are merged when the iterator is created. */
class WordIterator {
  /** Range of the postings of the current document. */
  begin: number;
  end: number;
  /** Document by posting, ascending, and the index of the posting in the field; null if they are the same. */
  readonly #documents: Uint16Array;
  readonly #postings: Uint32Array | null;
  readonly #last: number;

  /** `candidates` is 1 for each document to visit. */
  constructor({ starts, documents }: Postings, terms: number[], candidates: Uint8Array) {
    if (terms.length === 1) {
      this.#documents = documents;
      this.#postings = null;
      this.end = starts[terms[0]!]!;
      this.#last = starts[terms[0]! + 1]!;
    } else {
      const postings: number[] = [];
      for (const term of terms)
        for (let i = starts[term]!; i < starts[term + 1]!; i++)
          if (candidates[documents[i]!] === 1) postings.push(i);
      postings.sort((a, b) => documents[a]! - documents[b]!);
      this.#documents = Uint16Array.from(postings, (posting) => documents[posting]!);
      this.#postings = Uint32Array.from(postings);
      this.end = 0;
      this.#last = postings.length;
    }
    this.begin = this.end;
  }

  next(): number {
    return this.#startAt(this.end);
  }

  seek(target: number): number {
    return this.#startAt(seekCeil(this.#documents, target, this.begin, this.#last));
  }

  /** Index in the field. */
  posting(at: number): number {
    return this.#postings ? this.#postings[at]! : at;
  }

  #startAt(begin: number): number {
    this.begin = begin;
    this.end = begin;
    if (begin >= this.#last) return END;
    const document = this.#documents[begin]!;
    do this.end++;
    while (this.#postings && this.end < this.#last && this.#documents[this.end] === document);
    return document;
  }
}

/** Reads the positions of words in one document and finds phrases. */
class PositionReader {
  readonly #field: Postings;
  /** Positions at which the phrase so far ends, and positions of its next word. */
  #previous = new Uint32Array(MAX_FREQUENCY);
  #current = new Uint32Array(MAX_FREQUENCY);

  constructor(field: Postings) {
    this.#field = field;
  }

  /** Number of occurrences of the phrase in the current document of all words. */
  phraseFrequency(words: readonly WordIterator[]): number {
    let count = 0;
    for (const [i, word] of words.entries()) {
      [this.#previous, this.#current] = [this.#current, this.#previous];
      const positions = this.#read(word);
      count = i === 0 ? positions : this.#keepAdjacent(count, positions);
      if (count === 0) return 0;
    }
    return count;
  }

  /** Reads the positions of a word into `#current`, ascending. Returns the number of positions. */
  #read(word: WordIterator): number {
    const { frequencies, positions, positionSkips } = this.#field;
    const postings = word.end - word.begin;
    if (this.#current.length < postings * MAX_FREQUENCY)
      this.#current = new Uint32Array(postings * MAX_FREQUENCY);
    let count = 0;
    for (let at = word.begin; at < word.end; at++) {
      const posting = word.posting(at);
      const start = posting - (posting % POSITION_SKIP_INTERVAL);
      let skipped = 0;
      for (let i = start; i < posting; i++) skipped += frequencies[i]!;
      const byte = skipPositions(positions, positionSkips[start / POSITION_SKIP_INTERVAL]!, skipped);
      readPositions(positions, byte, frequencies[posting]!, { into: this.#current, first: count });
      count += frequencies[posting]!;
    }
    if (postings > 1) this.#current.subarray(0, count).sort();
    return count;
  }

  /** Keeps positions in `#current` that directly follow a position in `#previous`. Returns the number of kept positions. */
  #keepAdjacent(previousCount: number, currentCount: number): number {
    const [previous, current] = [this.#previous, this.#current];
    let [count, i, j] = [0, 0, 0];
    while (i < previousCount && j < currentCount) {
      const expected = previous[i]! + 1;
      if (current[j]! < expected) j++;
      else {
        // Positions from `MAX_POSITION` on are clamped, so their order is unknown.
        if (current[j] === expected && expected < MAX_POSITION) current[count++] = expected;
        i++;
      }
    }
    return count;
  }
}
