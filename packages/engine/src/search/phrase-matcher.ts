/** Phrase matcher: intersects the postings of all terms, then compares positions. */

import type { SharedUint16Array } from '@semantic-search/query/collections';
import { readPositions, skipPositions } from '../index/positions.ts';
import { MAX_FREQUENCY } from '../index/postings-builder.ts';
import { prefetch } from '../index/prefetch.ts';
import { MAX_POSITION, MAX_SEGMENT_DOCS, POSITION_SKIP_INTERVAL, type Postings } from '../index/segment.ts';
import { endsIn, forgetEnds, keepEnds, readEnds, takeOutEnds } from './phrase-state.ts';

/** So many documents are looked through at once: their positions are read before they are needed. */
const stretch = 64;
const having = new Uint16Array(stretch);
/** By cursor, then by document: its posting, -1 where there is none. */
let places = new Int32Array(16 * stretch);

/** The postings of one word that are not yet passed. */
interface Cursor {
  at: number;
  end: number;
  /** Where its row of places begins. */
  row: number;
  /** A posting whose positions begin at `byte`, where they were looked for last. */
  posting: number;
  byte: number;
}

/** More forms than that of the last word, as those that begin with some letters, are looked through one after the other. */
const mostForms = 16;

/** `words` holds for each word of the phrase the places of its forms in `postings.terms`; a document may be found several times. */
export function eachPhrase(
  postings: Postings,
  words: number[][],
  found: (document: number, times: number) => void,
): void {
  if (words.some((forms) => forms.length === 0)) return;
  const { starts, documents } = postings;
  let rows = 0;
  const cursors = words.map((forms) =>
    forms.map((place): Cursor => {
      const row = stretch * rows++;
      return { at: starts[place]!, end: starts[place + 1]!, row, posting: -1, byte: 0 };
    }),
  );
  if (places.length < rows * stretch) places = new Int32Array(2 * rows * stretch);
  const candidates = candidatesAmong(documents, cursors);
  const last = cursors.length > 1 && cursors.at(-1)!.length > mostForms ? cursors.pop() : undefined;
  eachAmong(
    candidates,
    postings,
    cursors,
    last ? (document, times) => keepEnds(document, here, times) : found,
  );
  if (last) eachFollowing(postings, last, found);
}

function eachAmong(
  candidates: SharedUint16Array,
  postings: Postings,
  cursors: Cursor[][],
  found: (document: number, times: number) => void,
): void {
  const rows = cursors.reduce((sum, forms) => sum + forms.length, 0);
  for (let next = 0; next < candidates.length; ) {
    let count = 0;
    for (; next < candidates.length && count < stretch; next++) {
      having[count] = candidates[next]!;
      if (haveAll(postings.documents, cursors, candidates[next]!, count)) count++;
    }
    for (let row = 0; row < rows; row++) readAhead(postings, row * stretch, count);
    for (let i = 0; i < count; i++) {
      const times = phrasesIn(postings, cursors, i);
      if (times > 0) found(having[i]!, times);
    }
  }
}

/** Documents where one of the forms stands behind what was kept. */
function eachFollowing(
  postings: Postings,
  forms: Cursor[],
  found: (document: number, times: number) => void,
): void {
  for (const form of forms) {
    const only = [form];
    for (let i = form.at; i < form.end; i++) {
      const document = postings.documents[i]!;
      const countBefore = endsIn(document);
      if (countBefore === 0) continue;
      if (before.length < countBefore) before = new Uint32Array(countBefore);
      readEnds(document, before);
      places[form.row] = i;
      const times = keepFollowing(countBefore, readWord(postings, only, 0));
      if (times === 0) continue;
      takeOutEnds(document, here, times);
      found(document, times);
    }
  }
  forgetEnds();
}

/** Memory is then waited for once, not for each document. */
function readAhead({ frequencies, positions, positionSkips }: Postings, row: number, count: number): void {
  let read = 0;
  for (let i = row; i < row + count; i++) {
    const place = Math.max(0, places[i]!);
    read +=
      (frequencies[place] ?? 0) +
      (positions[positionSkips[Math.floor(place / POSITION_SKIP_INTERVAL)]!] ?? 0);
  }
  prefetch(read);
}

/** With fewer postings to a candidate, passing over all of them is quicker than leaping to each. */
const farApart = 24;

/** Documents that have the rarest word, and each other one that is not much more frequent; ascending. */
function candidatesAmong(documents: SharedUint16Array, words: Cursor[][]): SharedUint16Array {
  const [rarest, ...others] = words.toSorted((a, b) => postingsLeft(a) - postingsLeft(b));
  let candidates = documentsOf(documents, rarest!);
  for (const forms of others) {
    if (postingsLeft(forms) < candidates.length * farApart)
      candidates = withOne(documents, forms, candidates);
  }
  return candidates;
}

