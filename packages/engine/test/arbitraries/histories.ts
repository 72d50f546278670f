/** fast-check arbitraries of write histories, and of different segmentations of the same documents. */

import { DEFAULT_QUERY_SETTINGS, type QuerySettings } from '@semantic-search/query';
import fc from 'fast-check';
import type { RankingSettings, SearchQuery } from '../../src/api.ts';
import type { DocumentInput } from '../../src/writable-space.ts';
import type { ReferenceThesaurus } from '../reference-model/thesaurus.ts';
import { document, id, language, thesaurus } from './documents.ts';
import { searchQuery } from './queries.ts';

export interface History {
  settings: QuerySettings;
  ranking: RankingSettings;
  first: ReferenceThesaurus;
  /** Each step with a query that runs repeatedly during the step, and afterwards. */
  steps: [Step, SearchQuery][];
}

export type Step =
  | { put: DocumentInput[] }
  /** Rewrites a few existing documents in another language, without new terms. */
  | { again: { from: number; language: string } }
  | { delete: string }
  | { thesaurus: ReferenceThesaurus }
  | { reopen: true }
  /** The process ends without closing: a copy of the files is opened. */
  | { crash: true }
  /** Reopens without the snapshot. */
  | { rebuild: true };

const step: fc.Arbitrary<Step> = fc.oneof(
  // Large enough for facet counting by complement.
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

const settings: fc.Arbitrary<QuerySettings> = fc
  .record({ expanding: fc.boolean(), relaxing: fc.boolean() })
  .map((switched) => ({ ...DEFAULT_QUERY_SETTINGS, ...switched }));

/** Mostly the default ranking. */
const ranking: fc.Arbitrary<RankingSettings> = fc.oneof(
  fc.constant({}),
  fc.record(
    {
      k1: fc.constantFrom(0, 0.5, 1.2, 10),
      b: fc.constantFrom(0, 0.4, 1),
      fields: fc.record(
        { title: fc.constantFrom(0.1, 1, 2.5, 10), text: fc.constantFrom(0.2, 3, 10) },
        { requiredKeys: [] },
      ),
      threshold: fc.record(
        { ofTotal: fc.constantFrom(0, 0.5, 1), ofLargest: fc.constantFrom(0, 1) },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  ),
);

export const history: fc.Arbitrary<History> = fc.record({
  settings,
  ranking,
  first: thesaurus,
  steps: fc.array(fc.tuple(step, searchQuery), { minLength: 1, maxLength: 25 }),
});

export interface SegmentedWrites {
  settings: QuerySettings;
  ranking: RankingSettings;
  thesaurus: ReferenceThesaurus;
  documents: DocumentInput[];
  /** Offsets at which a new write starts. */
  cuts: number[];
  queries: SearchQuery[];
}

export const segmentedWrites: fc.Arbitrary<SegmentedWrites> = fc.record({
  settings,
  ranking,
  thesaurus,
  documents: fc.uniqueArray(document, { minLength: 20, maxLength: 120, selector: ({ id }) => id }),
  cuts: fc.array(fc.nat({ max: 119 }), { minLength: 3, maxLength: 6 }),
  queries: fc.array(searchQuery, { minLength: 3, maxLength: 6 }),
});
