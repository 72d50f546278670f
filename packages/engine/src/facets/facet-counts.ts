/** Facet values and counts of a query, as the response contains them. */

import { getOrInsert, getOrInsertLatest } from '@semantic-search/query/util';
import type { FacetRequest, FacetResult, SearchQuery } from '../api.ts';
import type { IndexReader, SegmentReader } from '../index/index-reader.ts';
import type { IndexWriter } from '../index/index-writer.ts';
import { conceptCounts, type Wanted } from './concept-counts.ts';
import { asListed, type Found, foundIn } from './delta-counting.ts';
import { countLiterals, countRanges, extentOf } from './facet-counter.ts';
import { conceptValues, literalValues, rangeValues } from './facet-result.ts';
import type { Selection } from './facet-selections.ts';
import { type FacetSource, facetOrThrow } from './facets.ts';
import type { Passing } from './filters.ts';
import { valueNames } from './labels.ts';
import { valuesInUse } from './live-values.ts';
import { type LabelledRange, rangesOver } from './ranges.ts';

/** One facet being counted. */
interface Count {
  question: FacetRequest;
  source: FacetSource;
  /** Index of its own selection, or -1. */
  own: number;
  /** By value; those of concepts are there when they are counted. */
  counts: Uint32Array;
  ranges: LabelledRange[];
}

/** Questions whose counts are kept for one generation of the index; the oldest are given up first. */
const mostKept = 20;

const countsOf = new WeakMap<IndexReader, Map<string, Count[]>>();

/** `passed` holds the documents that the question found, by part, without parts that have none. */
export function answeredFacets(
  question: SearchQuery,
  selected: Selection[],
  passed: Passing[],
  index: IndexWriter,
  signal: AbortSignal | undefined,
): FacetResult[] {
  const counts = countedOnce(question, index.reader, () => {
    const begun = question.facets.map((facet) => beginCount(facet, selected, index));
    countFacets(index.reader, passed, begun, signal);
    return begun;
  });
  return counts.map((count) => facetAnswer(count, index.reader, question.language));
}

/** Other pages of what was found, in another order or shown in another way, have the same counts. */
function countedOnce(question: SearchQuery, reader: IndexReader, count: () => Count[]): Count[] {
  const { input, language, selected, excluded, dateRange, facets } = question;
  const key = JSON.stringify([input, language, selected, excluded, dateRange, facets]);
  return getOrInsertLatest(
    getOrInsert(countsOf, reader, () => new Map()),
    mostKept,
    key,
    count,
  );
}

function beginCount(
  question: FacetRequest,
  selected: Selection[],
  { reader, attributes }: IndexWriter,
): Count {
  const { thesaurus } = reader.thesaurus;
  const source = facetOrThrow(question.field, { attributes, thesaurus });
  const own = selected.findIndex((selection) => selection.source.facet.field === source.facet.field);
  let [size, ranges] = [0, [] as LabelledRange[]];
  if (source.kind === 'literal') size = source.attribute.values.size;
  else if (source.kind === 'number') {
    ranges = rangesOf(source.attribute, reader.segments);
    size = ranges.length;
  }
  return { question, source, own, counts: new Uint32Array(size), ranges };
}

function rangesOf(
  { number, kind }: { number: number; kind: 'number' | 'date' },
  parts: readonly SegmentReader[],
): LabelledRange[] {
  const extents = parts.flatMap((part) => {
    const column = part.segment.numbers.find((each) => each.attribute === number);
    const extent = column && extentOf(part, column);
    return extent ? [extent] : [];
  });
  if (extents.length === 0) return [];
  const smallest = extents.reduce((least, [value]) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const largest = extents.reduce((most, [, value]) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  return rangesOver(smallest, largest, kind);
}

function countFacets(
  reader: IndexReader,
  passed: Passing[],
  counts: Count[],
  signal: AbortSignal | undefined,
): void {
  const listed = (own: number) =>
    passed.map(({ part, all, but }) => asListed(part, own < 0 ? [all] : [all, but[own]!]));
  const near = (found: Found[]) => found.map(({ part, lists }) => foundIn(part, lists));
  const { size } = reader.thesaurus.thesaurus;
  const shared = counts.filter(isSharing);
  const narrowed = shared.length > 0 ? near(listed(-1)) : listed(-1);
  for (const count of counts) {
    signal?.throwIfAborted();
    const { source, own } = count;
    if (source.kind === 'concept') {
      if (isSharing(count) && count !== shared[0]) count.counts = shared[0]!.counts;
      else if (isSharing(count)) count.counts = conceptCounts(size, narrowed, shared.map(wantedOf));
      else count.counts = conceptCounts(size, near(listed(own)), [wantedOf(count)]);
    } else {
      for (const found of own < 0 ? narrowed : listed(own)) countValues(found, count, source);
    }
  }
}

/** Concept facets without a selection of their own count the same documents: once is enough. */
function isSharing({ source, own }: Count): boolean {
  return source.kind === 'concept' && own < 0;
}

function wantedOf({ question, source }: Count): Wanted {
  const within = source.kind === 'concept' ? source.tree.within : [];
  return { within, limit: isTop(question) ? question.limit : Number.POSITIVE_INFINITY };
}

/** Only the most frequent values are asked for. */
function isTop({ mode, sorting, order, includeEmpty }: FacetRequest): boolean {
  return mode === 'flat' && sorting === 'count' && order === 'desc' && !includeEmpty;
}

function countValues(
  found: Found,
  { counts, ranges }: Count,
  { kind, attribute }: Exclude<FacetSource, { kind: 'concept' }>,
): void {
  const { segment } = found.part;
  if (kind === 'literal') {
    const column = segment.literals.find((each) => each.attribute === attribute.number);
    if (column) countLiterals(column, found, counts);
  } else {
    const column = segment.numbers.find((each) => each.attribute === attribute.number);
    if (column) countRanges(column, found, ranges, counts);
  }
}

function facetAnswer(count: Count, reader: IndexReader, language: string | undefined): FacetResult {
  const { question, source, counts, ranges } = count;
  const { field } = question;
  if (source.kind === 'concept') {
    const { thesaurus } = reader.thesaurus;
    return { field, values: conceptValues(question, source.tree, counts, thesaurus, language) };
  }
  if (source.kind === 'number') return { field, values: rangeValues(question, ranges, counts) };
  const { number, values } = source.attribute;
  const inUse = question.includeEmpty ? valuesInUse(reader.segments, number, values.size) : undefined;
  const names = valueNames(values);
  const label = (value: number) => names?.labels[value] ?? values.at(value);
  return { field, values: literalValues(question, counts, label, inUse, names) };
}
