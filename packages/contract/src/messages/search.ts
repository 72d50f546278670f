/** Schemas of the search operations (reference/http-api.md#search). */
import Type, { type Static, type TSchema } from 'typebox';
import { MAX_DIMENSIONS, MAX_INPUT_LENGTH, MAX_INT32 } from '../parts/limits.ts';
import {
  boolean,
  closedComponent,
  component,
  countUpTo,
  integer,
  languageTag,
  number,
  orNull,
  text,
  textOrNull,
  texts,
} from '../parts/schema-parts.ts';
import { FacetSetting } from '../settings/settings.ts';

const int32 = (description: string) => Type.Integer({ minimum: 0, maximum: MAX_INT32, description });

/** Range of a text in UTF-16 code units; `end` is exclusive. */
export const Span = closedComponent('Span', {
  begin: integer('Offset of the first character, in UTF-16 code units.', { minimum: 0 }),
  end: integer('Offset after the last character.', { minimum: 0 }),
});
export type Span = Static<typeof Span>;
const spans = (description: string) => Type.Array(Span, { description });

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
    count: int32(
      'Number of results if this value is the only one selected in its facet; 1 in the facets of a document.',
    ),
    label: text(
      'Name of the concept, the literal, or the range such as `10 – 100`. In `dyn_uri_all_concepts`: the URI of the concept.',
    ),
    value: textOrNull(
      'URI of the concept; null for literals and ranges. In `dyn_uri_all_concepts`: the name of the concept.',
    ),
    children: orNull(
      Type.Array(Type.Unsafe<Refiner>({ $ref: 'Refiner' })),
      'Narrower concepts, in a facet with the `facetMode` `hierarchical`; null in others.',
    ),
  },
});

export const FacetGroup = component('FacetGroup', {
  field: text(
    'Id of the facet: `dyn_lit_<name>` for an attribute with texts, `dyn_flt_<name>` for one with numbers or dates, `dyn_uri_<id>` for concepts (12 hexadecimal digits from the URI), and `dyn_uri_all_concepts`.',
  ),
  label: text('Title of the facet in the configuration, in the language of the request.'),
  facets: Type.Array(Refiner, { description: 'Values of the facet, in the order of its setting.' }),
});
export type FacetGroup = Static<typeof FacetGroup>;

/** Concept shared by a document and a similar one: explains the similarity. */
export const SharedConcept = component('SharedConcept', {
  uri: text('URI of the concept.'),
  label: text('Preferred label of the concept.'),
});

const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

/** Parts of the score of a result, scaled to 0 … 1 over the candidates (how-to/embeddings.md of the manual). */
export const ScoreExplanation = component('ScoreExplanation', {
  lexical: share('Words and concepts.'),
  vector: share('Similarity of the embeddings.'),
  cosine: orNull(Type.Number(), 'Cosine similarity of the embeddings; null if the document has none.'),
});

/** A section of a document that matches the query. */
export const ResultSection = component('ResultSection', {
  anchor: text('Fragment of the page, without `#`.'),
  heading: text('Heading of the section.'),
  url: text('The link of the document with the anchor as fragment; empty without a link.'),
  text: text('Snippet of the section.'),
  highlights: Type.Object(
    { heading: spans('Matches in `heading`.'), text: spans('Matches in `text`.') },
    { description: 'Where the section matches the input.' },
  ),
});
export type ResultSection = Static<typeof ResultSection>;

