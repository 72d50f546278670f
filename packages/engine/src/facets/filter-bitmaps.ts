/** Filter bitmaps: marks which candidate documents of a segment pass each facet selection. */

import type { SharedUint16Array } from '@semantic-search/query/collections';
import type { SearchQuery } from '../api.ts';
import { bitsetWords, taggedWith } from '../index/concept-columns.ts';
import type { SegmentReader } from '../index/index-reader.ts';
import { MAX_SEGMENT_DOCS } from '../index/segment.ts';
import type { Selection } from './facet-selections.ts';

// What is exported is looked up each time that it is used: loops have it under a name of their own.
const marks = new Uint8Array(MAX_SEGMENT_DOCS);
/** By document: 1 for one that passes, 0 for one that does not; anything for documents not asked about. */
export const passes = marks;

export function markSelected(part: SegmentReader, selection: Selection, documents: Uint16Array): void {
  const { source } = selection;
  if (source.kind === 'concept') markConcepts(part, selection, documents);
  else if (source.kind === 'literal')
    markLiterals(part, source.attribute.number, selection.literals, documents);
  else markNumbers(part, source.attribute.number, selection.ranges, documents);
}

/** A document without a date lies in no range. */
export function markInRange(
  { segment }: SegmentReader,
  documents: Uint16Array,
  range: NonNullable<SearchQuery['dateRange']>,
): void {
  const [from, to] = [range.from ?? Number.NEGATIVE_INFINITY, range.to ?? Number.POSITIVE_INFINITY];
  for (const document of documents) {
    const date = segment.dates[document]!;
    marks[document] = date >= from && date <= to ? 1 : 0;
  }
}

/** What looking a concept up costs, in entries of rows. */
const lookUp = 8;

/** By bits where a concept chosen is frequent; else by rows or by the lists of all narrower ones, whichever is shorter. */
function markConcepts(part: SegmentReader, { chosen, concepts }: Selection, documents: Uint16Array): void {
  const { order, frequent, rare } = part.concepts;
  const places = chosen.map((concept) => order.indexOf(concept)).filter((place) => place >= 0);
  const inRows = places.filter((place) => place >= frequent);
  const entries = documents.length * (rare.length / part.segment.size);
  if (inRows.length > 0 && entries > concepts.size * lookUp) {
    const lists = [...concepts].map((concept) => taggedWith(part.concepts, concept));
    if (lists.reduce((sum, { length }) => sum + length, 0) < entries) {
      markLists(lists, documents);
      return;
    }
  }
  const inBits = places.filter((place) => place < frequent);
  markBits(part, inBits, documents);
  if (inRows.length > 0) markRows(part, inRows, documents);
}

function markLists(lists: SharedUint16Array[], documents: Uint16Array): void {
  for (let i = 0; i < documents.length; i++) marks[documents[i]!] = 0;
  for (const list of lists) for (let i = 0; i < list.length; i++) marks[list[i]!] = 1;
}

/** `places` of frequent concepts. */
function markBits({ concepts }: SegmentReader, places: number[], documents: Uint16Array): void {
  const { frequentBits } = concepts;
  const width = bitsetWords(concepts);
  if (places.length === 0) for (let i = 0; i < documents.length; i++) marks[documents[i]!] = 0;
  places.forEach((place, nth) => {
    const word = place >>> 5;
    for (let i = 0; nth === 0 && i < documents.length; i++) {
      const document = documents[i]!;
      marks[document] = (frequentBits[document * width + word]! >>> (place & 31)) & 1;
    }
    for (let i = 0; nth > 0 && i < documents.length; i++) {
      const document = documents[i]!;
      marks[document]! |= (frequentBits[document * width + word]! >>> (place & 31)) & 1;
    }
  });
}

/** Adds documents that have one of these places in their row, which holds everything broader, too. */
function markRows(
  { concepts: { rareStarts, rare } }: SegmentReader,
  places: number[],
  documents: Uint16Array,
) {
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    const end = rareStarts[document + 1]!;
    for (let j = rareStarts[document]!; j < end && marks[document] === 0; j++) {
      if (places.includes(rare[j]!)) marks[document] = 1;
    }
  }
}

function markLiterals(
  { segment }: SegmentReader,
  attribute: number,
  wanted: Uint8Array,
  documents: Uint16Array,
) {
  const column = segment.literals.find((each) => each.attribute === attribute);
  if (!column) {
    for (const document of documents) marks[document] = 0;
    return;
  }
  const { starts, values } = column;
  if (starts === null) {
    for (let i = 0; i < documents.length; i++) marks[documents[i]!] = wanted[values[documents[i]!]!]!;
    return;
  }
  for (const document of documents) {
    let found = 0;
    for (let i = starts[document]!; i < starts[document + 1]!; i++) found |= wanted[values[i]! + 1]!;
    marks[document] = found;
  }
}

function markNumbers(
  { segment }: SegmentReader,
  attribute: number,
  ranges: Selection['ranges'],
  documents: Uint16Array,
): void {
  const column = segment.numbers.find((each) => each.attribute === attribute);
  if (!column) {
    for (const document of documents) marks[document] = 0;
    return;
  }
  const { starts, values } = column;
  for (const document of documents) {
    const [begin, end] =
      starts === null ? [document, document + 1] : [starts[document]!, starts[document + 1]!];
    let found = 0;
    for (let i = begin; i < end; i++) found |= ranges.has(values[i]!) ? 1 : 0;
    marks[document] = found;
  }
}
