/** Schemas of the search operations (docs/http-api.md#search). */
import Type, { type Static, type TSchema } from 'typebox';
import { LANGUAGE_TAG_PATTERN, MAX_DIMENSIONS, MAX_INT32 } from './limits.ts';
import { FacetSetting } from './settings.ts';

const closed = { additionalProperties: false };
const int32 = (options: object = {}) => Type.Integer({ minimum: 0, maximum: MAX_INT32, ...options });

/** Range of a text in UTF-16 code units; `end` is exclusive. */
export const Span = Type.Object(
  { begin: Type.Integer({ minimum: 0 }), end: Type.Integer({ minimum: 0 }) },
  { ...closed, $id: 'Span' },
);
export type Span = Static<typeof Span>;

/** Facet value with the number of results if it were selected. */
export interface Refiner {
  count: number;
  label: string;
  value: string | null;
  children: Refiner[] | null;
}

export const Refiner = Type.Unsafe<Refiner>({
  $id: 'Refiner',
  type: 'object',
  required: ['count', 'label', 'value', 'children'],
  properties: {
    count: int32(),
    label: Type.String(),
    value: Type.Union([Type.String(), Type.Null()], {
      description: 'URI of the concept; null for literals and ranges.',
    }),
    children: Type.Union([Type.Array(Type.Unsafe<Refiner>({ $ref: 'Refiner' })), Type.Null()]),
  },
});

export const FacetGroup = Type.Object(
  {
    field: Type.String({
      description: 'dyn_flt_<name>, dyn_lit_<name>, dyn_uri_<id> or dyn_uri_all_concepts.',
    }),
    label: Type.String(),
    facets: Type.Array(Refiner),
  },
  { $id: 'FacetGroup' },
);
export type FacetGroup = Static<typeof FacetGroup>;

/** Concept shared by a document and a similar one: explains the similarity. */
export const SharedConcept = Type.Object(
  { uri: Type.String(), label: Type.String() },
  { $id: 'SharedConcept' },
);
export type SharedConcept = Static<typeof SharedConcept>;

const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

/** Parts of the score of a result, scaled to 0 … 1 over the candidates (docs/embeddings.md). */
export const ScoreExplanation = Type.Object(
  {
    lexical: share('Words and concepts.'),
    vector: share('Similarity of the embeddings.'),
    cosine: Type.Union([Type.Number(), Type.Null()], {
      description: 'Cosine similarity of the embeddings; null if the document has none.',
    }),
  },
  { $id: 'ScoreExplanation' },
);
export type ScoreExplanation = Static<typeof ScoreExplanation>;

/** A section of a document that matches the query. */
export const ResultSection = Type.Object(
  {
    anchor: Type.String(),
    heading: Type.String(),
    url: Type.String({
      description: 'The link of the document with the anchor as fragment; empty without a link.',
    }),
    text: Type.String({ description: 'Snippet of the section.' }),
    highlights: Type.Object({ heading: Type.Array(Span), text: Type.Array(Span) }),
  },
  { $id: 'ResultSection' },
);
export type ResultSection = Static<typeof ResultSection>;

/** Retrieved document (docs/http-api.md#documents). */
export const RetrievedDocument = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    description: Type.String(),
    link: Type.String(),
    date: Type.Optional(Type.Number({ description: 'Milliseconds since 1970; absent when unknown.' })),
    empty: Type.Boolean({ description: 'True if the document has neither title nor description.' }),
    image: Type.Union([Type.String(), Type.Null()]),
    documentDetails: Type.Array(FacetGroup),
    searchSpaceId: Type.String(),
    type: Type.String(),
    facetList: Type.Array(FacetGroup),
    language: Type.Optional(Type.String({ description: 'BCP 47 tag of the text.' })),
    highlights: Type.Optional(Type.Object({ title: Type.Array(Span), description: Type.Array(Span) })),
    sections: Type.Optional(
      Type.Array(ResultSection, {
        maxItems: 3,
        description: 'The sections that match the query best, best first; absent if there are none.',
      }),
    ),
    sharedConcepts: Type.Optional(Type.Array(SharedConcept)),
    explanation: Type.Optional(ScoreExplanation),
  },
  { $id: 'RetrievedDocument' },
);
export type RetrievedDocument = Static<typeof RetrievedDocument>;

/**
 * Selected facet value: `value` identifies a concept, `label` a literal or a range.
 *
 * Without a `field` it is a concept of `dyn_uri_all_concepts`.
 */
export const SelectedFacet = Type.Object(
  {
    field: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
    label: Type.Optional(Type.String({ maxLength: 2000 })),
    value: Type.Optional(Type.Union([Type.String({ maxLength: 2000 }), Type.Null()])),
  },
  { $id: 'SelectedFacet' },
);
export type SelectedFacet = Static<typeof SelectedFacet>;

const Instant = Type.Union([
  Type.Number({ description: 'Milliseconds since 1970.' }),
  Type.String({ maxLength: 40, description: 'ISO 8601 date or date-time.' }),
  Type.Null(),
]);

