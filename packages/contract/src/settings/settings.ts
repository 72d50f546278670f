/**
 * Settings of a configuration and their allowed values (reference/http-api.md#settings).
 *
 * Owners read the titles and descriptions in the API description, and in the editor, which translates them
 * (`packages/studio/src/text/settings`).
 */
import Type, { type Static } from 'typebox';
import { MAX_PAGE_SIZE } from '../parts/limits.ts';
import { SPACE_NAME_PATTERN } from '../parts/names.ts';
import * as t from '../parts/schema-parts.ts';
import { CurationRule, MAX_CURATION_RULES } from './curation.ts';
import { DetailSetting, FacetReference, FacetSetting } from './facet-setting.ts';
import { OrderSettings } from './order-settings.ts';
import { InterfaceTexts } from './texts.ts';

const insightModes = ['off', 'counts', 'detailed'] as const;
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
  itemsPerPage: Type.Integer({ title: 'Results per page', minimum: 1, maximum: MAX_PAGE_SIZE }),
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

const componentNames = ['search', 'facets', 'date', 'reset', 'results', 'trends'] as const;

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

/** Maximum number of characters of a logo as a `data:` URL. */
const MAX_LOGO_LENGTH = 64 * 1024;

export const LayoutSettings = t.closedComponent('LayoutSettings', {
  basicActionColor: pair('Buttons and links', 'Also the current page and checked boxes.'),
  focusActionColor: pair('Focus and topics', 'The focus ring, active suggestions, chosen topics.'),
  criticalActionColor: pair('Warnings', 'Errors, and voice input while it listens.'),
  navbar: pair('Bar', 'The bar with logo, title and search box.'),
  facets: pair('Filters', 'The column of filters.'),
  documents: pair('Results', 'Results and detail view.'),
  logo: Type.String({
    title: 'Logo',
    maxLength: MAX_LOGO_LENGTH,
    pattern: '^(?:|https://[^\\s"\'<>\\\\]+|data:image/(?:png|jpeg|webp|svg\\+xml)[;,][^\\s"\'<>\\\\]*)$',
    description: 'Empty, an https: URL, or a data: URL of a PNG, JPEG, WebP or SVG image.',
  }),
});

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

const scopeRules = (title: string, description: string) =>
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
  include: scopeRules('Only documents with', 'Documents must match every rule.'),
  exclude: scopeRules('Never documents with', 'Documents that match any rule are hidden.'),
});
export type DocumentScope = Static<typeof DocumentScope>;

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
