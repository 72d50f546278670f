/** Finds words that stand side by side: documents that have all of them first, positions only there. */
import { highestFrequency } from '../index/build-postings.ts';
import { readPositions, skipPositions } from '../index/positions.ts';
import { lastPosition, type Postings, skip } from '../index/segment.ts';
import type { Uint16 } from '../thesaurus/packed.ts';

/** The postings of one word that are not yet passed. */
interface Cursor {
  at: number;
  end: number;
}

/** `words` holds for each word of the phrase the places of its forms in `postings.terms`; documents come in order. */
export function eachPhrase(
  postings: Postings,
  words: number[][],
  found: (document: number, times: number) => void,
): void {
  if (words.some((forms) => forms.length === 0)) return;
  const { starts, documents } = postings;
  const cursors = words.map((forms) =>
    forms.map((place): Cursor => ({ at: starts[place]!, end: starts[place + 1]! })),
  );
  const rarestFirst = cursors.toSorted((a, b) => postingsLeft(a) - postingsLeft(b));
  const [rarest, ...others] = rarestFirst;
  for (const document of documentsOf(documents, rarest!)) {
    if (!others.every((forms) => moveTo(documents, forms, document))) continue;
    moveTo(documents, rarest!, document);
    const times = phrasesIn(postings, cursors, document);
    if (times > 0) found(document, times);
  }
}

function postingsLeft(forms: Cursor[]): number {
  return forms.reduce((sum, { at, end }) => sum + end - at, 0);
}

function documentsOf(documents: Uint16, forms: Cursor[]): Uint16 {
  const lists = forms.map(({ at, end }) => documents.subarray(at, end));
  if (lists.length === 1) return lists[0]!;
  return Uint16Array.from(new Set(lists.flatMap((list) => [...list]))).sort();
}

/** True where the document has one of the forms; cursors are then at its posting or behind. */
function moveTo(documents: Uint16, forms: Cursor[], document: number): boolean {
  let has = false;
  for (const cursor of forms) {
    cursor.at = firstFrom(documents, document, cursor);
    if (cursor.at < cursor.end && documents[cursor.at] === document) has = true;
  }
  return has;
}

/** The first posting whose document is not below this one: quick where that is near. */
function firstFrom(documents: Uint16, document: number, { at, end }: Cursor): number {
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

/** How often the words follow each other in a document that has all of them. */
function phrasesIn(postings: Postings, words: Cursor[][], document: number): number {
  let before = positionsIn(postings, words[0]!, document);
  for (let i = 1; i < words.length && before.length > 0; i++) {
    // Positions that could not be counted are all the same: nothing is known to follow there.
    const wanted = before.filter((position) => position < lastPosition - 1).map((position) => position + 1);
    const here = new Set(positionsIn(postings, words[i]!, document));
    before = wanted.filter((position) => here.has(position));
  }
  return before.length;
}

const positionsRead = new Uint32Array(highestFrequency);

function positionsIn(postings: Postings, forms: Cursor[], document: number): number[] {
  const { documents, frequencies, positions } = postings;
  return forms.flatMap(({ at, end }) => {
    if (at >= end || documents[at] !== document) return [];
    const frequency = frequencies[at]!;
    readPositions(positions, positionsBefore(postings, at), frequency, positionsRead);
    return [...positionsRead.subarray(0, frequency)];
  });
}

/** The byte where the positions of a posting begin. */
function positionsBefore({ frequencies, positionSkips, positions }: Postings, posting: number): number {
  const from = Math.floor(posting / skip);
  let count = 0;
  for (let i = from * skip; i < posting; i++) count += frequencies[i]!;
  return skipPositions(positions, positionSkips[from]!, count);
}
