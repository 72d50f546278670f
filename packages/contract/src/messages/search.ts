/** Schemas of the search operations (reference/http-api.md#search). */
import Type, { type Static, type TSchema } from 'typebox';
import { MAX_DIMENSIONS, MAX_INPUT_LENGTH, MAX_INT32 } from '../parts/limits.ts';
import * as t from '../parts/schema-parts.ts';
import { FacetSetting } from '../settings/settings.ts';

const int32 = (description: string) => Type.Integer({ minimum: 0, maximum: MAX_INT32, description });

/** Range of a text in UTF-16 code units; `end` is exclusive. */
export const Span = t.closedComponent('Span', {
  begin: t.integer('Offset of the first character, in UTF-16 code units.', { minimum: 0 }),
  end: t.integer('Offset after the last character.', { minimum: 0 }),
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
    label: t.text(
      'Name of the concept, the literal, or the range such as `10 – 100`. In `dyn_uri_all_concepts`: the URI of the concept.',
    ),
    value: t.textOrNull(
      'URI of the concept; null for literals and ranges. In `dyn_uri_all_concepts`: the name of the concept.',
    ),
    children: t.orNull(
      Type.Array(Type.Unsafe<Refiner>({ $ref: 'Refiner' })),
      'Narrower concepts, in a facet with the `facetMode` `hierarchical`; null in others.',
    ),
  },
});

export const FacetGroup = t.component('FacetGroup', {
  field: t.text(
    'Id of the facet: `dyn_lit_<name>` for an attribute with texts, `dyn_flt_<name>` for one with numbers or dates, `dyn_uri_<id>` for concepts (12 hexadecimal digits from the URI), and `dyn_uri_all_concepts`.',
  ),
  label: t.text('Title of the facet in the configuration, in the language of the request.'),
  facets: t.list('Values of the facet, in the order of its setting.', Refiner),
});
export type FacetGroup = Static<typeof FacetGroup>;

/** Concept shared by a document and a similar one: explains the similarity. */
export const SharedConcept = t.component('SharedConcept', {
  uri: t.text('URI of the concept.'),
  label: t.text('Preferred label of the concept.'),
});

const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

/** Parts of the score of a result, scaled to 0 … 1 over the candidates (how-to/embeddings.md of the manual). */
export const ScoreExplanation = t.component('ScoreExplanation', {
  lexical: share('Words and concepts.'),
  vector: share('Similarity of the embeddings.'),
  cosine: t.orNull(Type.Number(), 'Cosine similarity of the embeddings; null if the document has none.'),
});

/** A section of a document that matches the query. */
export const ResultSection = t.component('ResultSection', {
  anchor: t.text('Fragment of the page, without `#`.'),
  heading: t.text('Heading of the section.'),
  url: t.text('The link of the document with the anchor as fragment; empty without a link.'),
  text: t.text('Snippet of the section.'),
  highlights: t.members('Where the section matches the input.', {
    heading: spans('Matches in `heading`.'),
    text: spans('Matches in `text`.'),
  }),
});
export type ResultSection = Static<typeof ResultSection>;

