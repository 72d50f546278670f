/**
 * Settings of a configuration and their allowed values (reference/http-api.md#settings).
 *
 * Owners read the titles and descriptions in the API description, and in the editor, which translates them
 * (`packages/studio/src/text/settings`).
 */
import Type, { type Static } from 'typebox';
import { LANGUAGE_TAG_PATTERN, SPACE_NAME_PATTERN } from '../parts/limits.ts';
import * as t from '../parts/schema-parts.ts';
import { CurationRule, MAX_CURATION_RULES } from './curation.ts';
import { defaultFacet } from './default-facet.ts';
import { InterfaceTexts } from './texts.ts';

export const insightModes = ['off', 'counts', 'detailed'] as const;
export type InsightMode = (typeof insightModes)[number];

/** `#rgb` or `#rrggbb`. */
const color = (title: string) =>
  Type.String({
    title,
    pattern: '^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$',
    description: 'Hexadecimal color, #rgb or #rrggbb.',
  });

export const ColorPair = t.closedComponent('ColorPair', {
  backgroundColor: color('Background'),
  fontColor: color('Text'),
});

const pair = (title: string, description: string) => ({ ...ColorPair, title, description });
const yesOrNo = (title: string, description?: string) =>
  Type.Boolean({ title, ...(description && { description }) });
const documentCount = (title: string) => Type.Integer({ title, minimum: 1, maximum: 100 });

export const ResultSettings = t.closedComponent('ResultSettings', {
  itemsPerPage: Type.Integer({ title: 'Results per page', minimum: 1, maximum: 100 }),
  showResultCount: yesOrNo('Show the number of results'),
  summaryLength: Type.Integer({
    title: 'Summary length',
    minimum: 0,
    maximum: 5000,
    description: 'Number of characters; 0 hides the summary.',
  }),
  showTags: yesOrNo('Show topics', 'The topics of a document; a click on one narrows the results.'),
  numberOfTags: Type.Union([Type.Integer(t.range(0, 100)), Type.Null()], {
    title: 'Number of topics',
    description: 'null shows all.',
  }),
  titleAction: Type.Enum(['detail_view', 'link'], {
    title: 'Title click',
    description: 'What a click on the title of a result does: opens the detail view, or follows the link.',
  }),
  dateFormat: Type.Enum(['short', 'medium', 'long', 'full'], {
    title: 'Date format',
    description: 'An Intl date style, in the language of the visitor.',
  }),
  showSimilarDocuments: yesOrNo('Offer similar documents'),
  numberOfSimilarDocuments: documentCount('Similar documents of a result'),
  showDynamicSentiment: yesOrNo('Show the sentiment of documents'),
  showResultAsImage: yesOrNo('Show results as pictures'),
});

/** Source of a facet: URI of a scheme, collection or concept, attribute name, or facet field. */
const FacetReference = Type.String({
  title: 'Values from',
  minLength: 1,
  maxLength: 2000,
  description:
    'The name of an attribute of the documents, or the URI of a scheme, collection or concept of the thesaurus.',
});
const Reference = Type.String({
  title: 'Internal name',
  maxLength: 2000,
  description: 'A name for your own use; visitors do not see it.',
});

const shown = Type.Boolean({ title: 'Shown to visitors', default: true });

/** A request in another language gets `title`. */
const Titles = Type.Optional(
  Type.Record(Type.String({ maxLength: 35, pattern: LANGUAGE_TAG_PATTERN }), Type.String(t.length(1, 200)), {
    title: 'Titles by language',
    maxProperties: 100,
    additionalProperties: false,
    description: 'Titles of 1 to 200 characters by BCP 47 language tag; other languages have the title.',
  }),
);

export const FacetSetting = t.closedComponent('FacetSetting', {
  uri: FacetReference,
  title: Type.String({
    title: 'Title',
    minLength: 1,
    maxLength: 200,
    description: 'Display name; the label of the facet in search responses.',
  }),
  titles: Titles,
  show: shown,
  facetMode: Type.Enum(['hierarchical', 'flat', 'top'], {
    title: 'Display as',
    description:
      '`hierarchical` shows a tree of concepts, `flat` one list, `top` the concepts of the first level, with the counts of all below them.',
    default: defaultFacet.facetMode,
  }),
  hierarchicalDepth: Type.Integer({
    title: 'Depth',
    minimum: 0,
    maximum: 10,
    default: defaultFacet.hierarchicalDepth,
    description: '0 shows all levels.',
  }),
  maximumTerms: Type.Integer({
    title: 'Maximum number of values',
    minimum: 1,
    maximum: 1000,
    default: defaultFacet.maximumTerms,
    description: 'Per level.',
  }),
  sorting: Type.Enum(['count', 'label'], {
    title: 'Sorted by',
    description: 'What the values are sorted by: the number of results, or the label.',
    default: defaultFacet.sorting,
  }),
  sortingOrder: Type.Enum(['asc', 'desc'], {
    title: 'Order',
    description: 'Ascending or descending.',
    default: defaultFacet.sortingOrder,
  }),
  showAllButton: Type.Boolean({ title: 'Show-all button', default: defaultFacet.showAllButton }),
  searchable: Type.Boolean({ title: 'Searchable values', default: defaultFacet.searchable }),
  refId: Reference,
});
export type FacetSetting = Static<typeof FacetSetting>;

