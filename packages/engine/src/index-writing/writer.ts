/** Index writer: adds and deletes documents, and publishes index readers. */
import { type PackedTexts, StringInterner } from '@semantic-search/query/collections';
import {
  TermDictionaryBuilder,
  type TermDictionaryData,
  type TermOccurrences,
} from '@semantic-search/query/terms';
import { AttributeRegistry, type AttributesData, attributesInUse } from '../index/attributes.ts';
import { type ConceptColumns, conceptColumns } from '../index/concept-columns.ts';
import { IndexReader, SegmentReader, type ThesaurusInUse } from '../index/reader.ts';
import type { Segment } from '../index/segment.ts';
import { SubjectConcepts } from '../index/subject-concepts.ts';
import { termOccurrences } from '../index/term-occurrences.ts';
import { nextMerge } from './merge-policy.ts';
import { applyMerge, type Merge, MergeScheduler } from './merge-scheduler.ts';
import { SegmentBuilder } from './segment-builder.ts';

export interface IndexWriterOptions {
  merge: Merge;
  warn?: (message: string) => void;
  /** See `SpaceOptions`. */
  maxDeletedShare?: number | undefined;
}

/** Tables that all segments refer to by number. */
export interface TablesData {
  termDictionary: TermDictionaryData;
  subjects: PackedTexts;
  attributes: AttributesData;
  nextSegment: number;
}

/** A segment ready for `add`; its terms are counted on publication. */
export interface AddedSegment {
  reader: SegmentReader;
  terms: TermOccurrences;
}

export class IndexWriter {
  // These tables include terms and values of unpublished and deleted documents.
  readonly #termDictionary: TermDictionaryBuilder;
  readonly attributes: AttributeRegistry;
  readonly subjects: StringInterner;
  readonly #options: IndexWriterOptions;
  #reader: IndexReader;
  #nextSegment: number;
  /** Concepts of subjects in the thesaurus of the current reader. */
  #subjectConcepts: SubjectConcepts;
  readonly #merges: MergeScheduler;

