/** Postings by position: phrases in one field, and terms among the first positions. */
import { LEAD_LENGTH } from '@semantic-search/query';
import { GrowableUint32Array } from '@semantic-search/query/collections';
import { readPositions, skipPositions } from '../../index/positions.ts';
import { MAX_FREQUENCY } from '../../index/postings.ts';
import {
  MAX_POSITION,
  MAX_SEGMENT_DOCS,
  POSITION_SKIP_INTERVAL,
  type Postings,
  postingCount,
  seekCeil,
} from '../../index/segment.ts';

/** Up to this number of postings, reading all of them is faster than a galloping search. */
const MAX_SCANNED = 16;

/** Documents `at … end` with one of the terms of a word. */
interface WordPostings {
  /** Ascending; a document is listed once for each term that it contains. */
  documents: Uint16Array;
  /** Indexes of the postings in the field; null if they are the same as in `documents`. */
  postings: Uint32Array | null;
  at: number;
  end: number;
}

/** Documents with a phrase, ascending, and the number of its occurrences in each. `words` has the term ordinals of each word. */
export function phrasePostings(field: Postings, words: number[][]) {
  const sizes = words.map((terms) => postingCount(field, terms));
  const rarest = sizes.indexOf(Math.min(...sizes));
  const lists = words.map((terms) => wordPostings(field, terms, words[rarest]!));
  const leading = lists[rarest]!;
  const documents: number[] = [];
  const frequencies: number[] = [];
  let previous = -1;
  for (; leading.at < leading.end; leading.at++) {
    const document = leading.documents[leading.at]!;
    if (document === previous || !haveDocument(lists, document)) continue;
    previous = document;
    const frequency = phraseFrequency(field, lists);
    if (frequency === 0) continue;
    documents.push(document);
    frequencies.push(Math.min(frequency, MAX_FREQUENCY));
  }
  return { documents: new Uint16Array(documents), frequencies: new Uint8Array(frequencies) };
}

/** Postings of several terms are merged, and limited to documents with the rarest word, whose terms are `rarestTerms`. */
function wordPostings(field: Postings, terms: number[], rarestTerms: number[]): WordPostings {
  const { starts, documents } = field;
  if (terms.length === 1)
    return { documents, postings: null, at: starts[terms[0]!]!, end: starts[terms[0]! + 1]! };
  const isCandidate = new Uint8Array(MAX_SEGMENT_DOCS);
  for (const term of rarestTerms)
    for (let i = starts[term]!; i < starts[term + 1]!; i++) isCandidate[documents[i]!] = 1;
  const candidates: number[] = [];
  for (const term of terms)
    for (let i = starts[term]!; i < starts[term + 1]!; i++)
      if (isCandidate[documents[i]!] === 1) candidates.push(i);
  const postings = Uint32Array.from(candidates).sort((a, b) => documents[a]! - documents[b]!);
  const inOrder = Uint16Array.from(postings, (posting) => documents[posting]!);
  return { documents: inOrder, postings, at: 0, end: postings.length };
}

/** Moves each list to the document; false if a list does not have the document. */
function haveDocument(lists: readonly WordPostings[], document: number): boolean {
  for (let i = 0; i < lists.length; i++) {
    const list = lists[i]!;
    const { documents, end } = list;
    const scanEnd = Math.min(list.at + MAX_SCANNED, end);
    while (list.at < scanEnd && documents[list.at]! < document) list.at++;
    if (list.at === scanEnd) list.at = seekCeil(documents, document, scanEnd, end);
    if (list.at === end || documents[list.at] !== document) return false;
  }
  return true;
}

// Buffers that all documents reuse.
/** Positions at which the phrase ends, up to the current word. */
const ends = new GrowableUint32Array();
/** Positions of the current word. */
const current = new GrowableUint32Array();

/** Number of occurrences of the phrase in the current document of all words. */
function phraseFrequency(field: Postings, words: readonly WordPostings[]): number {
  readWord(words[0]!, field, ends);
  for (let i = 1; i < words.length && ends.length > 0; i++) {
    readWord(words[i]!, field, current);
    keepFollowed();
  }
  return ends.length;
}

/** Reads the positions of a word in its current document, ascending. */
function readWord(
  { documents, postings, at, end }: WordPostings,
  field: Postings,
  into: GrowableUint32Array,
): void {
  into.length = 0;
  for (let next = at; next < end && documents[next] === documents[at]; next++) {
    const posting = postings ? postings[next]! : next;
    readPositions(field.positions, positionsOffset(field, posting), field.frequencies[posting]!, into);
  }
  if (!postings) return;
  // A token and its first part have the same position.
  const distinct = new Set(into.view().toSorted());
  into.length = 0;
  for (const position of distinct) into.push(position);
}

/** Offset of the positions of a posting. */
function positionsOffset({ frequencies, positions, positionSkips }: Postings, posting: number): number {
  const skipStart = posting - (posting % POSITION_SKIP_INTERVAL);
  let skippedPositions = 0;
  for (let i = skipStart; i < posting; i++) skippedPositions += frequencies[i]!;
  return skipPositions(positions, positionSkips[skipStart / POSITION_SKIP_INTERVAL]!, skippedPositions);
}

/** Documents with the term among their first `LEAD_LENGTH` positions, each of which takes one byte. */
export function leadDocuments(field: Postings, term: number): Uint16Array {
  const { starts, documents, frequencies, positions } = field;
  const inLead = new Uint16Array(starts[term + 1]! - starts[term]!);
  let count = 0;
  let offset = positionsOffset(field, starts[term]!);
  for (let i = starts[term]!; i < starts[term + 1]!; i++) {
    if (positions[offset]! < LEAD_LENGTH) inLead[count++] = documents[i]!;
    offset = skipPositions(positions, offset, frequencies[i]!);
  }
  return inLead.subarray(0, count);
}

/** Moves the ends to the current positions that directly follow them. */
function keepFollowed(): void {
  let keptCount = 0;
  for (let i = 0, j = 0; i < ends.length && j < current.length; ) {
    const expected = ends.values[i]! + 1;
    if (current.values[j]! < expected) {
      j++;
      continue;
    }
    // Positions from `MAX_POSITION` on are clamped, so their order is unknown.
    if (current.values[j] === expected && expected < MAX_POSITION) ends.values[keptCount++] = expected;
    i++;
  }
  ends.length = keptCount;
}
