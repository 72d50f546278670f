/** Random histories of a space, with a question for each step, and random ways to write the same documents. */
import fc from 'fast-check';
import type { DocumentInput, SearchQuery } from '../../src/api.ts';
import { ALL_QUERY_OPTIONS, type QueryOptions } from '../../src/query/query-plan.ts';
import type { ReferenceThesaurus } from '../reference-model/thesaurus.ts';
import { document, id, language, thesaurus } from './documents.ts';
import { question } from './queries.ts';

export interface History {
  settings: QueryOptions;
  first: ReferenceThesaurus;
  /** Each with a question that is asked again and again while it is done, and afterwards. */
  steps: [Step, SearchQuery][];
}

export type Step =
  | { put: DocumentInput[] }
  /** A few of the documents that are there, as though they were in another language: no word of theirs is new. */
  | { again: { from: number; language: string } }
  | { delete: string }
  | { thesaurus: ReferenceThesaurus }
  | { reopen: true }
  /** The process ends without closing: what is on the disk is opened elsewhere. */
  | { crash: true }
  /** Without what was kept of the index. */
  | { rebuild: true };

const step: fc.Arbitrary<Step> = fc.oneof(
  // Large enough for counting what is missing instead of what was found.
  { weight: 2, arbitrary: fc.record({ put: fc.array(document, { minLength: 70, maxLength: 90 }) }) },
  { weight: 6, arbitrary: fc.record({ put: fc.array(document, { minLength: 1, maxLength: 40 }) }) },
  { weight: 6, arbitrary: fc.record({ put: fc.array(document, { minLength: 1, maxLength: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ again: fc.record({ from: fc.nat({ max: 150 }), language }) }) },
  { weight: 4, arbitrary: fc.record({ delete: id }) },
  { weight: 2, arbitrary: fc.record({ thesaurus }) },
  { weight: 1, arbitrary: fc.constant({ reopen: true as const }) },
  { weight: 1, arbitrary: fc.constant({ crash: true as const }) },
  { weight: 1, arbitrary: fc.constant({ rebuild: true as const }) },
);

const names = Object.keys(ALL_QUERY_OPTIONS) as (keyof QueryOptions)[];
const none = Object.fromEntries(names.map((name) => [name, false])) as unknown as QueryOptions;
/** Everything, nothing, everything but one, one alone. */
const settings: fc.Arbitrary<QueryOptions> = fc.oneof(
  fc.constant(ALL_QUERY_OPTIONS),
  fc.constant(none),
  fc.constantFrom(...names).map((name) => ({ ...ALL_QUERY_OPTIONS, [name]: false })),
  fc.constantFrom(...names).map((name) => ({ ...none, [name]: true })),
);

export const history: fc.Arbitrary<History> = fc.record({
  settings,
  first: thesaurus,
  steps: fc.array(fc.tuple(step, question), { minLength: 1, maxLength: 25 }),
});

export interface Spread {
  settings: QueryOptions;
  thesaurus: ReferenceThesaurus;
  documents: DocumentInput[];
  /** Where one writing ends and the next begins. */
  cuts: number[];
  questions: SearchQuery[];
}

export const spread: fc.Arbitrary<Spread> = fc.record({
  settings,
  thesaurus,
  documents: fc.uniqueArray(document, { minLength: 20, maxLength: 120, selector: ({ id }) => id }),
  cuts: fc.array(fc.nat({ max: 119 }), { minLength: 3, maxLength: 6 }),
  questions: fc.array(question, { minLength: 3, maxLength: 6 }),
});
