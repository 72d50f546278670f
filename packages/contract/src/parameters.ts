/** Query parameters and request headers of the operations (reference/http-api.md). */
import Type, { type Static } from 'typebox';
import { MAX_INT32, requestLimits } from './limits.ts';
import { closed } from './schema-parts.ts';
import { RequestLanguage } from './search.ts';
import { ConfigurationSettings } from './settings.ts';
import { documentLimits } from './spaces.ts';

/** Document URI; URL-encoded in the query string. */
const DocumentUri = Type.String({
  minLength: 1,
  maxLength: documentLimits.idLength,
  description: 'URI of the document, URL-encoded.',
});
const Language = Type.Optional(RequestLanguage);
const PluginName = Type.String({
  maxLength: 200,
  description: 'Name of the recommender: one of the `recommenders` of the search space.',
});

export const SuggestionParameters = Type.Object(
  {
    searchString: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The text fragment typed so far.',
    }),
    context: Type.Optional(
      Type.String({
        maxLength: 2000,
        description: 'Field or uri of a facet; limits the result to its concepts.',
      }),
    ),
    count: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'Maximum number of concepts.' }),
    ),
    language: Language,
  },
  closed,
);
export type SuggestionParameters = Static<typeof SuggestionParameters>;

export const SimilarParameters = Type.Object(
  {
    uri: DocumentUri,
    number: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description:
          'Maximum number of documents; by default `numberOfSimilarDocuments` of the configuration.',
      }),
    ),
    similarity: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'Name of the similarity plugin: one of the `similarities` of the search space, which chooses one if absent.',
      }),
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
export type DefaultParameters = Static<typeof DefaultParameters>;

export const LogParameters = Type.Object(
  {
    start: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_INT32,
        default: 0,
        description: 'Number of changes to skip, from the newest.',
      }),
    ),
    count: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Maximum number of changes.' }),
    ),
  },
  closed,
);
export type LogParameters = Static<typeof LogParameters>;

export const FeedParameters = Type.Object(
  {
    input: Type.Optional(Type.String({ maxLength: 1000, description: 'The search query.' })),
    facet: Type.Optional(
      Type.Array(Type.String({ maxLength: 4000, description: 'text' }), {
        maxItems: 100,
        description: 'Selected values as in the address of a page: `FIELD|LABEL|VALUE`.',
      }),
    ),
    language: Language,
    format: Type.Optional(
      Type.Enum(['atom', 'json'], { default: 'atom', description: 'Atom, or JSON Feed 1.1.' }),
    ),
    access_token: Type.Optional(
      Type.String({
        maxLength: requestLimits.tokenLength,
        description:
          'A token instead of the header, which feed readers do not send; not needed for visible configurations.',
      }),
    ),
  },
  closed,
);
export type FeedParameters = Static<typeof FeedParameters>;
