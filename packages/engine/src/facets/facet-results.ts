/** Facet results: counts of the values of each facet (drill sideways), and the values to show. */

import type { FacetRequest, FacetResult, SearchQuery } from '../api.ts';
import type { Attribute, NumberAttribute } from '../index/attributes.ts';
import { concatenate } from '../index/compact-array.ts';
import type { IndexReader, SegmentReader } from '../index/reader.ts';
import { columnOf } from '../index/segment.ts';
import { countRanges, countRows, type SegmentMatches } from './counting.ts';
import type { Selection } from './facet-selections.ts';
import { conceptValues, literalValues, rangeValues } from './facet-values.ts';
import { type FacetSource, findFacet } from './find-facet.ts';
import { valueLabels } from './labels.ts';
import { type LabeledRange, rangeBuckets } from './ranges/range-buckets.ts';

/** Matches of a segment after filtering. */
export interface FilteredMatches {
  reader: SegmentReader;
  /** Documents that pass all filters. */
  passing: Uint16Array;
  /** By selection: documents that fail this one and no other. */
  failing: Uint16Array[];
}

/** A facet to count. */
interface RequestedFacet {
  request: FacetRequest;
  source: FacetSource;
  /** Index of the facet's own selection, or -1. */
  selection: number;
  ranges: LabeledRange[];
}

interface FacetExecution {
  selected: Selection[];
  /** Without segments that have no matches. */
  matches: FilteredMatches[];
  reader: IndexReader;
  signal: AbortSignal | undefined;
}

export function facetResults(
  query: SearchQuery,
  { selected, matches, reader, signal }: FacetExecution,
): FacetResult[] {
  const count = facetCounter(reader, matches);
  return query.facets.map((request) => {
    signal?.throwIfAborted();
    const facet = requestedFacet(request, selected, reader);
    return facet ? facetResult(facet, count(facet), reader, query.language) : { field: null, values: [] };
  });
}

function requestedFacet(
  request: FacetRequest,
  selected: Selection[],
  reader: IndexReader,
): RequestedFacet | undefined {
  const source = findFacet(request.field, reader);
  if (!source) return undefined;
  const selection = selected.findIndex((other) => other.source.facet.field === source.facet.field);
  const ranges =
    source.kind === 'number' ? attributeRanges(source.attribute, reader.segments, request.limit) : [];
  return { request, source, selection, ranges };
}

/** At most `limit` ranges over the values of all live documents, so that they do not depend on the query. */
function attributeRanges(
  attribute: NumberAttribute,
  readers: readonly SegmentReader[],
  limit: number,
): LabeledRange[] {
  const bounds = readers.flatMap((reader) => {
    const column = columnOf(reader.segment.numbers, attribute);
    return (column && reader.bounds(column)) ?? [];
  });
  if (bounds.length === 0) return [];
  return rangeBuckets(Math.min(...bounds), Math.max(...bounds), attribute.kind, limit);
}

/** Returns a function that counts the matches of a facet by value. */
function facetCounter(
  reader: IndexReader,
  matches: FilteredMatches[],
): (facet: RequestedFacet) => Uint32Array {
  // Drill sideways: a facet ignores its own selection, so its matches include those that fail only this one.
  const matchesFor = (selection: number): SegmentMatches[] =>
    matches.map(({ reader: segment, passing, failing }) => ({
      reader: segment,
      documents: selection < 0 ? passing : concatenate(passing, failing[selection]!),
    }));
  const unselected = matchesFor(-1);
  /** Concept facets without a selection share their counts, because they have the same matches. */
  let sharedCounts: Uint32Array | undefined;
  return ({ source, selection, ranges }) => {
    const isShared = source.kind === 'concept' && selection < 0;
    if (isShared && sharedCounts) return sharedCounts;
    const counts = new Uint32Array(numberOfValues(source, ranges, reader));
    for (const segmentMatches of selection < 0 ? unselected : matchesFor(selection))
      countValues(segmentMatches, source, ranges, counts);
    if (isShared) sharedCounts = counts;
    return counts;
  };
}

function numberOfValues(source: FacetSource, ranges: LabeledRange[], { thesaurus }: IndexReader): number {
  if (source.kind === 'concept') return thesaurus.size;
  return source.kind === 'literal' ? source.attribute.values.size : ranges.length;
}

function countValues(
  matches: SegmentMatches,
  source: FacetSource,
  ranges: LabeledRange[],
  counts: Uint32Array,
): void {
  const { literals, numbers } = matches.reader.segment;
  if (source.kind === 'concept') {
    countRows(matches, matches.reader.concepts.withBroader, counts);
  } else if (source.kind === 'literal') {
    const column = columnOf(literals, source.attribute);
    if (column) countRows(matches, column, counts);
  } else {
    const column = columnOf(numbers, source.attribute);
    if (column) countRanges(column, matches, ranges, counts);
  }
}

function facetResult(
  { request, source, ranges }: RequestedFacet,
  counts: Uint32Array,
  reader: IndexReader,
  language: string | undefined,
): FacetResult {
  const { field } = source.facet;
  if (source.kind === 'concept') {
    const { thesaurus } = reader;
    return { field, values: conceptValues(request, { tree: source.tree, counts, thesaurus, language }) };
  }
  if (source.kind === 'number') return { field, values: rangeValues(request, ranges, counts) };
  const { values } = source.attribute;
  const inUse = request.includeEmpty ? valuesInUse(reader.segments, source.attribute) : undefined;
  const sorted = valueLabels(values);
  const label = (value: number) => sorted?.labels[value] ?? values.at(value);
  return { field, values: literalValues(request, counts, { label, inUse, ranks: sorted?.ranks }) };
}

/** 1 by number for each value of an attribute that a live document has. */
function valuesInUse(readers: readonly SegmentReader[], attribute: Attribute): Uint8Array {
  const used = new Uint8Array(attribute.values.size);
  for (const reader of readers) {
    const column = columnOf(reader.segment.literals, attribute);
    if (column) for (const value of reader.literalsInUse(column)) used[value] = 1;
  }
  return used;
}