  constructor(thesaurus: ThesaurusInUse, options: IndexWriterOptions, data?: TablesData) {
    this.#options = options;
    this.#termDictionary = new TermDictionaryBuilder(data?.termDictionary);
    this.attributes = new AttributeRegistry(data?.attributes);
    this.subjects = new StringInterner(data?.subjects);
    this.#subjectConcepts = new SubjectConcepts(thesaurus, this.subjects);
    this.#reader = this.#readerOf([], thesaurus);
    this.#nextSegment = data?.nextSegment ?? 1;
    this.#merges = new MergeScheduler({
      isDue: () => this.#nextMerge() !== undefined,
      mergeNext: () => this.#merge(),
      warn: options.warn,
    });
  }

  /** The current reader; replaced by every write, merge and thesaurus. */
  get reader(): IndexReader {
    return this.#reader;
  }

  packTables(): TablesData {
    return {
      termDictionary: this.#reader.termDictionary.pack(),
      subjects: this.subjects.pack(),
      attributes: this.attributes.pack(),
      nextSegment: this.#nextSegment,
    };
  }

  /** Restores segments from a snapshot and rebuilds concept columns of another thesaurus. */
  restore(segments: { segment: Segment; columns: ConceptColumns; deleted: Uint8Array | null }[]): void {
    const readers = segments.map(({ segment, columns, deleted }) => {
      const isCurrent = columns.thesaurus === this.#reader.indexedThesaurus.number;
      return new SegmentReader(segment, isCurrent ? columns : this.#columns(segment), deleted);
    });
    this.#publish(readers);
    this.#merges.start();
  }

  /** Starts a segment for documents that are added together. */
  startSegment(): SegmentBuilder {
    return new SegmentBuilder(this.#termDictionary);
  }

  /** Builds a segment that `add` accepts. */
  buildSegment(builder: SegmentBuilder): AddedSegment {
    const segment = builder.build(this.#nextSegment++);
    const reader = new SegmentReader(segment, this.#columns(segment), null);
    return { reader, terms: this.#occurrences(segment, () => true) };
  }

  /** Atomically publishes new documents and removes the documents with the keys `removed`. New keys must be the largest. */
  add(added: readonly AddedSegment[], removed: readonly number[] = []): void {
    for (const { terms } of added) this.#termDictionary.add(terms);
    // A document written twice in one batch replaces itself, so `removed` may contain a new key.
    const readers = [...this.#reader.segments, ...added.map(({ reader }) => reader)];
    this.#publish(readers.map((reader) => reader.withoutKeys(removed)));
    this.#merges.start();
  }

  remove(keys: readonly number[]): void {
    this.add([], keys);
  }

  /** `pause` is awaited between segments, so that queries run meanwhile against the previous reader. */
  async replaceThesaurus(thesaurus: ThesaurusInUse, pause: () => Promise<void>): Promise<void> {
    // The concept columns of a merge would belong to the previous thesaurus.
    await this.#merges.pauseFor(async () => {
      const concepts = new SubjectConcepts(thesaurus, this.subjects);
      const columns = new Map<Segment, ConceptColumns>();
      for (const { segment } of this.#reader.segments) {
        columns.set(segment, conceptColumns(segment, concepts.table()));
        await pause();
      }
      this.#subjectConcepts = concepts;
      const segments = this.#reader.segments.map((reader) =>
        reader.withConcepts(columns.get(reader.segment) ?? this.#columns(reader.segment)),
      );
      this.#publish(segments, thesaurus);
    });
  }

  /** Discards the result of a running merge. */
  close(): Promise<void> {
    return this.#merges.close();
  }

  #publish(segments: readonly SegmentReader[], indexedThesaurus = this.#reader.indexedThesaurus): void {
    const live = segments.filter((reader) => reader.live > 0);
    this.#forgetDeleted(segments.filter((reader) => reader.live === 0));
    this.#reader = this.#readerOf(live, indexedThesaurus);
  }

  /** Words of deleted documents count until their segment is merged or has no live document. */
  #forgetDeleted(readers: readonly SegmentReader[]): void {
    for (const { segment, deleted } of readers)
      if (deleted)
        this.#termDictionary.remove(this.#occurrences(segment, (document) => deleted[document] === 1));
  }

  /** Corrects the counts of words: a merged segment has the documents that were live when the merge began. */
  #countMerged(before: readonly SegmentReader[]): void {
    const currentSegments = new Set(this.#reader.segments.map(({ segment }) => segment));
    for (const reader of before) {
      if (currentSegments.has(reader.segment)) this.#forgetDeleted([reader]);
      // A segment that lost its last documents during the merge no longer counts, but its documents were merged.
      else this.#termDictionary.add(reader.occurrences(this.#termDictionary.current()));
    }
  }

  #occurrences(segment: Segment, isIncluded: (document: number) => boolean): TermOccurrences {
    return termOccurrences(segment, isIncluded, this.#termDictionary.current());
  }

  #readerOf(segments: readonly SegmentReader[], indexedThesaurus: ThesaurusInUse): IndexReader {
    return new IndexReader(segments, {
      indexedThesaurus,
      termDictionary: this.#termDictionary.current(),
      attributes: attributesInUse(segments, this.attributes),
    });
  }

  #columns(segment: Segment): ConceptColumns {
    return conceptColumns(segment, this.#subjectConcepts.table());
  }

  #nextMerge() {
    return nextMerge(this.#reader.segments, this.#options.maxDeletedShare);
  }

  async #merge(): Promise<void> {
    const { begin, end } = this.#nextMerge()!;
    const before = this.#reader.segments.slice(begin, end);
    const merged = await this.#options.merge(this.#nextSegment++, before, this.#subjectConcepts.table());
    if (this.#merges.isClosed) return;
    const segments = applyMerge(this.#reader.segments, before, merged);
    if (!segments) return;
    this.#countMerged(before);
    this.#publish(segments);
  }
}