/** Retrieved document (reference/http-api.md#documents). */
export const RetrievedDocument = component('RetrievedDocument', {
  id: text('URI of the document.'),
  title: text('Title; empty if the document has none.'),
  description: text(
    'At most `summaryLength` characters of the description, or of the text without one, around the first match. Of the first result, its best passage if that is clearly better. In `getDocument`: the whole text, or the description without one.',
  ),
  link: text('Address of the page; empty if the document has none.'),
  date: orNull(Type.Number(), 'Milliseconds since 1970; null if the document has no date.'),
  empty: boolean('True if the document has neither title nor description.'),
  image: textOrNull('Address of a picture.'),
  documentDetails: Type.Array(FacetGroup, {
    description: 'Values of the document for the shown `detailsToShow` of the configuration.',
  }),
  searchSpaceId: text('Name of the search space.'),
  type: text('Type of the document; empty if it has none.'),
  facetList: Type.Array(FacetGroup, {
    description:
      'Values of the document for the shown facets of the configuration, and `dyn_uri_all_concepts`.',
  }),
  language: Type.Optional(text('BCP 47 tag of the text.')),
  highlights: Type.Optional(
    Type.Object(
      { title: spans('Matches in `title`.'), description: spans('Matches in `description`.') },
      { description: 'Where the document matches the input.' },
    ),
  ),
  sections: Type.Optional(
    Type.Array(ResultSection, {
      maxItems: 3,
      description: 'The sections that match the query best, best first; absent if there are none.',
    }),
  ),
  sharedConcepts: Type.Optional(
    Type.Array(SharedConcept, {
      description:
        'At most 10 concepts that the document shares with that of the request, the rarest first; only in `getSimilar` and `getRecommendations`.',
    }),
  ),
  explanation: Type.Optional({
    ...ScoreExplanation,
    description: 'Parts of the score; only in search spaces with embeddings.',
  }),
  score: Type.Optional(
    number('That of the words, multiplied by the factors of the boosts; only with `explain`.'),
  ),
  boosts: Type.Optional(
    Type.Array(
      Type.Object({
        uri: text('Attribute of the boost.'),
        factor: number('Factor of the score; 1 changes nothing.'),
        formula: text('How the factor comes about.'),
      }),
      { description: 'Factors of the score, one per boost; only with `explain`.' },
    ),
  ),
});
export type RetrievedDocument = Static<typeof RetrievedDocument>;

/**
 * Selected facet value: `value` or `label` identifies a concept, `label` a literal or a range.
 *
 * Without a `field` it is a concept of `dyn_uri_all_concepts`.
 */
export const SelectedFacet = component('SelectedFacet', {
  field: Type.Optional(
    text('`field` of a facet in a response, or the `uri` of a facet setting. An unknown one returns 400.', {
      minLength: 1,
      maxLength: 2000,
      default: 'dyn_uri_all_concepts',
    }),
  ),
  label: Type.Optional(
    text(
      'The literal, or a range: its label `10 – 100`, or `[10 TO 100]` with `*` for an open bound. In a facet of concepts, the label of the concept in the language of the request; ignored if `value` is present. In `dyn_uri_all_concepts`, the URI is accepted here, too.',
      { maxLength: 2000 },
    ),
  ),
  value: Type.Optional(orNull(Type.String({ maxLength: 2000 }), 'URI of the concept.')),
});
export type SelectedFacet = Static<typeof SelectedFacet>;

const instant = (description: string) =>
  Type.Optional(
    Type.Union(
      [
        number('Milliseconds since 1970.'),
        text('ISO 8601 date or date-time.', { maxLength: 40 }),
        Type.Null(),
      ],
      { description },
    ),
  );

/** BCP 47 tag of a request. */
export const RequestLanguage = languageTag(
  'BCP 47 tag: language of the texts of the request, and of labels in the response.',
);

export const SearchRequest = component('SearchRequest', {
  input: Type.Optional(
    text(
      `Words, "quoted phrases" and -excluded words. Every input is valid; its first ${MAX_INPUT_LENGTH} characters are searched. An empty input matches all documents.`,
    ),
  ),
  selectedFacets: Type.Optional(
    Type.Array(SelectedFacet, {
      maxItems: 1000,
      description: 'Values of one facet are alternatives; different facets narrow each other.',
    }),
  ),
  start: Type.Optional(
    integer(
      'Number of results to skip. Past the end, `result` is empty. A remote search space may have a limit, often 10000; past it, the response is 400.',
      { minimum: 0, maximum: MAX_INT32, default: 0 },
    ),
  ),
  count: Type.Optional(
    integer('Maximum number of results; by default `itemsPerPage` of the configuration.', {
      minimum: 0,
      maximum: 100,
    }),
  ),
  sort: Type.Optional(
    Type.Object(
      {
        field: text(
          '`relevance`, `date`, `title`, or the attribute of an order in the setting `ranking.sorts`.',
          { minLength: 1, maxLength: 2000 },
        ),
        direction: Type.Optional(
          Type.Enum(['asc', 'desc'], {
            description:
              'By default `asc` for titles, `desc` for relevance and dates, and otherwise that of the setting.',
          }),
        ),
      },
      { description: 'Order of the results; `defaultSort` of the configuration if absent.' },
    ),
  ),
  dateRange: Type.Optional(
    Type.Object(
      {
        from: instant('First moment; open if absent or null.'),
        to: instant(
          'Last moment, included; a day, month or year is included to its end in UTC. Open if absent or null.',
        ),
      },
      { description: 'Only documents with a date in this range.' },
    ),
  ),
  explain: Type.Optional(boolean('Whether results have their `score` and `boosts`.')),
  language: Type.Optional(RequestLanguage),
  excludedFacets: Type.Optional(
    Type.Array(SelectedFacet, {
      maxItems: 1000,
      description: 'Documents with any of these values are left out.',
    }),
  ),
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
});
export type SearchRequest = Static<typeof SearchRequest>;

