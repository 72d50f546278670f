/** Mapping of the subjects of documents to the concepts of one thesaurus. */

import type { StringInterner } from '@semantic-search/query/collections';
import { GrowableUint32Array } from '@semantic-search/query/collections';
import type { ConceptTable } from './concept-columns.ts';
import type { ThesaurusInUse } from './reader.ts';

export class SubjectConcepts {
  readonly #thesaurus: ThesaurusInUse;
  readonly #subjects: StringInterner;
  /** Concept + 1 by subject number, 0 for none; extended on demand. */
  readonly #concepts = new GrowableUint32Array();

  constructor(thesaurus: ThesaurusInUse, subjects: StringInterner) {
    this.#thesaurus = thesaurus;
    this.#subjects = subjects;
  }

  /** Covers all subjects known at the time of the call. */
  table(): ConceptTable {
    const { thesaurus, number } = this.#thesaurus;
    for (let subject = this.#concepts.length; subject < this.#subjects.size; subject++)
      this.#concepts.push((thesaurus.resolve(this.#subjects.at(subject)) ?? -1) + 1);
    return { thesaurus: number, concepts: this.#concepts.view(), ancestors: thesaurus.data.ancestors };
  }
}