/** Writes where to the place `nth` of the cursors. */
function haveAll(documents: SharedUint16Array, words: Cursor[][], document: number, nth: number): boolean {
  for (const forms of words) if (!moveTo(documents, forms, document, nth)) return false;
  return true;
}

// All zero between calls.
const marks = new Uint8Array(MAX_SEGMENT_DOCS);
/** One more than can be. */
const kept = new Uint16Array(MAX_SEGMENT_DOCS + 1);

/** Those of the candidates that have one of the forms. Without a branch, which could not be foreseen. */
function withOne(
  documents: SharedUint16Array,
  forms: Cursor[],
  candidates: SharedUint16Array,
): SharedUint16Array {
  for (let i = 0; i < candidates.length; i++) marks[candidates[i]!] = 1;
  let count = 0;
  for (const { at, end } of forms) {
    for (let i = at; i < end; i++) {
      const document = documents[i]!;
      kept[count] = document;
      count += marks[document]!;
      marks[document] = 0;
    }
  }
  for (let i = 0; i < candidates.length; i++) marks[candidates[i]!] = 0;
  const found = kept.slice(0, count);
  return forms.length > 1 ? found.sort() : found;
}

function postingsLeft(forms: Cursor[]): number {
  return forms.reduce((sum, { at, end }) => sum + end - at, 0);
}

function documentsOf(documents: SharedUint16Array, forms: Cursor[]): SharedUint16Array {
  const lists = forms.map(({ at, end }) => documents.subarray(at, end));
  if (lists.length === 1) return lists[0]!;
  return Uint16Array.from(new Set(lists.flatMap((list) => [...list]))).sort();
}

/** True where the document has one of the forms; cursors are then at its posting or behind. */
function moveTo(documents: SharedUint16Array, forms: Cursor[], document: number, nth: number): boolean {
  let has = false;
  for (const cursor of forms) {
    cursor.at = firstFrom(documents, document, cursor);
    const isThere = cursor.at < cursor.end && documents[cursor.at] === document;
    places[cursor.row + nth] = isThere ? cursor.at : -1;
    has ||= isThere;
  }
  return has;
}

/** The first posting whose document is not below this one: quick where that is near. */
function firstFrom(documents: SharedUint16Array, document: number, { at, end }: Cursor): number {
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

/** Positions in a document: of where the phrase has come so far, and of its next word. */
let before = new Uint32Array(MAX_FREQUENCY);
let here = new Uint32Array(MAX_FREQUENCY);

/** How often the words follow each other in the `nth` of the documents that have all of them. */
function phrasesIn(postings: Postings, words: Cursor[][], nth: number): number {
  let count = readWord(postings, words[0]!, nth);
  for (let i = 1; i < words.length && count > 0; i++) {
    [before, here] = [here, before];
    count = keepFollowing(count, readWord(postings, words[i]!, nth));
  }
  return count;
}

/** Reads the positions of all forms of a word, ascending, into `here`; returns how many there are. */
function readWord({ frequencies, positions, positionSkips }: Postings, forms: Cursor[], nth: number): number {
  if (here.length < forms.length * MAX_FREQUENCY) here = new Uint32Array(forms.length * MAX_FREQUENCY);
  let count = 0;
  for (const cursor of forms) {
    const at = places[cursor.row + nth]!;
    if (at < 0) continue;
    let from = at - (at % POSITION_SKIP_INTERVAL);
    let byte = positionSkips[from / POSITION_SKIP_INTERVAL]!;
    if (cursor.posting >= from) [from, byte] = [cursor.posting, cursor.byte];
    let passed = 0;
    for (let i = from; i < at; i++) passed += frequencies[i]!;
    cursor.posting = at;
    cursor.byte = skipPositions(positions, byte, passed);
    readPositions(positions, cursor.byte, frequencies[at]!, here, count);
    count += frequencies[at]!;
  }
  if (forms.length > 1) here.subarray(0, count).sort();
  return count;
}

/** Keeps of the positions in `here` those right behind one in `before`; returns how many. */
function keepFollowing(countBefore: number, countHere: number): number {
  let [count, i, j] = [0, 0, 0];
  while (i < countBefore && j < countHere) {
    const wanted = before[i]! + 1;
    if (here[j]! < wanted) j++;
    else {
      // Positions that could not be counted are all the same: nothing is known to follow there.
      if (here[j] === wanted && wanted < MAX_POSITION) here[count++] = wanted;
      i++;
    }
  }
  return count;
}