/** Concept recognized in the input: position, label, and the labels that it added to the search. */
export const UnderstoodConcept = component('UnderstoodConcept', {
  uri: text('URI of the concept.'),
  label: text('Preferred label of the concept.'),
  matchingLabel: text('The label found in the input.'),
  begin: integer('Offset of the label in the input, in UTF-16 code units.'),
  end: integer('Offset after the label.'),
  alsoSearched: texts(
    'The other labels of the concept, which were searched too; empty for GraphSearch-style services.',
  ),
});

const envelope = <Result extends TSchema>(result: Result) => ({
  message: text('Duration, such as "12 ms".'),
  result: Type.Array(result, { description: 'Best first, or in the requested order.' }),
  resultType: text(
    '`application/vnd.semantic-search.<kind>-v2+json` with the kind `search`, `suggestion`, `similar`, `recommendation`, `extraction` or `passages`.',
  ),
  status: integer('The HTTP status, 200.'),
  success: boolean('True.'),
  total: int32(
    'In a search, the number of matching documents on all pages; otherwise the number of elements of `result`.',
  ),
});

export const SearchResponse = component('SearchResponse', {
  ...envelope(RetrievedDocument),
  concepts: Type.Array(Type.Object({}), { description: 'Unsupported; always empty.' }),
  facets: Type.Array(FacetGroup, {
    description: 'One per shown facet of the configuration that the search space has, in its order.',
  }),
  query: Type.Object(
    {
      concepts: Type.Array(UnderstoodConcept, { description: 'Concepts recognized in the input.' }),
      unquoted: Type.Optional(
        Type.Literal(true, {
          description: 'Present if quotation marks were ignored, because no document has the phrases.',
        }),
      ),
    },
    { description: 'How the input was understood.' },
  ),
  redirect: Type.Optional(text('Address of a curation rule that the visitor is led to.')),
  banner: Type.Optional(
    Type.Object(
      {
        text: text('Text of a curation rule, to show above the results.'),
        link: Type.Optional(text('Address that the text links to.')),
      },
      { description: 'Banner of a curation rule.' },
    ),
  ),
  rules: Type.Optional(texts('Names of the curation rules that applied.')),
  suggestion: Type.Optional(text('Corrected input ("did you mean"); offered, never applied.')),
});
export type SearchResponse = Static<typeof SearchResponse>;

/** A concept suggested for a text fragment; `context` is the label of its broader concept. */
export const SuggestedConcept = component('SuggestedConcept', {
  field: text('`field` of a facet with this concept, to select it in a search.'),
  value: text('URI of the concept.'),
  label: text('Preferred label of the concept.'),
  matchingLabel: text('The label that matches the fragment: preferred, alternative or hidden.'),
  matches: spans('Where `matchingLabel` matches the fragment.'),
  context: textOrNull('Label of the broader concept; null for a top concept.'),
  count: int32('Documents tagged with it or a narrower concept.'),
});
export type SuggestedConcept = Static<typeof SuggestedConcept>;

export const SuggestionResponse = component('SuggestionResponse', envelope(SuggestedConcept));
export type SuggestionResponse = Static<typeof SuggestionResponse>;

export const DocumentListResponse = component('DocumentListResponse', envelope(RetrievedDocument));
export type DocumentListResponse = Static<typeof DocumentListResponse>;

