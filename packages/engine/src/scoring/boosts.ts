/** Boosts: factors of scores by the age, a number or a value of each document. */
import { getOrInsertLatest, lowerBound } from '@semantic-search/query/collections';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import type { Boost } from '../api.ts';
import { type FacetSource, findFacet } from '../facets/find-facet.ts';
import type { NumberAttribute } from '../index/attributes.ts';
import { rowAt } from '../index/compact-array.ts';
import type { IndexReader, SegmentReader } from '../index/reader.ts';
import { columnOf } from '../index/segment.ts';

type Factor = (document: number) => number;

export interface BoostFactors {
  /** Factors of the documents of a segment, one per boost. */
  factors(segmentReader: SegmentReader): { field: string; factor: Factor }[];
  /** The product of these factors. */
  product(segmentReader: SegmentReader): Factor;
}

/** Sets of boosts whose products a segment keeps; each takes four bytes per document. */
const MAX_CACHED_PRODUCTS = 4;

/** Share of the values of a space that are at most as large as the value with the full boost. */
const FULL_BOOST_SHARE = 0.95;

/** Rank of the value with the full boost among the values of a space, ascending from 1 (nearest rank). */
export const fullBoostRank = (values: number) => Math.ceil(FULL_BOOST_SHARE * values);

const unchanged: Factor = () => 1;

/** Boosts by unknown attributes change nothing. Undefined without boosts. */
export function boostFactors(boosts: readonly Boost[] = [], reader: IndexReader): BoostFactors | undefined {
  if (boosts.length === 0) return undefined;
  const boostsWithFactors = boosts.map((boost) => ({ field: boost.field, ...factorsOf(boost, reader) }));
  const key = JSON.stringify([boosts, boostsWithFactors.map(({ dependsOn }) => dependsOn)]);
  const factors = (segmentReader: SegmentReader) =>
    boostsWithFactors.map(({ field, inSegment }) => ({ field, factor: inSegment(segmentReader) }));
  const product = (segmentReader: SegmentReader): Factor => {
    const segmentFactors = factors(segmentReader).map(({ factor }) => factor);
    /** NaN until a document is needed. */
    const products = getOrInsertLatest(segmentReader.core.boosts, MAX_CACHED_PRODUCTS, key, () =>
      new Float32Array(segmentReader.segment.size).fill(Number.NaN),
    );
    return (document) => {
      const cached = products[document]!;
      if (!Number.isNaN(cached)) return cached;
      products[document] = segmentFactors.reduce((result, factor) => result * factor(document), 1);
      return products[document]!;
    };
  };
  return { factors, product };
}

/** Factors of a boost; `dependsOn` is what they depend on in addition to the boost and the segment. */
interface SegmentFactors {
  inSegment: (segmentReader: SegmentReader) => Factor;
  dependsOn?: unknown;
}

const unchangedFactors: SegmentFactors = { inSegment: () => unchanged };

function factorsOf(boost: Boost, reader: IndexReader): SegmentFactors {
  const source = findFacet(boost.field, reader);
  if (!source) return unchangedFactors;
  if (boost.type === 'value') return factorsByValue(source, boost.factors, reader);
  if (source.kind !== 'number') return unchangedFactors;
  const { number } = source.attribute;
  const limit = boost.type === 'number' ? fullBoostValue(reader, source.attribute) : undefined;
  const share = shareOf(boost, limit);
  const inSegment = ({ segment }: SegmentReader): Factor => {
    const column = columnOf(segment.numbers, source.attribute);
    if (!column) return unchanged;
    const { starts, values } = column;
    // If a document has several values, the largest counts.
    return (document) => {
      let best = Number.NEGATIVE_INFINITY;
      for (let i = starts[document]!; i < starts[document + 1]!; i++) best = Math.max(best, values[i]!);
      return best === Number.NEGATIVE_INFINITY ? 1 : 1 + boost.weight * share(best);
    };
  };
  return { inSegment, dependsOn: [number, limit] };
}

/** Share of the weight, by date or number; `limit` has the full weight. A date in the future counts as now. */
function shareOf(boost: Exclude<Boost, { type: 'value' }>, limit = 0): (value: number) => number {
  if (boost.type === 'recency') {
    const { now, halfLife } = boost;
    return (date) => 2 ** (-Math.max(0, now - date) / halfLife);
  }
  const measure = boost.scale === 'log' ? Math.log1p : (value: number) => value;
  const full = measure(Math.max(0, limit));
  return (value) => (full > 0 ? Math.min(1, measure(Math.max(0, value)) / full) : 0);
}

/** The value with the full boost: the smallest whose rank among the values of all segments reaches that of the full boost. */
function fullBoostValue({ segments }: IndexReader, attribute: NumberAttribute): number {
  const sortedValues = segments.flatMap((segmentReader) => {
    const column = columnOf(segmentReader.segment.numbers, attribute);
    return column ? [segmentReader.sortedValues(column)] : [];
  });
  const rank = fullBoostRank(sortedValues.reduce((sum, { length }) => sum + length, 0));
  const countUpTo = (values: Float64Array, value: number) =>
    lowerBound(0, values.length, (index) => values[index]! <= value);
  const isLarge = (value: number) =>
    sortedValues.reduce((sum, list) => sum + countUpTo(list, value), 0) >= rank;
  const firstLarge = (values: Float64Array) =>
    values[lowerBound(0, values.length, (index) => !isLarge(values[index]!))];
  return sortedValues.reduce((smallest, list) => Math.min(smallest, firstLarge(list) ?? smallest), Infinity);
}

function factorsByValue(
  source: FacetSource,
  factors: Readonly<Record<string, number>>,
  { thesaurus, indexedThesaurus }: IndexReader,
): SegmentFactors {
  if (source.kind === 'number') return unchangedFactors;
  if (source.kind === 'concept') {
    const byCode = factorsByCode(factors, thesaurus);
    const ofConcepts = ({ concepts }: SegmentReader): Factor => {
      return (document) => largestFactor(rowAt(concepts.countCodes, document), byCode);
    };
    return { inSegment: ofConcepts, dependsOn: indexedThesaurus.number };
  }
  const { attribute } = source;
  const byLiteral = new Map(
    Object.entries(factors).map(([value, factor]) => [attribute.values.find(value), factor]),
  );
  const ofLiterals = ({ segment }: SegmentReader): Factor => {
    const column = columnOf(segment.literals, attribute);
    return column ? (document) => largestFactor(rowAt(column, document), byLiteral) : unchanged;
  };
  return { inSegment: ofLiterals, dependsOn: attribute.number };
}

/** The boost of a concept applies to narrower concepts, and to the codes that count them with broader ones. */
function factorsByCode(factors: Readonly<Record<string, number>>, thesaurus: Thesaurus): Map<number, number> {
  const byCode = new Map<number, number>();
  for (const [uri, factor] of Object.entries(factors)) {
    const concept = thesaurus.resolve(uri);
    if (concept === undefined) continue;
    for (const narrower of [concept, ...thesaurus.descendants(concept)])
      for (const code of [narrower, thesaurus.size + narrower])
        byCode.set(code, Math.max(factor, byCode.get(code) ?? factor));
  }
  return byCode;
}

/** The largest factor of the values of a document; 1 if none of them has a factor. */
function largestFactor(values: Iterable<number>, factors: ReadonlyMap<number, number>): number {
  let largest: number | undefined;
  for (const value of values) {
    const factor = factors.get(value);
    if (factor !== undefined && (largest === undefined || factor > largest)) largest = factor;
  }
  return largest ?? 1;
}
