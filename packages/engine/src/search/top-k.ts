/** Top-k selection: the first k documents in the requested order, without a full sort. */
import type { ScoreExplanation, SortOrder } from '../api.ts';
import type { SegmentReader } from '../index/reader.ts';
import type { Segment } from '../index/segment.ts';
import { compareDates, compareIds, compareTies } from '../index-writing/tie-break-order.ts';
import type { AttributeOrder } from './attribute-order.ts';

export interface Hit {
  reader: SegmentReader;
  document: number;
  score: number;
  explanation?: ScoreExplanation;
}

/** Normalized title of a document; called only if sort keys are equal. */
export type TitleOf = (reader: SegmentReader, document: number) => string;

/** Minimum number of documents to buffer before sorting and truncating. */
const MIN_BUFFER_SIZE = 64;

/** Collects the first `count` documents in order, segment by segment. */
export class TopK {
  hits: Hit[] = [];
  readonly #count: number;
  readonly #sort: SortOrder;
  readonly #titleOf: TitleOf;
  readonly #byAttribute: AttributeOrder | undefined;
  /** Sort by relevance: 1 if descending, -1 if ascending; 0 for other sort fields. */
  readonly #sign: number;

  /** `byAttribute` is the order for a sort field that is an attribute. */
  constructor(count: number, sort: SortOrder, titleOf: TitleOf, byAttribute?: AttributeOrder) {
    this.#count = count;
    this.#sort = sort;
    this.#titleOf = titleOf;
    this.#byAttribute = byAttribute;
    const sign = sort.direction === 'asc' ? -1 : 1;
    this.#sign = sort.field === 'relevance' ? sign : 0;
  }

  /** `scores` are by document. */
  add(reader: SegmentReader, documents: Uint16Array, scores: Float32Array): void {
    if (this.#count <= 0 || documents.length === 0) return;
    const hits = this.#topOfSegment(reader, documents, scores);
    if (hits.length === 0) return;
    const merged = [...this.hits, ...hits];
    if (this.hits.length > 0) merged.sort((a, b) => this.#compareHits(a, b));
    this.hits = merged.slice(0, this.#count);
  }

  #topOfSegment(reader: SegmentReader, documents: Uint16Array, scores: Float32Array): Hit[] {
    const count = this.#count;
    const sign = this.#sign;
    const compareOthers = this.#comparator(reader, reader);
    const compare = (a: number, b: number) => sign * (scores[b]! - scores[a]!) || compareOthers(a, b);
    const bufferSize = Math.min(documents.length, Math.max(MIN_BUFFER_SIZE, count * 2));
    const buffer: number[] = [];
    /** The last of the first `count` documents so far; -1 if there are fewer. */
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

  #compareHits(a: Hit, b: Hit): number {
    return this.#sign * (b.score - a.score) || this.#comparator(a.reader, b.reader)(a.document, b.document);
  }

  /** Compares documents of two segments, except by score. Within a segment, only an attribute order allocates memory. */
  #comparator(readerA: SegmentReader, readerB: SegmentReader): (a: number, b: number) => number {
    const { field, direction, undated } = this.#sort;
    const order = this.#byAttribute;
    if (order) {
      const keyOfA = order.keysIn(readerA);
      const keyOfB = order.keysIn(readerB);
      return (a, b) =>
        order.compare(keyOfA(a), keyOfB(b)) ||
        compareIds({ reader: readerA, document: a }, { reader: readerB, document: b });
    }
    const [segmentA, segmentB] = [readerA.segment, readerB.segment];
    const compareEqual = (a: number, b: number) =>
      readerA === readerB
        ? segmentA.ranks[a]! - segmentA.ranks[b]!
        : compareTies({ reader: readerA, document: a }, { reader: readerB, document: b });
    const sign = direction === 'asc' ? -1 : 1;
    if (field === 'date') {
      const dateOfA = datesOf(segmentA, undated);
      const dateOfB = datesOf(segmentB, undated);
      return (a, b) => compareDatesInDirection(dateOfA(a), dateOfB(b), sign) || compareEqual(a, b);
    }
    if (field !== 'title') return compareEqual;
    return (a, b) =>
      -sign * (segmentA.titleKeys[a]! - segmentB.titleKeys[b]!) ||
      -sign * compareTexts(this.#titleOf(readerA, a), this.#titleOf(readerB, b)) ||
      compareEqual(a, b);
  }

  /** Score that a further hit must reach, with the sign of the sort direction. */
  #minScore(): number {
    const worst = this.hits[this.#count - 1];
    return worst && this.#sign !== 0 ? this.#sign * worst.score : Number.NEGATIVE_INFINITY;
  }
}

/** With `undated`, a document without a date has the time of its last write. */
function datesOf({ dates, writeTimes }: Segment, undated: SortOrder['undated']) {
  if (undated === undefined) return (document: number) => dates[document]!;
  return (document: number) => (Number.isNaN(dates[document]!) ? writeTimes[document]! : dates[document]!);
}

/** Best scores first. */
export function topByScore(count: number): TopK {
  // Only an order by title would read titles.
  return new TopK(count, { field: 'relevance', direction: 'desc' }, () => '');
}

/** Documents without a date come last in both directions. */
function compareDatesInDirection(a: number, b: number, sign: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return compareDates(a, b);
  return sign * compareDates(a, b);
}

function compareTexts(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}
