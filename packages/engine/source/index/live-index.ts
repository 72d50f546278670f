/** The index of a space while it is written to: takes documents in and out, merges, and hands out generations. */
import type { PackedTexts, Uint8 } from '../thesaurus/packed.ts';
import { Attributes, type AttributesData } from './attributes.ts';
import { SegmentBuilder } from './build-segment.ts';
import { type ConceptColumns, type ConceptTable, conceptColumns } from './concept-columns.ts';
import {
  type Generation,
  generationOf,
  type Part,
  partOf,
  type ThesaurusInUse,
  without,
} from './generation.ts';
import { GrowingUint32 } from './growing.ts';
import type { Merged, MergeInput } from './merge-segments.ts';
import { findKey, type Segment } from './segment.ts';
import { StringTable } from './string-table.ts';
import { nextMerge } from './tiers.ts';
import { Vocabulary, type VocabularyData } from './vocabulary.ts';

/** Merges elsewhere or here. Where it rejects, the segments stay as they are and it is tried again later. */
export type Merge = (number: number, inputs: MergeInput[], table: ConceptTable) => Promise<Merged>;

/** After merging failed, in milliseconds. */
const shortestRest = 1000;
const longestRest = 600_000;

/** What all segments refer to by number. */
export interface TablesData {
  vocabulary: VocabularyData;
  subjects: PackedTexts;
  attributes: AttributesData;
  nextSegment: number;
}

export class LiveIndex {
  readonly vocabulary: Vocabulary;
  readonly subjects: StringTable;
  readonly attributes: Attributes;
  #generation: Generation;
  #nextSegment: number;
  #thesaurus: ThesaurusInUse;
  /** Concept + 1 by subject number, 0 for none, for the thesaurus in force; follows the table of subjects. */
  #concepts = new GrowingUint32();
  #merge: Merge;
  #warn: (message: string) => void;
  #merging: Promise<void> | undefined;
  /** Set while it is waited for after a merge that failed. */
  #rest: NodeJS.Timeout | undefined;
  #failures = 0;
  #closed = false;

  constructor(
    merge: Merge,
    thesaurus: ThesaurusInUse,
    warn: (message: string) => void = () => {},
    data?: TablesData,
  ) {
    this.#merge = merge;
    this.#warn = warn;
    this.#thesaurus = thesaurus;
    this.#generation = generationOf([], thesaurus);
    this.vocabulary = new Vocabulary(data?.vocabulary);
    this.subjects = new StringTable(data?.subjects);
    this.attributes = new Attributes(data?.attributes);
    this.#nextSegment = data?.nextSegment ?? 1;
  }

  get generation(): Generation {
    return this.#generation;
  }

  packTables(): TablesData {
    return {
      vocabulary: this.vocabulary.pack(),
      subjects: this.subjects.pack(),
      attributes: this.attributes.pack(),
      nextSegment: this.#nextSegment,
    };
  }

