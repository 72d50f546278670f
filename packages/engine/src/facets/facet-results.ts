/** Facet results: counts of the values of each facet (drill sideways), and the values to show. */
import { getOrInsert } from '@semantic-search/query/collections';
import type { FacetCount, FacetRequest, FacetResult, SearchQuery } from '../api.ts';
import type { Attribute, NumberAttribute } from '../index/attributes.ts';
import type { IndexReader, SegmentReader } from '../index/reader.ts';
import { columnOf } from '../index/segment.ts';
import { countConcepts, countRanges, countRows, type SegmentMatches } from './counting.ts';
import type { Selection } from './facet-selections.ts';
import { conceptValues, literalValues, rangeValues } from './facet-values.ts';
import { type FacetSource, findFacet } from './find-facet.ts';
import { valueLabels } from './labels.ts';
import { rangeBuckets } from './ranges/range-buckets.ts';

/** Matches of a segment after filtering. */
export interface FilteredMatches {
  reader: SegmentReader;
  /** Documents that pass all filters. */
  passing: Uint16Array;
  /** By selection: documents that fail only this selection. */
  failing: Uint16Array[];
}

interface FacetExecution {
  selected: Selection[];
  /** Matches of the segments that have any. */
  matches: FilteredMatches[];
  reader: IndexReader;
  signal: AbortSignal | undefined;
}

export function facetResults(query: SearchQuery, execution: FacetExecution): FacetResult[] {
  const { selected, matches, reader, signal } = execution;
  const { thesaurus } = reader;
  const passing = matches.map((filtered) => ({ reader: filtered.reader, documents: filtered.passing }));
  /** Concept facets without a selection share their counts, because they have the same matches. */
  const countsByMatches = new Map<SegmentMatches[], Uint32Array>();

  function valuesOf(request: FacetRequest, source: FacetSource, counted: SegmentMatches[]): FacetCount[] {
    if (source.kind === 'literal') return literalFacet(request, source.attribute, counted, reader);
    if (source.kind === 'number') return numberFacet(request, source.attribute, counted, reader);
    const counts = getOrInsert(countsByMatches, counted, () => countConcepts(counted, thesaurus));
    return conceptValues(request, { tree: source.tree, counts, thesaurus, language: query.language });
  }

  return query.facets.map((request) => {
    signal?.throwIfAborted();
    const source = findFacet(request.field, reader);
    if (!source) return { field: null, values: [] };
    const { field } = source.facet;
    const selection = selected.findIndex((candidate) => candidate.facet.field === field);
    if (selection < 0) return { field, values: valuesOf(request, source, passing) };
    // Drill sideways: a facet ignores its own selection, so documents that fail only this selection count, too.
    const failing = matches.map((filtered) => ({ ...filtered, documents: filtered.failing[selection]! }));
    return { field, values: valuesOf(request, source, [...passing, ...failing]) };
  });
}

function numberFacet(
  request: FacetRequest,
  attribute: NumberAttribute,
  counted: SegmentMatches[],
  { segments }: IndexReader,
): FacetCount[] {
  const ranges = attributeRanges(attribute, segments, request.limit);
  const counts = new Uint32Array(ranges.length);
  for (const matches of counted) {
    const column = columnOf(matches.reader.segment.numbers, attribute);
    if (column) countRanges(column, matches, ranges, counts);
  }
  return rangeValues(request, ranges, counts);
}

/** At most `limit` ranges over the values of all live documents, so that they do not depend on the query. */
function attributeRanges(attribute: NumberAttribute, readers: readonly SegmentReader[], limit: number) {
  const bounds = readers.flatMap((reader) => {
    const column = columnOf(reader.segment.numbers, attribute);
    return (column && reader.bounds(column)) ?? [];
  });
  if (bounds.length === 0) return [];
  return rangeBuckets(Math.min(...bounds), Math.max(...bounds), attribute.kind, limit);
}

function literalFacet(
  request: FacetRequest,
  attribute: Attribute,
  counted: SegmentMatches[],
  { segments }: IndexReader,
): FacetCount[] {
  const counts = new Uint32Array(attribute.values.size);
  for (const matches of counted) {
    const column = columnOf(matches.reader.segment.literals, attribute);
    if (column) countRows(matches, column, counts);
  }
  const inUse = request.includeEmpty ? valuesInUse(segments, attribute) : undefined;
  const sorted = valueLabels(attribute.values);
  const label = (value: number) => sorted?.labels[value] ?? attribute.values.at(value);
  return literalValues(request, counts, { label, inUse, ranks: sorted?.ranks });
}

/** By value number: 1 if a live document has the value. */
function valuesInUse(readers: readonly SegmentReader[], attribute: Attribute): Uint8Array {
  const used = new Uint8Array(attribute.values.size);
  for (const reader of readers) {
    const column = columnOf(reader.segment.literals, attribute);
    if (column) for (const value of reader.literalsInUse(column)) used[value] = 1;
  }
  return used;
}
