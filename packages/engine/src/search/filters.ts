/** Filters of one segment: splits matches by facet selections, exclusions and the date range. */

import type { SearchQuery } from '../api.ts';
import type { FilteredMatches } from '../facets/facet-results.ts';
import type { Selection } from '../facets/facet-selections.ts';
import type { SegmentReader } from '../index/reader.ts';
import type { LiteralColumn, NumberColumn } from '../index/segment.ts';
import type { SearchScratch } from './search-scratch.ts';

export interface Filters {
  selected: Selection[];
  excluded: Selection[];
  dateRange: SearchQuery['dateRange'];
}

/**
 * Copies the documents that pass, and those that fail one selection only, for the counts of that facet.
 *
 * Exclusions and the date range belong to no facet; documents that fail them are dropped.
 */
export function applyFilters(
  reader: SegmentReader,
  documents: Uint16Array,
  { selected, excluded, dateRange }: Filters,
  scratch: Pick<SearchScratch, 'passes'>,
): FilteredMatches {
  const { passes } = scratch;
  let passing: Uint16Array = documents.slice();
  if (dateRange) {
    markDateRange(reader, passing, dateRange, passes);
    passing = split(passing, scratch).passing;
  }
  for (const selection of excluded) {
    markSelection(reader, selection, passing, passes);
    passing = split(passing, scratch).failing;
  }
  const candidates = passing;
  let failing: Uint16Array[] = [];
  for (const selection of selected) {
    markSelection(reader, selection, candidates, passes);
    const result = split(passing, scratch);
    failing = [...failing.map((list) => split(list, scratch).passing), result.failing];
    passing = result.passing;
  }
  return { reader, passing, failing };
}

/** Splits documents by `passes`. Branch-free, because the branch would be unpredictable. */
function split(
  documents: Uint16Array,
  { passes }: Pick<SearchScratch, 'passes'>,
): { passing: Uint16Array; failing: Uint16Array } {
  const passing = new Uint16Array(documents.length + 1);
  const failing = new Uint16Array(documents.length + 1);
  let passingCount = 0;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    passing[passingCount] = document;
    failing[i - passingCount] = document;
    passingCount += passes[document]!;
  }
  return {
    passing: passing.subarray(0, passingCount),
    failing: failing.subarray(0, documents.length - passingCount),
  };
}

function markSelection(
  reader: SegmentReader,
  selection: Selection,
  documents: Uint16Array,
  passes: Uint8Array,
): void {
  const { source, concepts, literals, ranges } = selection;
  const isOfFacet = ({ attribute }: { attribute: number }) =>
    source.kind !== 'concept' && attribute === source.attribute.number;
  const literalColumn = source.kind === 'literal' ? reader.segment.literals.find(isOfFacet) : undefined;
  const numberColumn = source.kind === 'number' ? reader.segment.numbers.find(isOfFacet) : undefined;
  if (source.kind === 'concept') markConcepts(reader, concepts, documents, passes);
  else if (literalColumn) markLiterals(literalColumn, literals, documents, passes);
  else if (numberColumn) markNumbers(numberColumn, ranges, documents, passes);
  else for (const document of documents) passes[document] = 0;
}

/** Documents without a date are in no range. */
function markDateRange(
  { segment }: SegmentReader,
  documents: Uint16Array,
  range: NonNullable<SearchQuery['dateRange']>,
  passes: Uint8Array,
): void {
  const [from, to] = [range.from ?? Number.NEGATIVE_INFINITY, range.to ?? Number.POSITIVE_INFINITY];
  for (const document of documents) {
    const date = segment.dates[document]!;
    passes[document] = date >= from && date <= to ? 1 : 0;
  }
}

/** Marks the documents tagged with one of the concepts, among others that are not candidates. */
function markConcepts(
  { concepts: { concepts, starts, documents: tagged } }: SegmentReader,
  selected: Uint8Array,
  documents: Uint16Array,
  passes: Uint8Array,
): void {
  for (let i = 0; i < documents.length; i++) passes[documents[i]!] = 0;
  for (let i = 0; i < concepts.length; i++) {
    if (selected[concepts[i]!] !== 1) continue;
    for (let j = starts[i]!; j < starts[i + 1]!; j++) passes[tagged[j]!] = 1;
  }
}

function markLiterals(
  { starts, values }: LiteralColumn,
  selected: Uint8Array,
  documents: Uint16Array,
  passes: Uint8Array,
): void {
  for (const document of documents) {
    let passing = 0;
    for (let i = starts[document]!; i < starts[document + 1]!; i++) passing |= selected[values[i]!]!;
    passes[document] = passing;
  }
}

function markNumbers(
  { starts, values }: NumberColumn,
  ranges: Selection['ranges'],
  documents: Uint16Array,
  passes: Uint8Array,
): void {
  for (const document of documents) {
    let passing = 0;
    for (let i = starts[document]!; i < starts[document + 1]!; i++) passing |= ranges.has(values[i]!) ? 1 : 0;
    passes[document] = passing;
  }
}