export const ExtractionRequest = component('ExtractionRequest', {
  text: text('The text. The limit is the size of the body, 1 MiB.', { minLength: 1 }),
  language: Type.Optional({
    ...RequestLanguage,
    description: 'BCP 47 tag of the text and of labels in the response; detected if absent.',
  }),
  numberOfConcepts: countUpTo(100, 10, 'Maximum number of concepts.'),
});
export type ExtractionRequest = Static<typeof ExtractionRequest>;

/** Concept extracted from a text; positions count UTF-16 code units, the end is exclusive. */
export const ExtractedConcept = component('ExtractedConcept', {
  uri: text('URI of the concept.'),
  label: text('Preferred label of the concept.'),
  score: number('Estimated probability in percent that the text is about the concept.', {
    minimum: 0,
    maximum: 100,
  }),
  frequency: integer('Number of mentions; 0 if the text does not mention the concept by a label.', {
    minimum: 0,
  }),
  matchedTexts: Type.Array(
    Type.Object({
      matchedText: text('The words of the text.'),
      frequency: integer('Number of times that the text has them.', { minimum: 1 }),
      positions: spans('Where the text has them.'),
    }),
    { description: 'The words that mention the concept.' },
  ),
});

export const ExtractionResponse = component('ExtractionResponse', envelope(ExtractedConcept));
export type ExtractionResponse = Static<typeof ExtractionResponse>;

/** Concept of a document: positions in its text, and its definition. */
export const DocumentConcept = component('DocumentConcept', {
  uri: text('URI of the concept.'),
  label: text('Preferred label of the concept.'),
  definition: textOrNull('Definition in the thesaurus.'),
  broader: Type.Array(SharedConcept, { description: 'Broader concepts.' }),
  positions: Type.Object(
    { title: spans('Mentions in `title`.'), description: spans('Mentions in `description`.') },
    { description: 'Where the document mentions the concept.' },
  ),
});
export type DocumentConcept = Static<typeof DocumentConcept>;

/** Whole document: a retrieved document with full text and concepts. */
export const DocumentResponse = component('DocumentResponse', {
  ...RetrievedDocument.properties,
  concepts: Type.Array(DocumentConcept, { description: 'Concepts that the document is tagged with.' }),
});
export type DocumentResponse = Static<typeof DocumentResponse>;

export const PassagesRequest = component('PassagesRequest', {
  input: text('Words or a question, as in a search.'),
  language: SearchRequest.properties.language,
  count: countUpTo(50, 5, 'Maximum number of passages.'),
  maxCharacters: Type.Optional(
    integer('Maximum length of a `text`.', { minimum: 100, maximum: 10_000, default: 800 }),
  ),
  selectedFacets: SearchRequest.properties.selectedFacets,
});
export type PassagesRequest = Static<typeof PassagesRequest>;

/** A section of a document, or some of its sentences. */
export const Passage = component('Passage', {
  document: Type.Object(
    { id: text('URI of the document.'), title: text('Its title.'), link: text('Its address, or empty.') },
    { description: 'Where the passage is from.' },
  ),
  heading: text('Heading of the section; empty in a document without sections.'),
  anchor: text('Fragment of the section, without `#`; or empty.'),
  text: text('The words of the document.'),
  begin: integer('Offset of `text` in the section, or in the text of the document without sections.'),
  end: integer('Offset after `text`.'),
  score: number('Comparable only within one response.'),
  concepts: Type.Array(SharedConcept, { description: 'Concepts of the input that the passage mentions.' }),
});
export type Passage = Static<typeof Passage>;

export const PassagesResponse = component('PassagesResponse', envelope(Passage));
export type PassagesResponse = Static<typeof PassagesResponse>;

type ResultKind = 'search' | 'suggestion' | 'similar' | 'recommendation' | 'extraction' | 'passages';

/** Returns the `resultType` of a search operation. */
export const resultTypeOf = (kind: ResultKind) => `application/vnd.semantic-search.${kind}-v2+json`;

/** Atom or JSON Feed. */
export const Feed = Type.String({ $id: 'Feed', description: 'A feed in Atom, or in JSON Feed as a text.' });
export type Feed = Static<typeof Feed>;