export const SearchRequest = Type.Object(
  {
    input: Type.Optional(Type.String({ description: 'The first 10,000 characters are searched.' })),
    selectedFacets: Type.Optional(Type.Array(SelectedFacet, { maxItems: 1000 })),
    start: Type.Optional(int32()),
    count: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    sort: Type.Optional(
      Type.Object({
        field: Type.Enum(['relevance', 'date', 'title']),
        direction: Type.Optional(Type.Enum(['asc', 'desc'])),
      }),
    ),
    dateRange: Type.Optional(Type.Object({ from: Type.Optional(Instant), to: Type.Optional(Instant) })),
    language: Type.Optional(Type.String({ maxLength: 35, pattern: LANGUAGE_TAG_PATTERN })),
    excludedFacets: Type.Optional(Type.Array(SelectedFacet, { maxItems: 1000 })),
    embedding: Type.Optional(
      Type.Array(Type.Number(), {
        minItems: 1,
        maxItems: MAX_DIMENSIONS,
        description:
          'Embedding of the input, from the model of the documents. Replaces the one that the server computes; ignored if the search space has no embeddings.',
      }),
    ),
    facetsToShow: Type.Optional(
      Type.Array(FacetSetting, {
        maxItems: 100,
        description:
          'Facets to return instead of those of the configuration, to preview a change; requires the scope configurations:write.',
      }),
    ),
  },
  { $id: 'SearchRequest' },
);
export type SearchRequest = Static<typeof SearchRequest>;

/** Concept recognized in the input: position, label, and the labels that it added to the search. */
export const UnderstoodConcept = Type.Object(
  {
    uri: Type.String(),
    label: Type.String(),
    matchingLabel: Type.String({ description: 'The label found in the input.' }),
    begin: Type.Integer(),
    end: Type.Integer(),
    alsoSearched: Type.Array(Type.String(), {
      description: 'Synonyms and narrower concepts that were searched too, at most ten.',
    }),
  },
  { $id: 'UnderstoodConcept' },
);
export type UnderstoodConcept = Static<typeof UnderstoodConcept>;

const envelope = <Result extends TSchema>(result: Result) => ({
  message: Type.String({ description: 'Duration, such as "12 ms".' }),
  result: Type.Array(result),
  resultType: Type.String({ description: 'application/vnd.semantic-search.<kind>-v2+json' }),
  status: Type.Integer(),
  success: Type.Boolean(),
  total: int32(),
});

export const SearchResponse = Type.Object(
  {
    ...envelope(RetrievedDocument),
    concepts: Type.Array(Type.Object({}), { description: 'Unsupported; always empty.' }),
    facets: Type.Array(FacetGroup),
    query: Type.Object({
      concepts: Type.Array(UnderstoodConcept),
      unquoted: Type.Optional(
        Type.Literal(true, {
          description: 'Present if quotation marks were ignored, because no document has the phrases.',
        }),
      ),
    }),
    suggestion: Type.Optional(Type.String({ description: 'Did you mean; offered, never applied.' })),
  },
  { $id: 'SearchResponse' },
);
export type SearchResponse = Static<typeof SearchResponse>;

/** A concept suggested for a text fragment; `context` is the label of its broader concept. */
export const SuggestedConcept = Type.Object(
  {
    field: Type.String(),
    value: Type.String({ description: 'Concept URI.' }),
    label: Type.String(),
    matchingLabel: Type.String(),
    matches: Type.Array(Span, { description: 'Where matchingLabel matches the fragment.' }),
    context: Type.Union([Type.String(), Type.Null()]),
    count: int32({ description: 'Documents tagged with it or a narrower concept.' }),
  },
  { $id: 'SuggestedConcept' },
);
export type SuggestedConcept = Static<typeof SuggestedConcept>;

export const SuggestionResponse = Type.Object(envelope(SuggestedConcept), { $id: 'SuggestionResponse' });
export type SuggestionResponse = Static<typeof SuggestionResponse>;

export const DocumentListResponse = Type.Object(envelope(RetrievedDocument), { $id: 'DocumentListResponse' });
export type DocumentListResponse = Static<typeof DocumentListResponse>;

export const ExtractionRequest = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: 1048576 }),
    language: Type.Optional(SearchRequest.properties.language),
    numberOfConcepts: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  },
  { $id: 'ExtractionRequest' },
);
export type ExtractionRequest = Static<typeof ExtractionRequest>;

/** Concept extracted from a text; positions count UTF-16 code units, the end is exclusive. */
export const ExtractedConcept = Type.Object(
  {
    uri: Type.String(),
    label: Type.String(),
    score: Type.Number({ minimum: 0, maximum: 100 }),
    frequency: Type.Integer({
      minimum: 0,
      description: '0 if the text does not mention the concept by a label.',
    }),
    matchedTexts: Type.Array(
      Type.Object({
        matchedText: Type.String(),
        frequency: Type.Integer({ minimum: 1 }),
        positions: Type.Array(Span),
      }),
    ),
  },
  { $id: 'ExtractedConcept' },
);
export type ExtractedConcept = Static<typeof ExtractedConcept>;

export const ExtractionResponse = Type.Object(envelope(ExtractedConcept), { $id: 'ExtractionResponse' });
export type ExtractionResponse = Static<typeof ExtractionResponse>;

/** Concept of a document: positions in its text, and its definition. */
export const DocumentConcept = Type.Object(
  {
    uri: Type.String(),
    label: Type.String(),
    definition: Type.Union([Type.String(), Type.Null()]),
    broader: Type.Array(SharedConcept),
    positions: Type.Object({ title: Type.Array(Span), description: Type.Array(Span) }),
  },
  { $id: 'DocumentConcept' },
);
export type DocumentConcept = Static<typeof DocumentConcept>;

/** Whole document: a retrieved document with full text and concepts. */
export const DocumentResponse = Type.Object(
  { ...RetrievedDocument.properties, concepts: Type.Array(DocumentConcept) },
  { $id: 'DocumentResponse' },
);
export type DocumentResponse = Static<typeof DocumentResponse>;

/** Returns the `resultType` of a search operation. */
export const resultTypeOf = (kind: 'search' | 'suggestion' | 'similar' | 'recommendation' | 'extraction') =>
  `application/vnd.semantic-search.${kind}-v2+json`;