/** Retrieved document (reference/http-api.md#documents). */
export const RetrievedDocument = t.component('RetrievedDocument', {
  id: t.text('URI of the document.'),
  title: t.text('Title; empty if the document has none.'),
  description: t.text(
    'At most `summaryLength` characters of the description, or of the text without one, around the first match. Of the first result by relevance, its best passage if that is clearly better. In `getDocument`: the whole text, or the description without one.',
  ),
  link: t.text('Address of the page; empty if the document has none.'),
  date: t.orNull(Type.Number(), 'Milliseconds since 1970; null if the document has no date.'),
  empty: t.boolean('True if the document has neither title nor description.'),
  image: t.textOrNull('Address of a picture.'),
  documentDetails: t.list(
    'Values of the document for the shown `detailsToShow` of the configuration.',
    FacetGroup,
  ),
  searchSpaceId: t.text('Name of the search space.'),
  type: t.text('Type of the document; empty if it has none.'),
  facetList: t.list(
    'Values of the document for the shown facets of the configuration, and `dyn_uri_all_concepts`.',
    FacetGroup,
  ),
  ...t.optional({
    language: t.text('BCP 47 tag of the text.'),
    highlights: t.members('Where the document matches the input.', {
      title: spans('Matches in `title`.'),
      description: spans('Matches in `description`.'),
    }),
    sections: t.list(
      'The sections that match the query best, best first; absent if there are none.',
      ResultSection,
      { maxItems: 3 },
    ),
    sharedConcepts: t.list(
      'At most 10 concepts that the document shares with that of the request, the rarest first; only in `getSimilar` and `getRecommendations`.',
      SharedConcept,
    ),
    explanation: {
      ...ScoreExplanation,
      description: 'Parts of the score; only in search spaces with embeddings.',
    },
    score: t.number('That of the words, multiplied by the factors of the boosts; only with `explain`.'),
    boosts: t.objects('Factors of the score, one per boost; only with `explain`.', {
      uri: t.text('Attribute of the boost.'),
      factor: t.number('Factor of the score; 1 changes nothing.'),
      formula: t.text('How the factor comes about.'),
    }),
  }),
});
export type RetrievedDocument = Static<typeof RetrievedDocument>;

/**
 * Selected facet value: `value` or `label` identifies a concept, `label` a literal or a range.
 *
 * Without a `field` it is a concept of `dyn_uri_all_concepts`.
 */
export const SelectedFacet = t.component('SelectedFacet', {
  ...t.optional({
    field: t.text(
      '`field` of a facet in a response, or the `uri` of a facet setting. An unknown one returns 400.',
      {
        minLength: 1,
        maxLength: 2000,
        default: 'dyn_uri_all_concepts',
      },
    ),
    label: t.text(
      'The literal, or a range: its label `10 – 100`, or `[10 TO 100]` with `*` for an open bound. In a facet of concepts, the label of the concept in the language of the request; ignored if `value` is present. In `dyn_uri_all_concepts`, the URI is accepted here, too.',
      { maxLength: 2000 },
    ),
    value: t.orNull(Type.String({ maxLength: 2000 }), 'URI of the concept.'),
  }),
});
export type SelectedFacet = Static<typeof SelectedFacet>;

const instant = (description: string) =>
  Type.Optional(
    Type.Union(
      [
        t.number('Milliseconds since 1970.'),
        t.text('ISO 8601 date or date-time.', { maxLength: 40 }),
        Type.Null(),
      ],
      { description },
    ),
  );

/** BCP 47 tag of a request. */
export const RequestLanguage = t.languageTag(
  'BCP 47 tag: language of the texts of the request, and of labels in the response.',
);

export const SearchRequest = t.component('SearchRequest', {
  ...t.optional({
    input: t.text(
      `Words, "quoted phrases" and -excluded words. Every input is valid; its first ${MAX_INPUT_LENGTH} characters are searched. An empty input matches all documents.`,
    ),
    selectedFacets: t.list(
      'Values of one facet are alternatives; different facets narrow each other.',
      SelectedFacet,
      { maxItems: 1000 },
    ),
    start: t.integer(
      'Number of results to skip. Past the end, `result` is empty. A remote search space may have a limit, often 10000; past it, the response is 400.',
      { minimum: 0, maximum: MAX_INT32, default: 0 },
    ),
    count: t.integer(
      'Maximum number of results; by default `itemsPerPage` of the configuration.',
      t.range(0, 100),
    ),
    sort: t.members('Order of the results; `defaultSort` of the configuration if absent.', {
      field: t.text(
        '`relevance`, `date`, `title`, or the attribute of an order in the setting `ranking.sorts`.',
        t.length(1, 2000),
      ),
      direction: Type.Optional(
        t.choice(
          'By default `asc` for titles, `desc` for relevance and dates, and otherwise that of the setting.',
          ['asc', 'desc'],
        ),
      ),
    }),
    dateRange: t.members('Only documents with a date in this range.', {
      from: instant('First moment; open if absent or null.'),
      to: instant(
        'Last moment, included; a day, month or year is included to its end in UTC. Open if absent or null.',
      ),
    }),
    explain: t.boolean('Whether results have their `score` and `boosts`.'),
    language: RequestLanguage,
    excludedFacets: t.list('Documents with any of these values are left out.', SelectedFacet, {
      maxItems: 1000,
    }),
    embedding: t.list(
      'Embedding of the input, from the model of the documents. Replaces the one that the server computes; ignored if the search space has no embeddings.',
      Type.Number(),
      { minItems: 1, maxItems: MAX_DIMENSIONS },
    ),
    facetsToShow: t.list(
      'Facets to return instead of those of the configuration, to preview a change; requires the scope configurations:write.',
      FacetSetting,
      { maxItems: 100 },
    ),
  }),
});
export type SearchRequest = Static<typeof SearchRequest>;