export const componentNames = ['search', 'facets', 'date', 'reset', 'results', 'trends'] as const;

export const FilterSettings = t.closedComponent('FilterSettings', {
  facetsToShow: Type.Array(FacetSetting, { title: 'Facets', maxItems: 100 }),
  hideEmptyFacets: yesOrNo('Hide facets without values'),
  tabs: Type.Optional(
    Type.String({
      title: 'Tabs',
      maxLength: 2000,
      description:
        'The `uri` of a facet whose values are tabs of the results, such as `site`, instead of a list in the panel.',
    }),
  ),
  componentOrder: t.list(
    'The components of the page, in order. Visitors sort by date if the page has a date filter, trends, or the facet `date`.',
    Type.Enum([...componentNames]),
    { title: 'Page components', uniqueItems: true, maxItems: componentNames.length },
  ),
});

/** Maximum length of a logo as a `data:` URL: 64 KiB. */
export const maximumLogoLength = 64 * 1024;

export const LayoutSettings = t.closedComponent('LayoutSettings', {
  basicActionColor: pair('Buttons and links', 'Also the current page and checked boxes.'),
  focusActionColor: pair('Focus and topics', 'The focus ring, active suggestions, chosen topics.'),
  criticalActionColor: pair('Warnings', 'Errors, and voice input while it listens.'),
  navbar: pair('Bar', 'The bar with logo, title and search box.'),
  facets: pair('Filters', 'The column of filters.'),
  documents: pair('Results', 'Results and detail view.'),
  logo: Type.String({
    title: 'Logo',
    maxLength: maximumLogoLength,
    pattern: '^(?:|https://[^\\s"\'<>\\\\]+|data:image/(?:png|jpeg|webp|svg\\+xml)[;,][^\\s"\'<>\\\\]*)$',
    description: 'Empty, an https: URL, or a data: URL of a PNG, JPEG, WebP or SVG image.',
  }),
});

export const DetailSetting = t.closedComponent('DetailSetting', {
  uri: FacetReference,
  title: Type.String({ title: 'Title', minLength: 1, maxLength: 200 }),
  titles: Titles,
  show: shown,
  refId: Reference,
});
export type DetailSetting = Static<typeof DetailSetting>;

export const DetailsSettings = t.closedComponent('DetailsSettings', {
  detailsToShow: Type.Array(DetailSetting, { title: 'Details', maxItems: 100 }),
  showSimilar: yesOrNo('Show similar documents'),
  showSimilarAsImage: yesOrNo('Similar documents as pictures'),
  showRecommendations: yesOrNo('Show recommendations'),
  recommender: Type.String({
    title: 'Kind of recommendations',
    maxLength: 200,
    description: 'One of the recommenders of the search space; empty for none.',
  }),
  numberOfRecommendations: documentCount('Number of recommendations'),
  numberOfSimilar: documentCount('Similar documents in the detail view'),
  showRecommendedAsImage: yesOrNo('Recommendations as pictures'),
  showConceptHighlighting: yesOrNo('Highlight topics in the text'),
});

const ScopeRules = (title: string, description: string) =>
  Type.Optional(
    Type.Array(
      t.closedComponent('ScopeRule', {
        uri: FacetReference,
        values: t.list(
          'Values of an attribute, ranges such as `[10 TO *]`, or URIs of concepts; alternatives.',
          Type.String(t.length(1, 2000)),
          { title: 'Values', minItems: 1, maxItems: 100 },
        ),
      }),
      { title, maxItems: 50, description },
    ),
  );

/** The documents that a configuration or token shows; visitors cannot widen it (how-to/limit-documents.md). */
export const DocumentScope = t.closedComponent('DocumentScope', {
  include: ScopeRules('Only documents with', 'Documents must match every rule.'),
  exclude: ScopeRules('Never documents with', 'Documents that match any rule are hidden.'),
});
export type DocumentScope = Static<typeof DocumentScope>;

