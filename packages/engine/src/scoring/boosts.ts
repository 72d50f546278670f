/** Boosts: factors of scores that depend on the age, a number or a value of each document. */
import { getOrInsertLatest, lowerBound } from '@semantic-search/query/collections';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import type { Boost } from '../api.ts';
import { type FacetSource, findFacet } from '../facets/find-facet.ts';
import type { NumberAttribute } from '../index/attributes.ts';
import type { Rows } from '../index/compact-array.ts';
import type { IndexReader, SegmentReader } from '../index/reader.ts';
import { columnOf } from '../index/segment.ts';

export type BoostFactors = NonNullable<ReturnType<typeof boostFactors>>;

/** Maximum number of sets of boosts whose products a segment keeps; each takes four bytes per document. */
const MAX_CACHED_PRODUCTS = 4;

/** Share of the values of a space that are at most as large as the value with the full boost. */
const FULL_BOOST_SHARE = 0.95;

/** Rank of the value with the full boost among the values of a space, ascending from 1 (nearest rank). */
export const fullBoostRank = (valueCount: number) => Math.ceil(FULL_BOOST_SHARE * valueCount);

/** Boosts by unknown attributes change nothing. Undefined without boosts. */
export function boostFactors(boosts: readonly Boost[] = [], reader: IndexReader) {
  if (boosts.length === 0) return undefined;
  const evaluators = boosts.map((boost) => evaluatorOf(boost, reader));
  const cacheKey = JSON.stringify([boosts, evaluators.map(({ dependencies }) => dependencies)]);

  /** Factors of the documents of a segment, one per boost. */
  function factors(segmentReader: SegmentReader) {
    return evaluators.map(({ rowsIn, factorOf }, i) => {
      const rows = rowsIn(segmentReader);
      const factor = (document: number) => (rows ? factorOf(rows, document) : 1);
      return { field: boosts[i]!.field, factor };
    });
  }

  /** The product of the factors of a document, by document of a segment. */
  function product(segmentReader: SegmentReader): (document: number) => number {
    const segmentFactors = factors(segmentReader);
    /** NaN until a document is needed. */
    const products = getOrInsertLatest(segmentReader.core.boosts, MAX_CACHED_PRODUCTS, cacheKey, () =>
      new Float32Array(segmentReader.segment.size).fill(Number.NaN),
    );
    return (document) => {
      if (Number.isNaN(products[document]))
        products[document] = segmentFactors.reduce((result, { factor }) => result * factor(document), 1);
      return products[document]!;
    };
  }

  return { factors, product };
}

/** Evaluates one boost by a column of values. */
interface BoostEvaluator {
  /** The column in a segment; undefined if no document has a value, so that the boost changes nothing. */
  rowsIn(segmentReader: SegmentReader): ValueRows | undefined;
  /** Factor of a document by its values. Of several values, the largest counts. */
  factorOf(rows: ValueRows, document: number): number;
  /** What the factors depend on in addition to the boost and the segment. */
  dependencies?: unknown;
}

type ValueRows = Rows<ArrayLike<number>>;

const noBoost: BoostEvaluator = { rowsIn: () => undefined, factorOf: () => 1 };

function evaluatorOf(boost: Boost, reader: IndexReader): BoostEvaluator {
  const source = findFacet(boost.field, reader);
  if (!source) return noBoost;
  if (boost.type === 'value') return evaluatorByValue(source, boost.factors, reader);
  if (source.kind !== 'number') return noBoost;
  const { attribute } = source;
  const limit = boost.type === 'number' ? fullBoostValue(reader, attribute) : undefined;
  const share = shareOf(boost, limit);
  return {
    rowsIn: ({ segment }) => columnOf(segment.numbers, attribute),
    factorOf({ starts, values }, document) {
      let largest = Number.NEGATIVE_INFINITY;
      for (let i = starts[document]!; i < starts[document + 1]!; i++) largest = Math.max(largest, values[i]!);
      return largest === Number.NEGATIVE_INFINITY ? 1 : 1 + boost.weight * share(largest);
    },
    dependencies: [attribute.number, limit],
  };
}

/** Share of the weight, from 0 to 1, by date or number; `limit` has the full weight. A date in the future counts as now. */
function shareOf(boost: Exclude<Boost, { type: 'value' }>, limit = 0): (value: number) => number {
  if (boost.type === 'recency') {
    const { now, halfLife } = boost;
    return (date) => 2 ** (-Math.max(0, now - date) / halfLife);
  }
  const measure = boost.scale === 'log' ? Math.log1p : (value: number) => value;
  const full = measure(Math.max(0, limit));
  return (value) => (full > 0 ? Math.min(1, measure(Math.max(0, value)) / full) : 0);
}

/** The value with the full boost among the values of all segments. */
function fullBoostValue({ segments }: IndexReader, attribute: NumberAttribute): number {
  const sortedLists = segments.flatMap((segmentReader) => {
    const column = columnOf(segmentReader.segment.numbers, attribute);
    return column ? [segmentReader.sortedValues(column)] : [];
  });
  const valueCount = sortedLists.reduce((sum, { length }) => sum + length, 0);
  return valueAtRank(fullBoostRank(valueCount), sortedLists);
}

/**
 * The value with this rank (from 1) among the values of all lists; infinite if there are none. Each list is searched for its
 * first value that has at least this rank. A merge of the lists would instead read all values of the space for each query.
 */
function valueAtRank(rank: number, sortedLists: readonly Float64Array[]): number {
  const countUpTo = (limit: number) =>
    sortedLists.reduce((sum, list) => sum + lowerBound(0, list.length, (i) => list[i]! <= limit), 0);
  let smallest = Number.POSITIVE_INFINITY;
  for (const list of sortedLists) {
    const first = lowerBound(0, list.length, (i) => countUpTo(list[i]!) < rank);
    smallest = Math.min(smallest, list[first] ?? smallest);
  }
  return smallest;
}

function evaluatorByValue(
  source: FacetSource,
  factors: Readonly<Record<string, number>>,
  { thesaurus, indexedThesaurus }: IndexReader,
): BoostEvaluator {
  if (source.kind === 'number') return noBoost;
  if (source.kind === 'concept') {
    const byCode = factorsByCode(factors, thesaurus);
    return {
      rowsIn: ({ concepts }) => concepts.countCodes,
      factorOf: (rows, document) => largestFactor(rows, document, byCode),
      dependencies: indexedThesaurus.number,
    };
  }
  const { attribute } = source;
  const byLiteral = new Map(
    Object.entries(factors).map(([value, factor]) => [attribute.values.find(value), factor]),
  );
  return {
    rowsIn: ({ segment }) => columnOf(segment.literals, attribute),
    factorOf: (rows, document) => largestFactor(rows, document, byLiteral),
    dependencies: attribute.number,
  };
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
function largestFactor(rows: ValueRows, document: number, factors: ReadonlyMap<number, number>): number {
  const { starts, values } = rows;
  let largest: number | undefined;
  for (let i = starts[document]!; i < starts[document + 1]!; i++) {
    const factor = factors.get(values[i]!);
    if (factor !== undefined && (largest === undefined || factor > largest)) largest = factor;
  }
  return largest ?? 1;
}
