/** Configurations: records, settings and their allowed values (specification sections 2.1–2.6, 4.2). */
import Type, { type Static } from 'typebox';
import { MemberError } from './problem.ts';

const closed = { additionalProperties: false };

/** `#rgb` or `#rrggbb`. */
export const Color = Type.String({
  pattern: '^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$',
  description: 'Hexadecimal colour, #rgb or #rrggbb.',
});

export const ColorPair = Type.Object(
  { backgroundColor: Color, fontColor: Color },
  { ...closed, $id: 'ColorPair' },
);
export type ColorPair = Static<typeof ColorPair>;

const documentCount = Type.Integer({ minimum: 1, maximum: 100 });

export const ResultSettings = Type.Object(
  {
    itemsPerPage: Type.Integer({ minimum: 1, maximum: 100, description: 'Results per page.' }),
    showResultCount: Type.Boolean(),
    summaryLength: Type.Integer({
      minimum: 0,
      maximum: 5000,
      description: 'Characters of the summary; 0 shows none.',
    }),
    showTags: Type.Boolean(),
    numberOfTags: Type.Union([Type.Integer({ minimum: 0, maximum: 100 }), Type.Null()], {
      description: 'null shows all.',
    }),
    titleAction: Type.Enum(['detail_view', 'link'], { description: 'What a click on a title does.' }),
    dateFormat: Type.Enum(['short', 'medium', 'long', 'full'], { description: 'An Intl date style.' }),
    showSimilarDocuments: Type.Boolean(),
    numberOfSimilarDocuments: documentCount,
    showDynamicSentiment: Type.Boolean(),
    showResultAsImage: Type.Boolean(),
  },
  { ...closed, $id: 'ResultSettings' },
);

/** A vocabulary or property: the URI of a scheme, collection or concept, an attribute name, or a facet field. */
const FacetReference = Type.String({ minLength: 1, maxLength: 2000 });

export const FacetSetting = Type.Object(
  {
    uri: FacetReference,
    title: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Becomes the label of the facet in answers.',
    }),
    show: Type.Boolean(),
    facetMode: Type.Enum(['hierarchical', 'flat', 'top']),
    hierarchicalDepth: Type.Integer({ minimum: 0, maximum: 10, description: '0 shows all levels.' }),
    maximumTerms: Type.Integer({ minimum: 1, maximum: 1000, description: 'Refiners per level.' }),
    sorting: Type.Enum(['count', 'label']),
    sortingOrder: Type.Enum(['asc', 'desc']),
    showAllButton: Type.Boolean(),
    searchable: Type.Boolean(),
    refId: Type.String({ maxLength: 2000 }),
  },
  { ...closed, $id: 'FacetSetting' },
);
export type FacetSetting = Static<typeof FacetSetting>;

export const componentNames = ['search', 'facets', 'date', 'reset', 'results', 'trends'] as const;

export const FilterSettings = Type.Object(
  {
    facetsToShow: Type.Array(FacetSetting, { maxItems: 100 }),
    hideEmptyFacets: Type.Boolean(),
    componentOrder: Type.Array(Type.Enum([...componentNames]), {
      uniqueItems: true,
      maxItems: componentNames.length,
    }),
  },
  { ...closed, $id: 'FilterSettings' },
);

/** Longest logo as a `data:` URL: 64 KiB. */
export const maximumLogoLength = 64 * 1024;

export const LayoutSettings = Type.Object(
  {
    basicActionColor: ColorPair,
    focusActionColor: ColorPair,
    criticalActionColor: ColorPair,
    navbar: ColorPair,
    facets: ColorPair,
    documents: ColorPair,
    logo: Type.String({
      maxLength: maximumLogoLength,
      pattern: '^(?:|https://[^\\s"\'<>\\\\]+|data:image/(?:png|jpeg|webp|svg\\+xml)[;,][^\\s"\'<>\\\\]*)$',
      description: 'Empty, an https: URL, or a data: URL of a PNG, JPEG, WebP or SVG image.',
    }),
  },
  { ...closed, $id: 'LayoutSettings' },
);

export const DetailSetting = Type.Object(
  {
    uri: FacetReference,
    title: Type.String({ minLength: 1, maxLength: 200 }),
    show: Type.Boolean(),
    refId: Type.String({ maxLength: 2000 }),
  },
  { ...closed, $id: 'DetailSetting' },
);
export type DetailSetting = Static<typeof DetailSetting>;

