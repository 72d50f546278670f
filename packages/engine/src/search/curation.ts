/** Curation: pinned documents match any input of a query, hidden documents match none. */
import type { SearchQuery } from '../api.ts';
import type { IndexReader, SegmentReader } from '../index/reader.ts';
import type { Database } from '../storage/database.ts';
import { withFurther } from './nearest-documents.ts';
import type { Hit } from './top-k.ts';

type CuratedIds = NonNullable<SearchQuery['curation']>;

/** Document numbers of a segment. */
interface CuratedSegment {
  pinned: ReadonlySet<number>;
  hidden: ReadonlySet<number>;
}

export class Curation {
  /** In the order of the query. */
  readonly #pinnedKeys: number[];
  readonly #segments: Map<SegmentReader, CuratedSegment>;

  constructor({ pinned, hidden }: CuratedIds, reader: IndexReader, database: Database) {
    const keysOf = (ids: readonly string[]) =>
      [...new Set(ids)].flatMap((id) => database.find(id)?.key ?? []);
    const hiddenKeys = keysOf(hidden);
    this.#pinnedKeys = keysOf(pinned).filter((key) => !hiddenKeys.includes(key));
    this.#segments = new Map(
      reader.segments.map((segmentReader) => {
        const inSegment = (keys: readonly number[]) =>
          new Set(keys.map((key) => segmentReader.find(key)).filter((document) => document >= 0));
        return [segmentReader, { pinned: inSegment(this.#pinnedKeys), hidden: inSegment(hiddenKeys) }];
      }),
    );
  }

  /** Adds the pinned documents of a segment, and removes its hidden documents. */
  apply(segmentReader: SegmentReader, documents: Uint16Array): Uint16Array {
    const { hidden, pinned } = this.#segments.get(segmentReader)!;
    const visible = hidden.size === 0 ? documents : documents.filter((document) => !hidden.has(document));
    return pinned.size === 0 ? visible : withFurther(visible, Uint16Array.from(pinned));
  }

  /** Removes pinned documents, which have their own positions. */
  withoutPinned(segmentReader: SegmentReader, documents: Uint16Array): Uint16Array {
    const { pinned } = this.#segments.get(segmentReader)!;
    return pinned.size === 0 ? documents : documents.filter((document) => !pinned.has(document));
  }

  /** The pinned documents among the given documents of a segment. */
  pinnedHits(segmentReader: SegmentReader, documents: Uint16Array): Hit[] {
    const { pinned } = this.#segments.get(segmentReader)!;
    const hits = documents.filter((document) => pinned.has(document));
    return Array.from(hits, (document) => ({ reader: segmentReader, document, score: 0 }));
  }

  /** Pinned hits in the order of the query. */
  inOrder(hits: readonly Hit[]): Hit[] {
    const rank = ({ reader, document }: Hit) => this.#pinnedKeys.indexOf(reader.segment.keys[document]!);
    return [...hits].sort((a, b) => rank(a) - rank(b));
  }
}
