/** Test fixture: segments of a few documents, for unit tests of the index and of query execution. */
import { packLists, sharedUint8 } from '@semantic-search/query/collections';
import { runToCompletion } from '@semantic-search/query/scheduling';
import { TermDictionaryBuilder } from '@semantic-search/query/terms';
import { conceptColumns } from '../../src/index/concept-columns.ts';
import { SegmentReader } from '../../src/index/reader.ts';
import type { ConceptTable } from '../../src/index/subject-concepts.ts';
import { type IndexableDocument, SegmentBuilder } from '../../src/index-writing/segment-builder.ts';

/** `subjects` are concept numbers. Attribute values are lists by attribute number. */
export type TestDocument = Partial<Omit<IndexableDocument, 'literals' | 'numbers'>> & {
  literals?: number[][];
  numbers?: number[][];
};

const byAttribute = (values: number[][] = []) => new Map(values.map((row, attribute) => [attribute, row]));

/** Segments with a common term dictionary. `broader` has all broader concepts of each concept. */
export class TestSegments {
  readonly table: ConceptTable;
  readonly #terms = new TermDictionaryBuilder();
  #lastKey = 0;
  #lastSegment = 0;

  constructor(broader: number[][] = [[], [], [], []]) {
    const concepts = Uint32Array.from(broader, (_, concept) => concept + 1);
    const weights = new Uint8Array(broader.length).fill(1);
    this.table = { thesaurus: 0, concepts, weights, ancestors: packLists(broader) };
  }

  /** Builds a segment; `deleted` are the numbers of deleted documents. */
  add(documents: TestDocument[], deleted: number[] = []): SegmentReader {
    const builder = new SegmentBuilder(this.#terms);
    for (const { literals, numbers, ...document } of documents) {
      const key = ++this.#lastKey;
      const empty = {
        key,
        id: `${key}`,
        date: null,
        written: null,
        title: '',
        body: [],
        language: 'en',
        subjects: [],
      };
      const attributes = { literals: byAttribute(literals), numbers: byAttribute(numbers) };
      runToCompletion(builder.add({ ...empty, ...document, ...attributes }));
    }
    const segment = builder.build(++this.#lastSegment);
    const tombstones = sharedUint8(documents.length);
    for (const document of deleted) tombstones[document] = 1;
    const columns = conceptColumns(segment, this.table);
    return new SegmentReader(segment, columns, deleted.length > 0 ? tombstones : null);
  }

  /** Term number of a normalized word; -1 if no document has it. */
  term(word: string): number {
    return this.#terms.current().terms.find(word);
  }
}
