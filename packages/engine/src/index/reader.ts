/** Index reader: an immutable point-in-time snapshot that one query uses from start to end. */
import { type IndexedThesaurus, type LanguageShare, languageDistribution } from '@semantic-search/query';
import { getOrInsert, sharedUint8 } from '@semantic-search/query/collections';
import type { TermDictionary, TermOccurrences } from '@semantic-search/query/terms';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import type { Attributes } from './attributes.ts';
import type { CompactArray } from './compact-array.ts';
import type { ConceptColumns } from './concept-columns.ts';
import { liveValues } from './doc-values.ts';
import { indexInSorted, type LiteralColumn, type NumberColumn, type Segment } from './segment.ts';
import { TermLookup } from './term-lookup.ts';
import { termOccurrences } from './term-occurrences.ts';

/** Data derived from a segment on first use, which all readers of the segment share. */
class SegmentCore {
  readonly title: TermLookup;
  readonly body: TermLookup;
  /** Facet counts over all documents, including deleted ones, by the values that are counted. */
  readonly totals = new WeakMap<CompactArray, Uint32Array>();
  /** Whether each document has exactly one value, by the values. */
  readonly singleValued = new WeakMap<CompactArray, boolean>();
  /** Products of boosts by document. */
  readonly boosts = new Map<string, Float32Array>();

  constructor(segment: Segment) {
    this.title = new TermLookup(segment.title);
    this.body = new TermLookup(segment.body);
  }
}

/** A segment with its concept columns and tombstones; immutable. */
export class SegmentReader {
  readonly segment: Segment;
  readonly concepts: ConceptColumns;
  /** Tombstones: 1 for each deleted document; null if no document is deleted. */
  readonly deleted: Uint8Array | null;
  /** Number of live documents. */
  readonly live: number = 0;
  /** Sum of the lengths of the live documents, in words. */
  readonly totalLength: number = 0;
  readonly core: SegmentCore;
  /** Readers of the segment within scopes, by scope. */
  readonly scoped = new Map<string, SegmentReader>();
  // Computed on first use; the maps are by attribute number.
  #attributes: ReadonlySet<number> | undefined;
  #occurrences: TermOccurrences | undefined;
  readonly #literals = new Map<number, ReadonlySet<number>>();
  readonly #bounds = new Map<number, [min: number, max: number] | null>();
  readonly #sorted = new Map<number, Float64Array>();

  constructor(
    segment: Segment,
    concepts: ConceptColumns,
    deleted: Uint8Array | null,
    core = new SegmentCore(segment),
  ) {
    this.segment = segment;
    this.concepts = concepts;
    this.deleted = deleted;
    this.core = core;
    for (let document = 0; document < segment.size; document++) {
      if (deleted?.[document] === 1) continue;
      this.live++;
      this.totalLength += segment.lengths[document]!;
    }
  }

