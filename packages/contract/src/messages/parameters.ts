/** Schemas of the query parameters of several operations (reference/http-api.md). */
import Type, { type Static } from 'typebox';
import { MAX_FRAGMENT_CHARACTERS, MAX_INT32, MAX_TYPED_CHARACTERS, requestLimits } from '../parts/limits.ts';
import * as t from '../parts/schema-parts.ts';
import { ConfigurationSettings } from '../settings/settings.ts';
import { documentLimits } from './documents.ts';
import { RequestLanguage } from './search.ts';

/** Document URI; URL-encoded in the query string. */
const DocumentUri = t.text('URI of the document, URL-encoded.', t.length(1, documentLimits.idLength));
const Language = Type.Optional(RequestLanguage);

export const SuggestionParameters = t.parameters({
  searchString: t.text('The text fragment typed so far.', t.length(1, MAX_FRAGMENT_CHARACTERS)),
  context: Type.Optional(
    t.text('Field or uri of a facet; limits the result to its concepts.', { maxLength: 2000 }),
  ),
  count: t.optionalCount('Maximum number of concepts.', 50, 10),
  language: Language,
});
export type SuggestionParameters = Static<typeof SuggestionParameters>;

export const SimilarParameters = t.parameters({
  uri: DocumentUri,
  ...t.optional({
    number: t.integer(
      'Maximum number of documents; by default `numberOfSimilarDocuments` of the configuration.',
      t.range(1, 100),
    ),
    similarity: t.text(
      'Name of the similarity: one of the `similarities` of the search space. If absent, the search space chooses one.',
      { maxLength: 200 },
    ),
  }),
  language: Language,
});
export type SimilarParameters = Static<typeof SimilarParameters>;

export const RecommendationParameters = t.parameters({
  uri: DocumentUri,
  recommender: t.text('Name of the recommender: one of the `recommenders` of the search space.', {
    maxLength: 200,
  }),
  language: Language,
});
export type RecommendationParameters = Static<typeof RecommendationParameters>;

export const DocumentParameters = t.parameters({ uri: DocumentUri, language: Language });
export type DocumentParameters = Static<typeof DocumentParameters>;

export const DefaultParameters = t.parameters({
  searchSpace: Type.Optional({
    ...ConfigurationSettings.properties.searchSpace,
    description: 'A search space to derive settings from.',
  }),
});

export const LogParameters = t.parameters({
  start: Type.Optional(
    t.integer('Number of changes to skip, from the newest.', { minimum: 0, maximum: MAX_INT32, default: 0 }),
  ),
  count: t.optionalCount('Maximum number of changes.', 100, 20),
});
export type LogParameters = Static<typeof LogParameters>;

export const FeedParameters = t.parameters(
  t.optional({
    input: t.text('The search query.', { maxLength: MAX_TYPED_CHARACTERS }),
    facet: t.list(
      'Selected values as in the address of a page: `FIELD|LABEL|VALUE`.',
      t.text('text', { maxLength: 4000 }),
      { maxItems: 100 },
    ),
    language: RequestLanguage,
    format: t.choice('Atom, or JSON Feed 1.1.', ['atom', 'json'], { default: 'atom' }),
    access_token: t.text(
      'A token instead of the header, which feed readers do not send; not needed for visible configurations.',
      { maxLength: requestLimits.tokenCharacters },
    ),
  }),
);
export type FeedParameters = Static<typeof FeedParameters>;
