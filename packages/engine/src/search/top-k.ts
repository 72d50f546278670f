/** Top-k selection: the first k documents in the requested order, without a full sort. */

import type { ScoreExplanation, SearchQuery } from '../api.ts';
import type { SegmentReader } from '../index/reader.ts';
import { compareDates, compareIds, compareTies } from '../index-writing/tie-break-order.ts';
import type { AttributeOrder } from './attribute-order.ts';

export interface Hit {
  reader: SegmentReader;
  document: number;
  score: number;
  explanation?: ScoreExplanation;
}

type Sort = SearchQuery['sort'];
/** Normalized title of a document; called only if sort keys are equal. */
export type TitleOf = (reader: SegmentReader, document: number) => string;

/** Documents that are buffered before they are sorted and truncated. */
const MIN_BUFFER_SIZE = 64;

/** Collects the first `count` documents in order, segment by segment. */
export class TopK {
  hits: Hit[] = [];
  readonly #count: number;
  readonly #sort: Sort;
  readonly #titleOf: TitleOf;
  readonly #byAttribute: AttributeOrder | undefined;
  /** Sort by relevance: 1 if descending, -1 if ascending; 0 for other sort fields. */
  readonly #sign: number;

  /** `byAttribute` is the order for a sort field that is an attribute. */
  constructor(count: number, sort: Sort, titleOf: TitleOf, byAttribute?: AttributeOrder) {
    this.#count = count;
    this.#sort = sort;
    this.#titleOf = titleOf;
    this.#byAttribute = byAttribute;
    this.#sign = sort.field !== 'relevance' ? 0 : sort.direction === 'asc' ? -1 : 1;
  }

  /** `scores` are by document. */
  add(reader: SegmentReader, documents: Uint16Array, scores: Float32Array): void {
    if (this.#count <= 0 || documents.length === 0) return;
    const hits = this.#topOfSegment(reader, documents, scores);
    if (hits.length === 0) return;
    const all = [...this.hits, ...hits];
    if (this.hits.length > 0) all.sort(this.#compareHits());
    this.hits = all.slice(0, this.#count);
  }

  #topOfSegment(reader: SegmentReader, documents: Uint16Array, scores: Float32Array): Hit[] {
    const count = this.#count;
    const sign = this.#sign;
    const compare = this.#compareInSegment(reader, scores);
    const bufferSize = Math.min(documents.length, Math.max(MIN_BUFFER_SIZE, count * 2));
    const buffer: number[] = [];
    /** The last of the first `count` documents so far. */
    let worst = -1;
    let minScore = this.#minScore();
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i]!;
      // Rejects most documents without a full comparison.
      if (sign * scores[document]! < minScore) continue;
      if (worst >= 0 && compare(document, worst) >= 0) continue;
      buffer.push(document);
      if (buffer.length < bufferSize || buffer.length <= count) continue;
      buffer.sort(compare);
      buffer.length = count;
      worst = buffer[count - 1]!;
      if (sign !== 0) minScore = Math.max(minScore, sign * scores[worst]!);
    }
    const top = buffer.sort(compare).slice(0, count);
    return top.map((document) => ({ reader, document, score: scores[document]! }));
  }

  #compareHits(): (a: Hit, b: Hit) => number {
    const order = this.#byAttribute;
    if (!order) return compareHits(this.#sort, this.#titleOf);
    const keyOf = ({ reader, document }: Hit) => order.keysIn(reader)(document);
    return (a, b) => order.compare(keyOf(a), keyOf(b)) || compareIds(a, b);
  }

  #compareInSegment(reader: SegmentReader, scores: Float32Array): (a: number, b: number) => number {
    const order = this.#byAttribute;
    if (!order) return compareInSegment(reader, scores, this.#sort, this.#titleOf);
    const keyOf = order.keysIn(reader);
    return (a, b) =>
      order.compare(keyOf(a), keyOf(b)) || compareIds({ reader, document: a }, { reader, document: b });
  }

  /** Competitive score once there are enough hits, with the sign of the sort direction. */
  #minScore(): number {
    const worst = this.hits[this.#count - 1];
    return worst && this.#sign !== 0 ? this.#sign * worst.score : Number.NEGATIVE_INFINITY;
  }
}

function compareHits(sort: Sort, titleOf: TitleOf): (a: Hit, b: Hit) => number {
  const date = ({ reader, document }: Hit) => reader.segment.dates[document]!;
  const sign = sort.direction === 'asc' ? -1 : 1;
  return (a, b) => {
    if (sort.field === 'date') return compareDatesInDirection(date(a), date(b), sign) || compareIds(a, b);
    if (sort.field === 'title') return -sign * compareTitles(a, b, titleOf) || compareTies(a, b);
    return sign * (b.score - a.score) || compareTies(a, b);
  };
}

function compareInSegment(
  reader: SegmentReader,
  scores: Float32Array,
  { field, direction }: Sort,
  titleOf: TitleOf,
): (a: number, b: number) => number {
  const { ranks, dates } = reader.segment;
  const sign = direction === 'asc' ? -1 : 1;
  if (field === 'date')
    return (a, b) => compareDatesInDirection(dates[a]!, dates[b]!, sign) || ranks[a]! - ranks[b]!;
  if (field === 'title') {
    return (a, b) =>
      -sign * compareTitles({ reader, document: a }, { reader, document: b }, titleOf) ||
      ranks[a]! - ranks[b]!;
  }
  return (a, b) => sign * (scores[b]! - scores[a]!) || ranks[a]! - ranks[b]!;
}

/** Documents without a date come last in both directions. */
function compareDatesInDirection(a: number, b: number, sign: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return compareDates(a, b);
  return sign * compareDates(a, b);
}

type TitledDocument = Pick<Hit, 'reader' | 'document'>;

function compareTitles(a: TitledDocument, b: TitledDocument, titleOf: TitleOf): number {
  const bySortKey = a.reader.segment.titleKeys[a.document]! - b.reader.segment.titleKeys[b.document]!;
  return bySortKey || compareTexts(titleOf(a.reader, a.document), titleOf(b.reader, b.document));
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
