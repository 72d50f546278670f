/** Phrase scorer of one segment: intersects the postings of all words, then compares positions. */

import type { TermSet } from '@semantic-search/query';
import type { SharedUint16Array } from '@semantic-search/query/collections';
import { readPositions, skipPositions } from '../index/positions.ts';
import { MAX_FREQUENCY } from '../index/postings.ts';
import { prefetch } from '../index/prefetch.ts';
import type { SegmentReader } from '../index/reader.ts';
import { MAX_POSITION, POSITION_SKIP_INTERVAL, type Postings } from '../index/segment.ts';
import type { Matches } from './match-arena.ts';
import { PHRASE_BATCH_DOCS, type PhraseScratch } from './phrase-scratch.ts';
import type { SearchScratch } from './search-scratch.ts';

/** `words` has the terms of each word of the phrase. Match weights are phrase frequencies, like term frequencies. */
export function phraseMatches(reader: SegmentReader, words: TermSet[], scratch: SearchScratch): Matches {
  const { frequencies, touched, matches, phrases, ranking } = scratch;
  let count = 0;
  for (const [lookup, factor] of [
    [reader.core.title, ranking.weights.title],
    [reader.core.body, ranking.weights.body],
  ] as const) {
    const ordinals = words.map((terms) => lookup.ordinals(terms));
    forEachPhrase(lookup.postings, ordinals, phrases, (document, frequency) => {
      if (frequencies[document] === 0) touched[count++] = document;
      frequencies[document]! += frequency * factor;
    });
  }
  return matches.collect(reader, frequencies, touched, count);
}

/** The remaining postings of a term. */
interface Cursor {
  at: number;
  end: number;
  /** Start of its row in `scratch.postings`. */
  row: number;
  /** The posting read last, and the offset of its positions. */
  posting: number;
  byte: number;
}

/** A last word with more terms, such as a prefix, is matched term by term against the ends of the phrase before it. */
const MAX_LAST_WORD_TERMS = 16;

type OnPhrase = (document: number, frequency: number) => void;

/** `words` has the term ordinals of each word. May call `onPhrase` several times for a document. */
function forEachPhrase(
  postings: Postings,
  words: number[][],
  scratch: PhraseScratch,
  onPhrase: OnPhrase,
): void {
  if (words.some((terms) => terms.length === 0)) return;
  const { starts, documents } = postings;
  let rows = 0;
  const cursors = words.map((terms) =>
    terms.map((term): Cursor => {
      const row = PHRASE_BATCH_DOCS * rows++;
      return { at: starts[term]!, end: starts[term + 1]!, row, posting: -1, byte: 0 };
    }),
  );
  if (scratch.postings.length < rows * PHRASE_BATCH_DOCS)
    scratch.postings = new Int32Array(2 * rows * PHRASE_BATCH_DOCS);
  const candidates = candidatesOf(documents, cursors, scratch);
  const last = cursors.length > 1 && cursors.at(-1)!.length > MAX_LAST_WORD_TERMS ? cursors.pop() : undefined;
  matchCandidates(
    candidates,
    postings,
    cursors,
    scratch,
    last ? (document, frequency) => scratch.ends.add(document, scratch.current, frequency) : onPhrase,
  );
  if (last) matchLastWord(postings, last, scratch, onPhrase);
}

function matchCandidates(
  candidates: SharedUint16Array,
  postings: Postings,
  cursors: Cursor[][],
  scratch: PhraseScratch,
  onPhrase: OnPhrase,
): void {
  const { batch } = scratch;
  const rows = cursors.reduce((sum, terms) => sum + terms.length, 0);
  for (let next = 0; next < candidates.length; ) {
    let count = 0;
    for (; next < candidates.length && count < PHRASE_BATCH_DOCS; next++) {
      batch[count] = candidates[next]!;
      if (advanceAll(postings.documents, cursors, candidates[next]!, count, scratch)) count++;
    }
    for (let row = 0; row < rows; row++) prefetchPositions(postings, row * PHRASE_BATCH_DOCS, count, scratch);
    for (let i = 0; i < count; i++) {
      const frequency = phraseFrequency(postings, cursors, i, scratch);
      if (frequency > 0) onPhrase(batch[i]!, frequency);
    }
  }
}

/** Matches the terms of the last word one by one against `scratch.ends`. */
function matchLastWord(
  postings: Postings,
  terms: Cursor[],
  scratch: PhraseScratch,
  onPhrase: OnPhrase,
): void {
  const { ends } = scratch;
  for (const cursor of terms) {
    const word = [cursor];
    for (let i = cursor.at; i < cursor.end; i++) {
      const document = postings.documents[i]!;
      const count = ends.count(document);
      if (count === 0) continue;
      if (scratch.previous.length < count) scratch.previous = new Uint32Array(count);
      ends.read(document, scratch.previous);
      scratch.postings[cursor.row] = i;
      const frequency = keepAdjacent(count, readWord(postings, word, 0, scratch), scratch);
      if (frequency === 0) continue;
      ends.removeBefore(document, scratch.current, frequency);
      onPhrase(document, frequency);
    }
  }
  ends.clear();
}

/** Overlaps the cache misses of the positions of a batch. */
function prefetchPositions(
  { frequencies, positions, positionSkips }: Postings,
  row: number,
  count: number,
  { postings }: PhraseScratch,
): void {
  let sum = 0;
  for (let i = row; i < row + count; i++) {
    const posting = Math.max(0, postings[i]!);
    sum +=
      (frequencies[posting] ?? 0) +
      (positions[positionSkips[Math.floor(posting / POSITION_SKIP_INTERVAL)]!] ?? 0);
  }
  prefetch(sum);
}

