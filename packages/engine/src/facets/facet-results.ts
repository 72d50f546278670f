/** Facet results: counts the facets of a query over its matches, and selects their values. */

import { getOrInsertLatest } from '@semantic-search/query/collections';
import type { FacetRequest, FacetResult, SearchQuery } from '../api.ts';
import type { IndexReader, SegmentReader } from '../index/reader.ts';
import type { IndexWriter } from '../index/writer.ts';
import { conceptCounts, type TopConcepts } from './counting/concept-facets.ts';
import { deltaMatches, plainMatches, type SegmentMatches } from './counting/delta-counting.ts';
import type { FacetScratch } from './counting/facet-scratch.ts';
import { countRanges, rangesOf } from './counting/range-facets.ts';
import { countLiterals, valuesInUse } from './counting/term-facets.ts';
import type { Selection } from './facet-selections.ts';
import { conceptValues, literalValues, rangeValues } from './facet-values.ts';
import { type FacetSource, findFacet } from './find-facet.ts';
import { valueNames } from './labels.ts';
import type { LabeledRange } from './ranges/range-buckets.ts';

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

/** Queries whose counts a reader caches. */
const MAX_CACHED_QUERIES = 20;

/** `matches` omits segments without matches. */
export function facetResults(
  query: SearchQuery,
  selected: Selection[],
  matches: FilteredMatches[],
  index: IndexWriter,
  scratch: FacetScratch,
  signal: AbortSignal | undefined,
): FacetResult[] {
  const { reader } = index;
  const facets = query.facets.map((request) => requestedFacet(request, selected, index));
  const counts = getOrInsertLatest(reader.facetCounts, MAX_CACHED_QUERIES, cacheKey(query), () =>
    countFacets(reader, matches, facets.filter(isKnown), scratch, signal),
  );
  let known = 0;
  return facets.map((facet) =>
    isKnown(facet)
      ? facetResult(facet, counts[known++]!, reader, query.language)
      : { field: null, values: [] },
  );
}

/** Other pages, sort orders and presentations of the same hits have the same counts. */
function cacheKey(query: SearchQuery): string {
  const { input, language, selected, excluded, dateRange, facets, embedding } = query;
  const vector = embedding && Buffer.from(Float32Array.from(embedding).buffer).toString('base64');
  return JSON.stringify([input, language, selected, excluded, dateRange, facets, vector]);
}

function requestedFacet(
  request: FacetRequest,
  selected: Selection[],
  { reader, attributes }: IndexWriter,
): RequestedFacet | undefined {
  const source = findFacet(request.field, { attributes, thesaurus: reader.thesaurus });
  if (!source) return undefined;
  const selection = selected.findIndex((each) => each.source.facet.field === source.facet.field);
  const ranges = source.kind === 'number' ? rangesOf(source.attribute, reader.segments, request.limit) : [];
  return { request, source, selection, ranges };
}

const isKnown = (facet: RequestedFacet | undefined): facet is RequestedFacet => facet !== undefined;

/** Returns the counts of each facet by value. */
function countFacets(
  reader: IndexReader,
  matches: FilteredMatches[],
  facets: RequestedFacet[],
  scratch: FacetScratch,
  signal: AbortSignal | undefined,
): Uint32Array[] {
  // A facet ignores its own selection, so its matches include those that fail only this one.
  const matchesOf = (selection: number) =>
    matches.map(({ reader: segment, passing, failing }) =>
      plainMatches(segment, selection < 0 ? [passing] : [passing, failing[selection]!]),
    );
  const withDeltas = (plain: SegmentMatches[]) =>
    plain.map(({ reader: segment, lists }) => deltaMatches(segment, lists, scratch));
  const { size } = reader.thesaurus;
  const unselectedConcepts = facets.filter(isUnselectedConceptFacet);
  const all = unselectedConcepts.length > 0 ? withDeltas(matchesOf(-1)) : matchesOf(-1);
  /** Concept facets without a selection share their counts, because they have the same matches. */
  let sharedCounts: Uint32Array | undefined;
  return facets.map((facet) => {
    signal?.throwIfAborted();
    const { source, selection, ranges } = facet;
    if (isUnselectedConceptFacet(facet)) {
      sharedCounts ??= conceptCounts(size, all, unselectedConcepts.map(topConcepts), scratch);
      return sharedCounts;
    }
    const own = selection < 0 ? all : matchesOf(selection);
    if (source.kind === 'concept') return conceptCounts(size, withDeltas(own), [topConcepts(facet)], scratch);
    const counts = new Uint32Array(source.kind === 'literal' ? source.attribute.values.size : ranges.length);
    for (const each of own) countValues(each, source, ranges, counts, scratch);
    return counts;
  });
}

function isUnselectedConceptFacet({ source, selection }: RequestedFacet): boolean {
  return source.kind === 'concept' && selection < 0;
}

function topConcepts({ request, source }: RequestedFacet): TopConcepts {
  const { mode, sorting, order, includeEmpty, limit } = request;
  const isLimited = mode === 'flat' && sorting === 'count' && order === 'desc' && !includeEmpty;
  return {
    within: source.kind === 'concept' ? source.tree.within : [],
    limit: isLimited ? limit : Number.POSITIVE_INFINITY,
  };
}

function countValues(
  matches: SegmentMatches,
  { kind, attribute }: Exclude<FacetSource, { kind: 'concept' }>,
  ranges: LabeledRange[],
  counts: Uint32Array,
  scratch: FacetScratch,
): void {
  const { segment } = matches.reader;
  if (kind === 'literal') {
    const column = segment.literals.find((each) => each.attribute === attribute.number);
    if (column) countLiterals(column, matches, counts, scratch);
  } else {
    const column = segment.numbers.find((each) => each.attribute === attribute.number);
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
    return { field, values: conceptValues(request, source.tree, counts, reader.thesaurus, language) };
  }
  if (source.kind === 'number') return { field, values: rangeValues(request, ranges, counts) };
  const { number, values } = source.attribute;
  const inUse = request.includeEmpty ? valuesInUse(reader.segments, number, values.size) : undefined;
  const names = valueNames(values);
  const label = (value: number) => names?.labels[value] ?? values.at(value);
  return { field, values: literalValues(request, counts, label, inUse, names) };
}