export const Boost = t.closedComponent('Boost', {
  uri: FacetReference,
  type: Type.Enum(['recency', 'number', 'value'], {
    title: 'By',
    description: 'The age of the document, a number, or the value of an attribute.',
  }),
  ...t.optional({
    weight: Type.Number({
      title: 'Weight',
      minimum: 0,
      maximum: 10,
      default: 0.5,
      description: 'The largest factor of the score is 1 + weight.',
    }),
    halfLife: Type.String({
      title: 'Half-life',
      pattern: '^P[1-9]\\d{0,3}[DWMY]$',
      default: 'P180D',
      description: 'a number of days, weeks, months or years such as P180D or P2Y; recency only',
    }),
    scale: Type.Enum(['linear', 'log'], { title: 'Scale', default: 'linear', description: 'Numbers only.' }),
    values: Type.Record(
      Type.String({ minLength: 1, maxLength: 2000, pattern: '^[\\s\\S]+$' }),
      Type.Number(t.range(0.01, 100)),
      {
        title: 'Factors',
        maxProperties: 100,
        additionalProperties: false,
        description: 'Factors from 0.01 to 100 by value or URI of a concept; the largest one counts.',
      },
    ),
  }),
});
export type Boost = Static<typeof Boost>;

const SortOption = t.closedComponent('SortOption', {
  uri: FacetReference,
  direction: Type.Enum(['asc', 'desc'], { title: 'Order', default: 'asc' }),
  title: Type.String({ title: 'Title', minLength: 1, maxLength: 200 }),
  titles: Titles,
});

/** Boosts and orders of one application; the words are ranked by the settings of the space (`RankingSettings`). */
export const OrderSettings = t.closedComponent('OrderSettings', {
  ...t.optional({
    boosts: t.list('Factors of the score; they neither add nor remove results.', Boost, {
      title: 'Boosts',
      maxItems: 20,
    }),
    sorts: t.list('Attributes that visitors can sort by. Documents without a value come last.', SortOption, {
      title: 'Orders',
      maxItems: 20,
    }),
    defaultSort: Type.String({
      title: 'First order',
      minLength: 1,
      maxLength: 2000,
      default: 'relevance',
      description: '`relevance`, `date`, `title`, or the attribute of an order.',
    }),
  }),
});
export type OrderSettings = Static<typeof OrderSettings>;

export const PopularSearchSettings = t.closedComponent('PopularSearchSettings', {
  ...t.optional({
    show: yesOrNo(
      'Show popular searches',
      'Texts that at least five visits searched in the last 30 days, that found something, and that led to a click.',
    ),
    blocked: t.list(
      'Texts with one of these words or phrases are not shown. One per line.',
      Type.String(t.length(1, 100)),
      {
        title: 'Blocked words',
        maxItems: 500,
      },
    ),
  }),
});

/** The settings of one search application (reference/http-api.md#settings). */
export const ConfigurationSettings = t.closedComponent('Settings', {
  title: Type.String({ title: 'Title', minLength: 1, maxLength: 200 }),
  searchSpace: Type.String({
    title: 'Search space',
    minLength: 1,
    maxLength: 100,
    pattern: SPACE_NAME_PATTERN,
  }),
  visible: yesOrNo(
    'Visible to visitors',
    'Offered on the main page. Pages that reference it by ID can always use it.',
  ),
  result: { ...ResultSettings, title: 'Results' },
  filter: { ...FilterSettings, title: 'Filters' },
  layout: { ...LayoutSettings, title: 'Colors and logo' },
  details: { ...DetailsSettings, title: 'Detail view' },
  ...t.optional({
    curation: t.list('Rules in the order of their precedence.', CurationRule, {
      title: 'Curation',
      maxItems: MAX_CURATION_RULES,
    }),
    insight: Type.Enum([...insightModes], {
      title: 'Statistics of searches',
      default: 'counts',
      description:
        '`off`, `counts` (searches, results and clicks), or `detailed` (also filters, corrections and rules). Nothing about a visitor is stored.',
    }),
    popularSearches: {
      ...PopularSearchSettings,
      title: 'Popular searches',
      description:
        'What other visitors search, below the empty search box of a visitor without recent searches.',
    },
    ranking: {
      ...OrderSettings,
      title: 'Ranking',
      description: 'What raises results, and what visitors can sort by.',
    },
    scope: {
      ...DocumentScope,
      title: 'Scope',
      description:
        'The documents that this application shows and counts. A concept includes its narrower concepts. A rule that the search space cannot resolve hides all documents.',
    },
    texts: { ...InterfaceTexts, title: 'Interface texts' },
  }),
});
export type ConfigurationSettings = Static<typeof ConfigurationSettings>;
