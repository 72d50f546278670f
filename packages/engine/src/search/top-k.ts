/** Top-k selection: the first k documents in the requested order, without a full sort. */

import type { SearchQuery } from '../api.ts';
import type { SegmentReader } from '../index/index-reader.ts';
import { compareDates } from '../index/tie-break-order.ts';
import { scores as scoresOfPart } from './bm25.ts';

export interface Hit {
  part: SegmentReader;
  document: number;
  score: number;
}

type Sort = SearchQuery['sort'];
/** The whole folded title of a document, for those whose first letters do not decide. */
export type TitleOf = (part: SegmentReader, document: number) => string;

/** The first `count` documents in order, gathered part by part. */
export class TopDocuments {
  hits: Hit[] = [];
  readonly #count: number;
  readonly #sort: Sort;
  readonly #titleOf: TitleOf;
  /** By relevance: 1 where the highest score comes first, -1 where the lowest does; 0 by anything else. */
  readonly #sign: number;

  constructor(count: number, sort: Sort, titleOf: TitleOf) {
    this.#count = count;
    this.#sort = sort;
    this.#titleOf = titleOf;
    this.#sign = sort.field !== 'relevance' ? 0 : sort.direction === 'asc' ? -1 : 1;
  }

  /** Reads the scores of the part. */
  add(part: SegmentReader, documents: Uint16Array): void {
    if (this.#count <= 0 || documents.length === 0) return;
    const found = this.#topOfPart(part, documents);
    if (found.length === 0) return;
    const all = [...this.hits, ...found];
    if (this.hits.length > 0) all.sort(orderOfAll(this.#sort, this.#titleOf));
    this.hits = all.slice(0, this.#count);
  }

  #topOfPart(part: SegmentReader, documents: Uint16Array): Hit[] {
    const count = this.#count;
    const sign = this.#sign;
    // What is imported is looked up each time that it is used.
    const scores = scoresOfPart;
    const compare = orderInPart(part, scores, this.#sort, this.#titleOf);
    const room = Math.min(documents.length, Math.max(64, count * 2));
    const kept: number[] = [];
    let worst = -1;
    let least = this.#least();
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i]!;
      // Most are told apart by this alone.
      if (sign * scores[document]! < least) continue;
      if (worst >= 0 && compare(document, worst) >= 0) continue;
      kept.push(document);
      if (kept.length < room || kept.length <= count) continue;
      kept.sort(compare);
      kept.length = count;
      worst = kept[count - 1]!;
      if (sign !== 0) least = Math.max(least, sign * scores[worst]!);
    }
    const top = kept.sort(compare).slice(0, count);
    return top.map((document) => ({ part, document, score: scores[document]! }));
  }

  /** What a document must come up to when enough have been found already. */
  #least(): number {
    const last = this.hits[this.#count - 1];
    return last && this.#sign !== 0 ? this.#sign * last.score : Number.NEGATIVE_INFINITY;
  }
}

function orderOfAll(sort: Sort, titleOf: TitleOf): (a: Hit, b: Hit) => number {
  const date = ({ part, document }: Hit) => part.segment.dates[document]!;
  const sign = sort.direction === 'asc' ? -1 : 1;
  return (a, b) => {
    if (sort.field === 'date') return datesInOrder(date(a), date(b), sign) || compareIds(a, b);
    if (sort.field === 'title') return -sign * compareTitles(a, b, titleOf) || compareTies(a, b);
    return sign * (b.score - a.score) || compareTies(a, b);
  };
}

function orderInPart(
  part: SegmentReader,
  scores: Float32Array,
  { field, direction }: Sort,
  titleOf: TitleOf,
): (a: number, b: number) => number {
  const { ranks, dates } = part.segment;
  const sign = direction === 'asc' ? -1 : 1;
  if (field === 'date') return (a, b) => datesInOrder(dates[a]!, dates[b]!, sign) || ranks[a]! - ranks[b]!;
  if (field === 'title') {
    return (a, b) =>
      -sign * compareTitles({ part, document: a }, { part, document: b }, titleOf) || ranks[a]! - ranks[b]!;
  }
  return (a, b) => sign * (scores[b]! - scores[a]!) || ranks[a]! - ranks[b]!;
}

/** Documents without a date come last in either direction. */
function datesInOrder(a: number, b: number, sign: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return compareDates(a, b);
  return sign * compareDates(a, b);
}

type Place = Pick<Hit, 'part' | 'document'>;

function compareTitles(a: Place, b: Place, titleOf: TitleOf): number {
  const byLetters = a.part.segment.titles[a.document]! - b.part.segment.titles[b.document]!;
  return byLetters || compareTexts(titleOf(a.part, a.document), titleOf(b.part, b.document));
}

/** What of two documents of equal worth comes first: the newer one, then the one whose id does. */
export function compareTies(a: Place, b: Place): number {
  return (
    compareDates(a.part.segment.dates[a.document]!, b.part.segment.dates[b.document]!) || compareIds(a, b)
  );
}

/** By bytes, as within a segment: the order of UTF-16 units is another one beyond U+FFFF. */
function compareIds(a: Place, b: Place): number {
  return Buffer.compare(idOf(a), idOf(b));
}

function idOf({ part, document }: Place): Uint8Array {
  const { bytes, starts } = part.segment.ids;
  return bytes.subarray(starts[document]!, starts[document + 1]!);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
