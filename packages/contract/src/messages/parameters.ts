/** Query parameters and request headers of the operations (reference/http-api.md). */
import Type, { type Static } from 'typebox';
import { MAX_INT32, requestLimits } from '../parts/limits.ts';
import { closed, countUpTo, integer, text } from '../parts/schema-parts.ts';
import { ConfigurationSettings } from '../settings/settings.ts';
import { RequestLanguage } from './search.ts';
import { documentLimits } from './spaces.ts';

/** Document URI; URL-encoded in the query string. */
const DocumentUri = text('URI of the document, URL-encoded.', {
  minLength: 1,
  maxLength: documentLimits.idLength,
});
const Language = Type.Optional(RequestLanguage);
const PluginName = text('Name of the recommender: one of the `recommenders` of the search space.', {
  maxLength: 200,
});

export const SuggestionParameters = Type.Object(
  {
    searchString: text('The text fragment typed so far.', { minLength: 1, maxLength: 200 }),
    context: Type.Optional(
      text('Field or uri of a facet; limits the result to its concepts.', { maxLength: 2000 }),
    ),
    count: countUpTo(50, 10, 'Maximum number of concepts.'),
    language: Language,
  },
  closed,
);
export type SuggestionParameters = Static<typeof SuggestionParameters>;

export const SimilarParameters = Type.Object(
  {
    uri: DocumentUri,
    number: Type.Optional(
      integer('Maximum number of documents; by default `numberOfSimilarDocuments` of the configuration.', {
        minimum: 1,
        maximum: 100,
      }),
    ),
    similarity: Type.Optional(
      text(
        'Name of the similarity plugin: one of the `similarities` of the search space, which chooses one if absent.',
        { maxLength: 200 },
      ),
    ),
    language: Language,
  },
  closed,
);
export type SimilarParameters = Static<typeof SimilarParameters>;

export const RecommendationParameters = Type.Object(
  { uri: DocumentUri, recommender: PluginName, language: Language },
  closed,
);
export type RecommendationParameters = Static<typeof RecommendationParameters>;

export const DocumentParameters = Type.Object({ uri: DocumentUri, language: Language }, closed);
export type DocumentParameters = Static<typeof DocumentParameters>;

export const DefaultParameters = Type.Object(
  {
    searchSpace: Type.Optional({
      ...ConfigurationSettings.properties.searchSpace,
      description: 'A search space to derive settings from.',
    }),
  },
  closed,
);

export const LogParameters = Type.Object(
  {
    start: Type.Optional(
      integer('Number of changes to skip, from the newest.', { minimum: 0, maximum: MAX_INT32, default: 0 }),
    ),
    count: countUpTo(100, 20, 'Maximum number of changes.'),
  },
  closed,
);
export type LogParameters = Static<typeof LogParameters>;

export const FeedParameters = Type.Object(
  {
    input: Type.Optional(text('The search query.', { maxLength: 1000 })),
    facet: Type.Optional(
      Type.Array(text('text', { maxLength: 4000 }), {
        maxItems: 100,
        description: 'Selected values as in the address of a page: `FIELD|LABEL|VALUE`.',
      }),
    ),
    language: Language,
    format: Type.Optional(
      Type.Enum(['atom', 'json'], { default: 'atom', description: 'Atom, or JSON Feed 1.1.' }),
    ),
    access_token: Type.Optional(
      text(
        'A token instead of the header, which feed readers do not send; not needed for visible configurations.',
        { maxLength: requestLimits.tokenLength },
      ),
    ),
  },
  closed,
);
export type FeedParameters = Static<typeof FeedParameters>;
