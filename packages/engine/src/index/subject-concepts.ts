/** Mapping from the subjects of documents to the concepts of one thesaurus. */
import { HEADING_FACTOR } from '@semantic-search/query';
import {
  GrowableUint32Array,
  type PackedLists,
  type StringInterner,
} from '@semantic-search/query/collections';
import type { ThesaurusInUse } from './reader.ts';

/** Mapping as data, which a worker can receive. */
export interface ConceptTable {
  /** Number of the thesaurus. */
  thesaurus: number;
  /** Concept + 1 by subject number; 0 if the thesaurus has no such concept. */
  concepts: Uint32Array;
  /** By subject number: weight of the subject, relative to an extracted tag. */
  weights: Uint8Array;
  /** All broader concepts, by concept. */
  ancestors: PackedLists;
}

/** Prefix of subjects that the engine extracted from a text; no URI begins with this character. */
const AUTOMATIC_PREFIX = '~';

export function automaticSubject(uri: string): string {
  return `${AUTOMATIC_PREFIX}${uri}`;
}

export class SubjectConcepts {
  readonly #thesaurus: ThesaurusInUse;
  readonly #subjects: StringInterner;
  /** Concept + 1 by subject number, 0 for none; extended on demand. */
  readonly #concepts = new GrowableUint32Array();
  readonly #weights = new GrowableUint32Array();

  constructor(thesaurus: ThesaurusInUse, subjects: StringInterner) {
    this.#thesaurus = thesaurus;
    this.#subjects = subjects;
  }

  /** Covers all subjects known at the time of the call. */
  table(): ConceptTable {
    const { thesaurus, number } = this.#thesaurus;
    for (let i = this.#concepts.length; i < this.#subjects.size; i++) {
      const subject = this.#subjects.at(i);
      const isAutomatic = subject.startsWith(AUTOMATIC_PREFIX);
      const uri = isAutomatic ? subject.slice(AUTOMATIC_PREFIX.length) : subject;
      this.#concepts.push((thesaurus.resolve(uri) ?? -1) + 1);
      this.#weights.push(isAutomatic ? 1 : HEADING_FACTOR);
    }
    const weights = Uint8Array.from(this.#weights.view());
    return {
      thesaurus: number,
      concepts: this.#concepts.view(),
      weights,
      ancestors: thesaurus.data.ancestors,
    };
  }
}
