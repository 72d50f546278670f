/** Filters of one segment: splits matches by facet selections, exclusions and the date range. */
import type { SearchQuery } from '../api.ts';
import type { FilteredMatches } from '../facets/facet-results.ts';
import type { Selection } from '../facets/facet-selections.ts';
import type { SegmentReader } from '../index/reader.ts';
import { columnOf } from '../index/segment.ts';

type DateRange = NonNullable<SearchQuery['dateRange']>;

export interface Filters {
  selected: Selection[];
  excluded: Selection[];
  dateRange: DateRange | undefined;
}

/**
 * Returns the documents that pass, and documents that fail one selection only, for the counts of that selection's facet.
 *
 * Exclusions and the date range belong to no facet; documents that fail them are dropped.
 */
export function applyFilters(
  reader: SegmentReader,
  documents: Uint16Array,
  { selected, excluded, dateRange }: Filters,
): FilteredMatches {
  let passing: Uint16Array = documents.slice();
  if (dateRange) passing = split(passing, datedWithin(reader, passing, dateRange)).passing;
  for (const selection of excluded)
    passing = split(passing, selectedAmong(reader, passing, selection)).failing;
  let failing: Uint16Array[] = [];
  const candidates = passing;
  for (const selection of selected) {
    const passes = selectedAmong(reader, candidates, selection);
    const parts = split(passing, passes);
    failing = [...failing.map((list) => split(list, passes).passing), parts.failing];
    passing = parts.passing;
  }
  return { reader, passing, failing };
}

/** Splits documents by `passes`. Branch-free, because the branch would be unpredictable. */
function split(documents: Uint16Array, passes: Uint8Array): { passing: Uint16Array; failing: Uint16Array } {
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

/** By document: 1 if its date is in the range. Documents without a date are in no range. */
function datedWithin({ segment }: SegmentReader, documents: Uint16Array, range: DateRange): Uint8Array {
  const { size, dates } = segment;
  const passes = new Uint8Array(size);
  const earliest = range.from ?? Number.NEGATIVE_INFINITY;
  const latest = range.to ?? Number.POSITIVE_INFINITY;
  for (const document of documents)
    passes[document] = dates[document]! >= earliest && dates[document]! <= latest ? 1 : 0;
  return passes;
}

/** By document: 1 if it has a selected value; correct for the given documents only. */
function selectedAmong(reader: SegmentReader, documents: Uint16Array, selection: Selection): Uint8Array {
  return selection.kind === 'concept'
    ? taggedWithAny(reader, selection.isSelected)
    : valuedAmong(reader, documents, selection);
}

/** By document: 1 if it is tagged with a selected concept. `isSelected` has 1 for each of them. */
function taggedWithAny({ segment, concepts: tags }: SegmentReader, isSelected: Uint8Array): Uint8Array {
  const passes = new Uint8Array(segment.size);
  for (let i = 0; i < tags.concepts.length; i++) {
    if (isSelected[tags.concepts[i]!] !== 1) continue;
    for (let j = tags.starts[i]!; j < tags.starts[i + 1]!; j++) passes[tags.documents[j]!] = 1;
  }
  return passes;
}

/** By document: 1 if the selection accepts one of its values. */
function valuedAmong(
  { segment }: SegmentReader,
  documents: Uint16Array,
  { kind, attribute, accepts }: Exclude<Selection, { kind: 'concept' }>,
): Uint8Array {
  const passes = new Uint8Array(segment.size);
  const column =
    kind === 'literal' ? columnOf(segment.literals, attribute) : columnOf(segment.numbers, attribute);
  if (!column) return passes;
  const { starts, values } = column;
  for (const document of documents)
    for (let i = starts[document]!; i < starts[document + 1]!; i++)
      if (accepts(values[i]!)) passes[document] = 1;
  return passes;
}
