/** Schemas of the search operations (reference/http-api.md#search). */
import Type, { type Static, type TSchema } from 'typebox';
import { MAX_DIMENSIONS, MAX_INT32, MAX_PAGE_SIZE, MAX_SEARCHED_CHARACTERS } from '../parts/limits.ts';
import * as t from '../parts/schema-parts.ts';
import { FacetSetting } from '../settings/facet-setting.ts';
import { FacetGroup, RetrievedDocument, SharedConcept, Span } from './retrieved-document.ts';

/**
 * Selected facet value: `value` or `label` identifies a concept, `label` a literal or a range.
 *
 * A value without a `field` is a concept of `dyn_uri_all_concepts`.
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
    value: t.orNull('URI of the concept.', Type.String({ maxLength: 2000 })),
  }),
});
export type SelectedFacet = Static<typeof SelectedFacet>;

const dateBound = (description: string) =>
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
      `Words, "quoted phrases" and -excluded words. Every input is valid; its first ${MAX_SEARCHED_CHARACTERS} characters are searched. An empty input matches all documents.`,
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
      t.range(0, MAX_PAGE_SIZE),
    ),
    sort: t.object('Order of the results; `defaultSort` of the configuration if absent.', {
      field: t.text(
        '`relevance`, `date`, `title`, or the attribute of an order in the setting `ranking.sorts`.',
        t.length(1, 2000),
      ),
      direction: Type.Optional(
        t.choice(
          'By default `asc` for titles, `desc` for relevance and dates, otherwise the direction in the setting.',
          ['asc', 'desc'],
        ),
      ),
    }),
    dateRange: t.object('Only documents with a date in this range.', {
      from: dateBound('First moment; open if absent or null.'),
      to: dateBound(
        'Last moment, included; a day, month or year is included to its end in UTC. Open if absent or null.',
      ),
    }),
    explain: t.boolean('Whether results have their `score` and `boosts`.'),
    language: RequestLanguage,
    excludedFacets: t.list('Documents with any of these values are left out.', SelectedFacet, {
      maxItems: 1000,
    }),
    embedding: t.list(
      'Embedding of the input, from the model of the documents. Replaces the embedding that the server computes; ignored if the search space has no embeddings.',
      Type.Number(),
      { minItems: 1, maxItems: MAX_DIMENSIONS },
    ),
    facetsToShow: t.list(
      'Facets to return instead of the facets of the configuration, to preview a change; requires the scope configurations:write.',
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
  total: t.int32(
    'In a search, the number of matching documents on all pages; otherwise the number of elements of `result`.',
  ),
});

export const SearchResponse = t.component('SearchResponse', {
  ...envelope(RetrievedDocument),
  concepts: t.objectList('Unsupported; always empty.', {}),
  facets: t.list(
    'The shown facets of the configuration that the search space has, in the order of the configuration.',
    FacetGroup,
  ),
  query: t.object('How the input was understood.', {
    concepts: t.list('Concepts recognized in the input.', UnderstoodConcept),
    unquoted: Type.Optional(
      Type.Literal(true, {
        description: 'Present if quotation marks were ignored, because no document has the phrases.',
      }),
    ),
  }),
  redirect: Type.Optional(t.text('Address to which a curation rule redirects the visitor.')),
  banner: Type.Optional(
    t.object('Banner of a curation rule.', {
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
  matches: t.list('Where `matchingLabel` matches the fragment.', Span),
  context: t.textOrNull('Label of the broader concept; null for a top concept.'),
  count: t.int32('Documents tagged with it or a narrower concept.'),
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
  numberOfConcepts: t.optionalCount('Maximum number of concepts.', 100, 10),
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
  matchedTexts: t.objectList('The words that mention the concept.', {
    matchedText: t.text('The words of the text.'),
    frequency: t.integer('Number of times that the text has them.', { minimum: 1 }),
    positions: t.list('Where the text has them.', Span),
  }),
});

export const ExtractionResponse = t.component('ExtractionResponse', envelope(ExtractedConcept));
export type ExtractionResponse = Static<typeof ExtractionResponse>;

export const PassagesRequest = t.component('PassagesRequest', {
  input: t.text(`Words or a question; the first ${MAX_SEARCHED_CHARACTERS} characters are searched.`),
  language: SearchRequest.properties.language,
  count: t.optionalCount('Maximum number of passages.', 50, 5),
  maxCharacters: Type.Optional(
    t.integer('Maximum length of a `text`.', { minimum: 100, maximum: 10_000, default: 800 }),
  ),
  selectedFacets: SearchRequest.properties.selectedFacets,
});
export type PassagesRequest = Static<typeof PassagesRequest>;

/** A section of a document, or some of its sentences. */
export const Passage = t.component('Passage', {
  document: t.object('Where the passage is from.', {
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