export const DetailsSettings = Type.Object(
  {
    detailsToShow: Type.Array(DetailSetting, { maxItems: 100 }),
    showSimilar: Type.Boolean(),
    showSimilarAsImage: Type.Boolean(),
    showRecommendations: Type.Boolean(),
    recommender: Type.String({
      maxLength: 200,
      description: 'Name of a recommender plugin; empty when none.',
    }),
    numberOfRecommendations: documentCount,
    numberOfSimilar: documentCount,
    showRecommendedAsImage: Type.Boolean(),
    showConceptHighlighting: Type.Boolean(),
  },
  { ...closed, $id: 'DetailsSettings' },
);

/** The settings of one search application (specification section 2.2). */
export const Settings = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 200 }),
    searchSpace: Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$' }),
    visible: Type.Boolean(),
    result: ResultSettings,
    filter: FilterSettings,
    layout: LayoutSettings,
    details: DetailsSettings,
  },
  { ...closed, $id: 'Settings' },
);
export type Settings = Static<typeof Settings>;

/** One stored configuration (specification section 2.1). */
export const Configuration = Type.Object(
  {
    id: Type.Integer({ minimum: 1, maximum: 2147483647 }),
    user: Type.Optional(Type.String({ description: 'Left out for publishable tokens.' })),
    created: Type.String({ format: 'date-time', description: 'ISO 8601 UTC with milliseconds.' }),
    config: Settings,
  },
  { $id: 'Configuration' },
);
export type Configuration = Static<typeof Configuration>;

/** A create or update body: any part of a record; what is missing keeps its default or former value. */
export const ConfigurationInput = Type.Object(
  {
    id: Type.Optional(Type.Unknown()),
    user: Type.Optional(Type.Unknown()),
    created: Type.Optional(Type.Unknown()),
    config: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'Any part of Settings.' }),
    ),
  },
  { $id: 'ConfigurationInput', additionalProperties: true },
);

/** The answer to create and update: the record, the outcome in words, and every setting that was not taken. */
export const ConfigurationOutcome = Type.Object(
  {
    id: Configuration.properties.id,
    user: Type.String(),
    created: Configuration.properties.created,
    config: Settings,
    message: Type.String(),
    errors: Type.Array(MemberError),
  },
  { $id: 'ConfigurationOutcome' },
);
export type ConfigurationOutcome = Static<typeof ConfigurationOutcome>;

export const ConfigurationList = Type.Object(
  { activeConfigId: Type.Union([Type.Integer(), Type.Null()]), configurations: Type.Array(Configuration) },
  { $id: 'ConfigurationList' },
);
export type ConfigurationList = Static<typeof ConfigurationList>;

export const DefaultConfiguration = Type.Object({ config: Settings }, { $id: 'DefaultConfiguration' });
export type DefaultConfiguration = Static<typeof DefaultConfiguration>;

export const ActivationOutcome = Type.Object(
  { message: Type.String(), activeConfigId: Type.Integer() },
  { $id: 'ActivationOutcome' },
);
export type ActivationOutcome = Static<typeof ActivationOutcome>;

export const DeletionOutcome = Type.Object(
  { message: Type.String(), id: Type.Integer() },
  { $id: 'DeletionOutcome' },
);
export type DeletionOutcome = Static<typeof DeletionOutcome>;

/** One changed setting: dotted `key`, value before and after; a value that was absent is null. */
export const Change = Type.Object(
  { key: Type.String(), oldValue: Type.Unknown(), newValue: Type.Unknown() },
  { $id: 'Change' },
);
export type Change = Static<typeof Change>;

export const LogEntry = Type.Object(
  {
    version: Type.Integer({ minimum: 1, description: '1 for the creation, then without gaps.' }),
    date: Type.String({ format: 'date-time' }),
    user: Type.String(),
    action: Type.Enum(['created', 'updated', 'activated', 'deactivated']),
    changes: Type.Array(Change),
  },
  { $id: 'LogEntry' },
);
export type LogEntry = Static<typeof LogEntry>;

/** The change history of one configuration, newest first. */
export const Logs = Type.Object(
  { total: Type.Integer(), start: Type.Integer(), logs: Type.Array(LogEntry) },
  { $id: 'Logs' },
);
export type Logs = Static<typeof Logs>;
