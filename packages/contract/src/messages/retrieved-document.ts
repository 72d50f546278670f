/** Schemas of a retrieved document: facets, sections, score and concepts. */
import Type, { type Static } from 'typebox';
import * as t from '../parts/schema-parts.ts';

/** Range of a text in UTF-16 code units; `end` is exclusive. */
export const Span = t.closedComponent('Span', {
  begin: t.integer('Offset of the first character, in UTF-16 code units.', { minimum: 0 }),
  end: t.integer('Offset after the last character.', { minimum: 0 }),
});
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
    count: t.int32(
      'Number of results if this value is the only one selected in its facet; 1 in the facets of a document.',
    ),
    label: t.text(
      'Name of the concept, the literal, or the range such as `10 – 100`. In `dyn_uri_all_concepts`: the URI of the concept.',
    ),
    value: t.textOrNull(
      'URI of the concept; null for literals and ranges. In `dyn_uri_all_concepts`: the name of the concept.',
    ),
    children: t.orNull(
      'Narrower concepts, in a facet with the `facetMode` `hierarchical`; null in others.',
      Type.Array(Type.Unsafe<Refiner>({ $ref: 'Refiner' })),
    ),
  },
});

export const FacetGroup = t.component('FacetGroup', {
  field: t.text(
    'ID of the facet: `dyn_lit_<name>` for an attribute with texts, `dyn_flt_<name>` for one with numbers or dates, `dyn_uri_<id>` for concepts (12 hexadecimal digits from the URI), and `dyn_uri_all_concepts`.',
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
  cosine: t.orNull('Cosine similarity of the embeddings; null if the document has none.', Type.Number()),
});

/** A section of a document that matches the query. */
export const ResultSection = t.component('ResultSection', {
  anchor: t.text('Fragment of the page, without `#`.'),
  heading: t.text('Heading of the section.'),
  url: t.text('The link of the document with the anchor as fragment; empty without a link.'),
  text: t.text('Snippet of the section.'),
  highlights: t.object('Where the section matches the input.', {
    heading: t.list('Matches in `heading`.', Span),
    text: t.list('Matches in `text`.', Span),
  }),
});
export type ResultSection = Static<typeof ResultSection>;

/** Retrieved document (reference/http-api.md#documents). */
export const RetrievedDocument = t.component('RetrievedDocument', {
  id: t.text('URI of the document.'),
  title: t.text('Title; empty if the document has none.'),
  description: t.text(
    'At most `summaryLength` characters of the description, or else of the text, around the first match. For the first result by relevance, the best passage if it is clearly better. In `getDocument`: the whole text, or else the description.',
  ),
  link: t.text('Address of the page; empty if the document has none.'),
  date: t.orNull('Milliseconds since 1970; null if the document has no date.', Type.Number()),
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
    highlights: t.object('Where the document matches the input.', {
      title: t.list('Matches in `title`.', Span),
      description: t.list('Matches in `description`.', Span),
    }),
    sections: t.list(
      'The sections that match the query best, best first; absent if there are none.',
      ResultSection,
      { maxItems: 3 },
    ),
    sharedConcepts: t.list(
      'At most 10 concepts that the document shares with the document of the request, the rarest first; only in `getSimilar` and `getRecommendations`.',
      SharedConcept,
    ),
    explanation: {
      ...ScoreExplanation,
      description: 'Parts of the score; only in search spaces with embeddings.',
    },
    score: t.number('Score of the words, multiplied by the factors of the boosts; only with `explain`.'),
    boosts: t.objectList('Factors of the score, one per boost; only with `explain`.', {
      uri: t.text('Attribute of the boost.'),
      factor: t.number('Factor of the score; 1 changes nothing.'),
      formula: t.text('How the factor is computed.'),
    }),
  }),
});
export type RetrievedDocument = Static<typeof RetrievedDocument>;

/** Concept of a document: positions in its text, and its definition. */
export const DocumentConcept = t.component('DocumentConcept', {
  uri: t.text('URI of the concept.'),
  label: t.text('Preferred label of the concept.'),
  definition: t.textOrNull('Definition in the thesaurus.'),
  broader: t.list('Broader concepts.', SharedConcept),
  positions: t.object('Where the document mentions the concept.', {
    title: t.list('Mentions in `title`.', Span),
    description: t.list('Mentions in `description`.', Span),
  }),
});
export type DocumentConcept = Static<typeof DocumentConcept>;

/** Whole document: a retrieved document with full text and concepts. */
export const DocumentResponse = t.component('DocumentResponse', {
  ...RetrievedDocument.properties,
  concepts: t.list('Concepts that the document is tagged with.', DocumentConcept),
});
export type DocumentResponse = Static<typeof DocumentResponse>;