  /** Numbers of the attributes with a value in a live document. */
  get attributes(): ReadonlySet<number> {
    if (this.#attributes) return this.#attributes;
    // Usually the first document has a value.
    const isUsed = (column: LiteralColumn | NumberColumn) => !liveValues(this, column).next().done;
    const columns = [...this.segment.literals, ...this.segment.numbers].filter(isUsed);
    this.#attributes = new Set(columns.map(({ attribute }) => attribute));
    return this.#attributes;
  }

  /** Occurrences of words in the live documents; `dictionary` must contain these words. */
  occurrences(dictionary: TermDictionary): TermOccurrences {
    this.#occurrences ??= termOccurrences(this.segment, (document) => !this.deleted?.[document], dictionary);
    return this.#occurrences;
  }

  /** Distinct value numbers of a literal column in live documents. */
  literalsInUse(column: LiteralColumn): ReadonlySet<number> {
    return getOrInsert(this.#literals, column.attribute, () => new Set(liveValues(this, column)));
  }

  /** Minimum and maximum of a number column in live documents; null if it has no values there. */
  bounds(column: NumberColumn): [min: number, max: number] | null {
    return getOrInsert(this.#bounds, column.attribute, () => {
      let min = Number.POSITIVE_INFINITY;
      let max = Number.NEGATIVE_INFINITY;
      for (const value of liveValues(this, column)) {
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
      return min <= max ? [min, max] : null;
    });
  }

  /** Values of a number column in live documents, ascending. */
  sortedValues(column: NumberColumn): Float64Array {
    return getOrInsert(this.#sorted, column.attribute, () =>
      Float64Array.from(liveValues(this, column)).sort(),
    );
  }

  /** Numbers of the live documents, ascending. */
  liveDocuments(): Uint16Array {
    const documents = new Uint16Array(this.live);
    for (let document = 0, count = 0; document < this.segment.size; document++)
      if (this.deleted?.[document] !== 1) documents[count++] = document;
    return documents;
  }

  /** Storage keys of the live documents, ascending. */
  liveKeys(): number[] {
    return Array.from(this.liveDocuments(), (document) => this.segment.keys[document]!);
  }

  /** Number of the live document with this storage key, or -1. */
  find(key: number): number {
    const document = indexInSorted(this.segment.keys, key);
    return document >= 0 && this.deleted?.[document] !== 1 ? document : -1;
  }

  /** Returns a reader in which the documents with these storage keys are deleted; returns itself if it has none of them. */
  withoutKeys(keys: readonly number[]): SegmentReader {
    const documents = keys.map((key) => this.find(key)).filter((document) => document >= 0);
    if (documents.length === 0) return this;
    const deleted = sharedUint8(this.deleted ?? this.segment.size);
    for (const document of documents) deleted[document] = 1;
    return new SegmentReader(this.segment, this.concepts, deleted, this.core);
  }

  withConcepts(concepts: ConceptColumns): SegmentReader {
    return new SegmentReader(this.segment, concepts, this.deleted, this.core);
  }
}

export interface ThesaurusInUse extends IndexedThesaurus {
  /** Increases with every replacement. */
  number: number;
}

/** Thesaurus, terms and attributes of the documents of a reader. */
export interface ReaderContext {
  indexedThesaurus: ThesaurusInUse;
  /** Counts only the live documents of the reader. */
  termDictionary: TermDictionary;
  attributes: Attributes;
}

export class IndexReader implements ReaderContext {
  readonly indexedThesaurus: ThesaurusInUse;
  readonly termDictionary: TermDictionary;
  readonly attributes: Attributes;
  /** In ascending order of document keys. */
  readonly segments: readonly SegmentReader[];
  /** Number of live documents. */
  readonly documents: number;
  /** Average document length in words; title words count twice. */
  readonly averageLength: number;
  /** Readers of the index within scopes, by scope. */
  readonly scoped = new Map<string, IndexReader>();
  #languages: LanguageShare[] | undefined;

  constructor(
    segments: readonly SegmentReader[],
    { indexedThesaurus, termDictionary, attributes }: ReaderContext,
  ) {
    this.indexedThesaurus = indexedThesaurus;
    this.termDictionary = termDictionary;
    this.attributes = attributes;
    this.segments = segments;
    this.documents = segments.reduce((sum, { live }) => sum + live, 0);
    const words = segments.reduce((sum, { totalLength }) => sum + totalLength, 0);
    this.averageLength = this.documents === 0 ? 1 : Math.max(1, words / this.documents);
  }

  /** The live document with this storage key. */
  find(key: number): { reader: SegmentReader; document: number } | undefined {
    for (const reader of this.segments) {
      const document = reader.find(key);
      if (document >= 0) return { reader, document };
    }
    return undefined;
  }

  get thesaurus(): Thesaurus {
    return this.indexedThesaurus.thesaurus;
  }

  /** Number of documents in each language, the most frequent first. */
  get languages(): LanguageShare[] {
    this.#languages ??= languageDistribution(this.termDictionary.documentsByLanguage(), this.documents);
    return this.#languages;
  }
}

/** An index as queries see it: they read the current reader once. */
export interface QueriedIndex {
  readonly reader: IndexReader;
}