  /** Takes segments from a snapshot. Columns of another thesaurus are made anew. */
  restore(segments: { segment: Segment; columns: ConceptColumns; deleted: Uint8 | null }[]): void {
    const parts = segments.map(({ segment, columns, deleted }) => {
      const fits = columns.thesaurus === this.#thesaurus.number;
      return partOf(segment, fits ? columns : this.#columns(segment), deleted);
    });
    this.#publish(parts);
    this.#mergeOnwards();
  }

  /** For documents that are to be added together. */
  begin(): SegmentBuilder {
    return new SegmentBuilder(this.vocabulary);
  }

  /** Keys are above all keys so far. Those replaced are removed in the same step. */
  add(documents: SegmentBuilder, replacedKeys: number[] = []): void {
    const segment = documents.build(this.#nextSegment++);
    const added = partOf(segment, this.#columns(segment), null);
    // A document written twice at once replaces itself: its first key may be among the new ones.
    this.#publish(withoutKeys([...this.#generation.parts, added], replacedKeys));
    this.#mergeOnwards();
  }

  remove(keys: number[]): void {
    this.#publish(withoutKeys(this.#generation.parts, keys));
    this.#mergeOnwards();
  }

  /** `pause` is awaited between segments, so that questions are answered meanwhile by the former state. */
  async replaceThesaurus(thesaurus: ThesaurusInUse, pause: () => Promise<void>): Promise<void> {
    await this.idle();
    this.#thesaurus = thesaurus;
    this.#concepts = new GrowingUint32();
    const columns = new Map<Segment, ConceptColumns>();
    for (const { segment } of this.#generation.parts) {
      columns.set(segment, this.#columns(segment));
      await pause();
    }
    this.#publish(
      this.#generation.parts.map((part) => {
        return { ...part, concepts: columns.get(part.segment) ?? this.#columns(part.segment) };
      }),
    );
  }

  /** Resolves when nothing is left to merge. */
  async idle(): Promise<void> {
    while (this.#merging) await this.#merging;
  }

  /** Lets a merge that is under way come to nothing. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#rest);
    await this.idle();
  }

  #publish(parts: readonly Part[]): void {
    this.#generation = generationOf(
      parts.filter((part) => part.live > 0),
      this.#thesaurus,
    );
  }

  #columns(segment: Segment): ConceptColumns {
    return conceptColumns(segment, this.#conceptTable());
  }

  #conceptTable(): ConceptTable {
    const { thesaurus, number } = this.#thesaurus;
    const known = this.#concepts.length;
    for (let subject = known; subject < this.subjects.size; subject++) {
      this.#concepts.push((thesaurus.resolve(this.subjects.at(subject)) ?? -1) + 1);
    }
    return { thesaurus: number, concepts: this.#concepts.view(), ancestors: thesaurus.data.ancestors };
  }

  #mergeOnwards(): void {
    if (this.#merging || this.#rest || this.#closed || !nextMerge(this.#generation.parts)) return;
    this.#merging = this.#mergeAll()
      .catch((error) => this.#restFrom(error))
      .finally(() => {
        this.#merging = undefined;
      });
  }

  /** Without merging, questions are only slower: it is said once, and tried again after a while that doubles. */
  #restFrom(error: unknown): void {
    if (this.#closed) return;
    const reason = error instanceof Error ? error.message : String(error);
    if (this.#failures === 0)
      this.#warn(`Segments of the index could not be merged (${reason}); it is tried again later.`);
    this.#rest = setTimeout(
      () => {
        this.#rest = undefined;
        this.#mergeOnwards();
      },
      Math.min(shortestRest * 2 ** this.#failures++, longestRest),
    ).unref();
  }

  async #mergeAll(): Promise<void> {
    for (;;) {
      const run = nextMerge(this.#generation.parts);
      if (!run || this.#closed) return;
      const before = this.#generation.parts.slice(run.begin, run.end);
      const merged = await this.#merge(this.#nextSegment++, before, this.#conceptTable());
      if (this.#closed) return;
      this.#failures = 0;
      this.#replaceRun(before, merged);
    }
  }

  /** Documents may have been deleted since the merge began, and segments added behind the run. */
  #replaceRun(before: Part[], { segment: merged, columns }: Merged): void {
    const parts = [...this.#generation.parts];
    const begin = parts.findIndex((part) => before.some(({ segment }) => segment === part.segment));
    const now = parts.filter((part) => before.some(({ segment }) => segment === part.segment));
    if (begin < 0) return;
    const deleted = now.flatMap((part) => deletedSince(part, before)).map((key) => findKey(merged, key));
    // A part that has vanished altogether lost its last documents meanwhile.
    for (const part of before) {
      if (now.some(({ segment }) => segment === part.segment)) continue;
      deleted.push(...liveKeys(part).map((key) => findKey(merged, key)));
    }
    const whole = partOf(merged, columns, null);
    const found = deleted.filter((document) => document >= 0);
    parts.splice(begin, now.length, found.length > 0 ? without(whole, found) : whole);
    this.#publish(parts);
  }
}

function withoutKeys(parts: readonly Part[], keys: number[]): Part[] {
  if (keys.length === 0) return [...parts];
  return parts.map((part) => {
    const documents = keys.map((key) => findKey(part.segment, key));
    const found = [...new Set(documents)].filter(
      (document) => document >= 0 && part.deleted?.[document] !== 1,
    );
    return found.length > 0 ? without(part, found) : part;
  });
}

function deletedSince(now: Part, before: Part[]): number[] {
  const then = before.find(({ segment }) => segment === now.segment)!;
  if (now.deleted === then.deleted || now.deleted === null) return [];
  const keys: number[] = [];
  for (let document = 0; document < now.segment.size; document++) {
    if (now.deleted[document] === 1 && then.deleted?.[document] !== 1) keys.push(now.segment.keys[document]!);
  }
  return keys;
}

function liveKeys({ segment, deleted }: Part): number[] {
  return [...segment.keys].filter((_, document) => deleted?.[document] !== 1);
}
