/** Schemas of the ranking of a search space: its settings, and searches that try other ones. */
import Type, { type Static } from 'typebox';
import { MAX_SEARCHED_CHARACTERS } from '../parts/limits.ts';
import * as t from '../parts/schema-parts.ts';
import { RequestLanguage } from './search.ts';

const share = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 1, description }));
const weight = (description: string) =>
  Type.Optional(Type.Number({ minimum: 0.1, maximum: 10, multipleOf: 0.1, description }));

export const RankingSettings = t.closedComponent('RankingSettings', {
  k1: Type.Optional(t.number('How much repetitions of a word raise the score (BM25).', t.range(0, 10))),
  b: share('How much the length of a document lowers the score (BM25).'),
  ...t.optional({
    fields: Type.Object(
      {
        title: weight('How often a word in the title counts.'),
        text: weight('How often a word in the description, the text or an attribute counts.'),
      },
      { ...t.closed, description: 'Weights of the fields.' },
    ),
    threshold: Type.Object(
      {
        ofTotal: share('Share of the total word weight.'),
        ofLargest: share('Share of the largest word weight.'),
      },
      { ...t.closed, description: 'What a hit of a relaxed query must have; the smaller threshold applies.' },
    ),
  }),
});
export type RankingSettings = Static<typeof RankingSettings>;

const settings = (description: string) =>
  Type.Object(RankingSettings.properties, { ...t.closed, description });

export const Ranking = t.component('Ranking', {
  settings: settings('What was changed; absent members have their default values.'),
  effective: settings('All settings, with the default values.'),
});
export type Ranking = Static<typeof Ranking>;

/** Number of documents that a search of a space returns by default, and at most. */
export const MAX_SPACE_RESULTS = 100;

export const SpaceSearchRequest = t.closedComponent('SpaceSearchRequest', {
  input: t.text(`The query; its first ${MAX_SEARCHED_CHARACTERS} characters are read.`),
  language: Type.Optional(RequestLanguage),
  count: t.optionalCount('Maximum number of documents.', MAX_SPACE_RESULTS, MAX_SPACE_RESULTS),
  ranking: Type.Optional(settings('Settings to try with this request only.')),
});
export type SpaceSearchRequest = Static<typeof SpaceSearchRequest>;

export const SpaceSearchResponse = t.component('SpaceSearchResponse', {
  total: t.integer('Number of matching documents.'),
  documents: t.objectList('The best documents first.', {
    id: t.text('URI of the document.'),
    score: t.number('Relevance; comparable within the response only.'),
  }),
  matching: Type.Optional(
    t.object('What a hit had to match; absent if the backend does not report it.', {
      requirements: t.integer('Number of words and phrases that a hit has to match.'),
      requiredShare: t.number(
        'Share of their weight that a hit had to match; 1 if the query was not relaxed.',
      ),
      isCorrected: t.boolean('Whether unknown words also matched similar ones.'),
    }),
  ),
  isUnquoted: t.boolean('Whether the quotation marks of phrases that no document has were ignored.'),
});
export type SpaceSearchResponse = Static<typeof SpaceSearchResponse>;