/** Concept recognized in the input: position, label, and the labels that it added to the search. */
export const UnderstoodConcept = t.component('UnderstoodConcept', {
  uri: t.text('URI of the concept.'),
  label: t.text('Preferred label of the concept.'),
  matchingLabel: t.text('The label found in the input.'),
  begin: t.integer('Offset of the label in the input, in UTF-16 code units.'),
  end: t.integer('Offset after the label.'),
  alsoSearched: t.texts(
    'The other labels of the concept, which were searched too; empty for GraphSearch-style services.',
  ),
});

const envelope = <Result extends TSchema>(result: Result) => ({
  message: t.text('Duration, such as "12 ms".'),
  result: t.list('Best first, or in the requested order.', result),
  resultType: t.text(
    '`application/vnd.semantic-search.<kind>-v2+json` with the kind `search`, `suggestion`, `similar`, `recommendation`, `extraction` or `passages`.',
  ),
  status: t.integer('The HTTP status, 200.'),
  success: t.boolean('True.'),
  total: int32(
    'In a search, the number of matching documents on all pages; otherwise the number of elements of `result`.',
  ),
});

export const SearchResponse = t.component('SearchResponse', {
  ...envelope(RetrievedDocument),
  concepts: t.objects('Unsupported; always empty.', {}),
  facets: t.list(
    'One per shown facet of the configuration that the search space has, in its order.',
    FacetGroup,
  ),
  query: t.members('How the input was understood.', {
    concepts: t.list('Concepts recognized in the input.', UnderstoodConcept),
    unquoted: Type.Optional(
      Type.Literal(true, {
        description: 'Present if quotation marks were ignored, because no document has the phrases.',
      }),
    ),
  }),
  redirect: Type.Optional(t.text('Address of a curation rule that the visitor is led to.')),
  banner: Type.Optional(
    t.members('Banner of a curation rule.', {
      text: t.text('Text of a curation rule, to show above the results.'),
      link: Type.Optional(t.text('Address that the text links to.')),
    }),
  ),
  rules: Type.Optional(t.texts('Names of the curation rules that applied.')),
  suggestion: Type.Optional(t.text('Corrected input ("did you mean"); offered, never applied.')),
});
export type SearchResponse = Static<typeof SearchResponse>;

/** A concept suggested for a text fragment; `context` is the label of its broader concept. */
export const SuggestedConcept = t.component('SuggestedConcept', {
  field: t.text('`field` of a facet with this concept, to select it in a search.'),
  value: t.text('URI of the concept.'),
  label: t.text('Preferred label of the concept.'),
  matchingLabel: t.text('The label that matches the fragment: preferred, alternative or hidden.'),
  matches: spans('Where `matchingLabel` matches the fragment.'),
  context: t.textOrNull('Label of the broader concept; null for a top concept.'),
  count: int32('Documents tagged with it or a narrower concept.'),
});
export type SuggestedConcept = Static<typeof SuggestedConcept>;

export const SuggestionResponse = t.component('SuggestionResponse', envelope(SuggestedConcept));
export type SuggestionResponse = Static<typeof SuggestionResponse>;

export const DocumentListResponse = t.component('DocumentListResponse', envelope(RetrievedDocument));
export type DocumentListResponse = Static<typeof DocumentListResponse>;