/** With fewer postings per candidate, a scan of all postings is faster than a search for each candidate. */
const MIN_POSTINGS_PER_SEARCH = 24;

/** Documents with the rarest word and every word that is not much more frequent; ascending. */
function candidatesOf(
  documents: SharedUint16Array,
  words: Cursor[][],
  scratch: PhraseScratch,
): SharedUint16Array {
  const [rarest, ...others] = words.toSorted((a, b) => remainingPostings(a) - remainingPostings(b));
  let candidates = documentsOf(documents, rarest!);
  for (const terms of others) {
    if (remainingPostings(terms) < candidates.length * MIN_POSTINGS_PER_SEARCH)
      candidates = intersect(documents, terms, candidates, scratch);
  }
  return candidates;
}

/** Candidates with one of the terms, ascending. Branch-free, because the branch would be unpredictable. */
function intersect(
  documents: SharedUint16Array,
  terms: Cursor[],
  candidates: SharedUint16Array,
  { isCandidate, filtered }: PhraseScratch,
): SharedUint16Array {
  for (let i = 0; i < candidates.length; i++) isCandidate[candidates[i]!] = 1;
  let count = 0;
  for (const { at, end } of terms) {
    for (let i = at; i < end; i++) {
      const document = documents[i]!;
      filtered[count] = document;
      count += isCandidate[document]!;
      isCandidate[document] = 0;
    }
  }
  for (let i = 0; i < candidates.length; i++) isCandidate[candidates[i]!] = 0;
  const found = filtered.slice(0, count);
  return terms.length > 1 ? found.sort() : found;
}

function remainingPostings(terms: Cursor[]): number {
  return terms.reduce((sum, { at, end }) => sum + end - at, 0);
}

function documentsOf(documents: SharedUint16Array, terms: Cursor[]): SharedUint16Array {
  const lists = terms.map(({ at, end }) => documents.subarray(at, end));
  if (lists.length === 1) return lists[0]!;
  return Uint16Array.from(new Set(lists.flatMap((list) => [...list]))).sort();
}

/** Advances all cursors to the document, at index `i` of the batch. Returns true if each word has a term in it. */
function advanceAll(
  documents: SharedUint16Array,
  words: Cursor[][],
  document: number,
  i: number,
  scratch: PhraseScratch,
): boolean {
  for (const terms of words) if (!advance(documents, terms, document, i, scratch)) return false;
  return true;
}

function advance(
  documents: SharedUint16Array,
  terms: Cursor[],
  document: number,
  i: number,
  { postings }: PhraseScratch,
): boolean {
  let hasTerm = false;
  for (const cursor of terms) {
    cursor.at = seekDocument(documents, document, cursor);
    const isFound = cursor.at < cursor.end && documents[cursor.at] === document;
    postings[cursor.row + i] = isFound ? cursor.at : -1;
    hasTerm ||= isFound;
  }
  return hasTerm;
}

/** The first posting at or after the document, by galloping search: fast if it is near. */
function seekDocument(documents: SharedUint16Array, document: number, { at, end }: Cursor): number {
  let [low, high] = [at, at];
  for (let step = 1; high < end && documents[high]! < document; step *= 2) {
    low = high + 1;
    high += step;
  }
  high = Math.min(high, end);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (documents[middle]! < document) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Number of occurrences of the phrase in document `i` of the batch; their ends are in `scratch.current`. */
function phraseFrequency(postings: Postings, words: Cursor[][], i: number, scratch: PhraseScratch): number {
  let count = readWord(postings, words[0]!, i, scratch);
  for (let word = 1; word < words.length && count > 0; word++) {
    scratch.swapPositions();
    count = keepAdjacent(count, readWord(postings, words[word]!, i, scratch), scratch);
  }
  return count;
}

/** Reads the positions of all terms of a word into `scratch.current`, ascending. Returns their number. */
function readWord(
  { frequencies, positions, positionSkips }: Postings,
  terms: Cursor[],
  i: number,
  scratch: PhraseScratch,
): number {
  if (scratch.current.length < terms.length * MAX_FREQUENCY)
    scratch.current = new Uint32Array(terms.length * MAX_FREQUENCY);
  const { current, postings } = scratch;
  let count = 0;
  for (const cursor of terms) {
    const at = postings[cursor.row + i]!;
    if (at < 0) continue;
    let from = at - (at % POSITION_SKIP_INTERVAL);
    let byte = positionSkips[from / POSITION_SKIP_INTERVAL]!;
    if (cursor.posting >= from) [from, byte] = [cursor.posting, cursor.byte];
    let skipped = 0;
    for (let posting = from; posting < at; posting++) skipped += frequencies[posting]!;
    cursor.posting = at;
    cursor.byte = skipPositions(positions, byte, skipped);
    readPositions(positions, cursor.byte, frequencies[at]!, current, count);
    count += frequencies[at]!;
  }
  if (terms.length > 1) current.subarray(0, count).sort();
  return count;
}

/** Keeps the positions in `current` that directly follow one in `previous`. Returns their number. */
function keepAdjacent(
  previousCount: number,
  currentCount: number,
  { previous, current }: PhraseScratch,
): number {
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