export const ExtractionRequest = t.component('ExtractionRequest', {
  text: t.text('The text. The limit is the size of the body, 1 MiB.', { minLength: 1 }),
  language: Type.Optional({
    ...RequestLanguage,
    description: 'BCP 47 tag of the text and of labels in the response; detected if absent.',
  }),
  numberOfConcepts: t.countUpTo(100, 10, 'Maximum number of concepts.'),
});
export type ExtractionRequest = Static<typeof ExtractionRequest>;

/** Concept extracted from a text; positions count UTF-16 code units, the end is exclusive. */
export const ExtractedConcept = t.component('ExtractedConcept', {
  uri: t.text('URI of the concept.'),
  label: t.text('Preferred label of the concept.'),
  score: t.number('Estimated probability in percent that the text is about the concept.', t.range(0, 100)),
  frequency: t.integer('Number of mentions; 0 if the text does not mention the concept by a label.', {
    minimum: 0,
  }),
  matchedTexts: t.objects('The words that mention the concept.', {
    matchedText: t.text('The words of the text.'),
    frequency: t.integer('Number of times that the text has them.', { minimum: 1 }),
    positions: spans('Where the text has them.'),
  }),
});

export const ExtractionResponse = t.component('ExtractionResponse', envelope(ExtractedConcept));
export type ExtractionResponse = Static<typeof ExtractionResponse>;

/** Concept of a document: positions in its text, and its definition. */
export const DocumentConcept = t.component('DocumentConcept', {
  uri: t.text('URI of the concept.'),
  label: t.text('Preferred label of the concept.'),
  definition: t.textOrNull('Definition in the thesaurus.'),
  broader: t.list('Broader concepts.', SharedConcept),
  positions: t.members('Where the document mentions the concept.', {
    title: spans('Mentions in `title`.'),
    description: spans('Mentions in `description`.'),
  }),
});
export type DocumentConcept = Static<typeof DocumentConcept>;

/** Whole document: a retrieved document with full text and concepts. */
export const DocumentResponse = t.component('DocumentResponse', {
  ...RetrievedDocument.properties,
  concepts: t.list('Concepts that the document is tagged with.', DocumentConcept),
});
export type DocumentResponse = Static<typeof DocumentResponse>;

export const PassagesRequest = t.component('PassagesRequest', {
  input: t.text('Words or a question, as in a search.'),
  language: SearchRequest.properties.language,
  count: t.countUpTo(50, 5, 'Maximum number of passages.'),
  maxCharacters: Type.Optional(
    t.integer('Maximum length of a `text`.', { minimum: 100, maximum: 10_000, default: 800 }),
  ),
  selectedFacets: SearchRequest.properties.selectedFacets,
});
export type PassagesRequest = Static<typeof PassagesRequest>;

/** A section of a document, or some of its sentences. */
export const Passage = t.component('Passage', {
  document: t.members('Where the passage is from.', {
    id: t.text('URI of the document.'),
    title: t.text('Its title.'),
    link: t.text('Its address, or empty.'),
  }),
  heading: t.text('Heading of the section; empty in a document without sections.'),
  anchor: t.text('Fragment of the section, without `#`; or empty.'),
  text: t.text('The words of the document.'),
  begin: t.integer('Offset of `text` in the section, or in the text of the document without sections.'),
  end: t.integer('Offset after `text`.'),
  score: t.number('Comparable only within one response.'),
  concepts: t.list('Concepts of the input that the passage mentions.', SharedConcept),
});
export type Passage = Static<typeof Passage>;

export const PassagesResponse = t.component('PassagesResponse', envelope(Passage));
export type PassagesResponse = Static<typeof PassagesResponse>;

type ResultKind = 'search' | 'suggestion' | 'similar' | 'recommendation' | 'extraction' | 'passages';

/** Returns the `resultType` of a search operation. */
export const resultTypeOf = (kind: ResultKind) => `application/vnd.semantic-search.${kind}-v2+json`;

/** Atom or JSON Feed. */
export const Feed = Type.String({ $id: 'Feed', description: 'A feed in Atom, or in JSON Feed as a text.' });
export type Feed = Static<typeof Feed>;
