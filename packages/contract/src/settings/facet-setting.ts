/** Settings of a facet and of a detail: the source of their values, titles and order. */
import Type, { type Static } from 'typebox';
import { languageTags } from '../parts/names.ts';
import * as t from '../parts/schema-parts.ts';
import { defaultFacet } from './defaults.ts';

/** Source of a facet: URI of a scheme, collection or concept, attribute name, or facet field. */
export const FacetReference = Type.String({
  title: 'Values from',
  minLength: 1,
  maxLength: 2000,
  description:
    'The name of an attribute of the documents, or the URI of a scheme, collection or concept of the thesaurus.',
});
const InternalName = Type.String({
  title: 'Internal name',
  maxLength: 2000,
  description: 'A name for your own use; visitors do not see it.',
});

const shown = Type.Boolean({ title: 'Shown to visitors', default: true });

/** Titles by language. A request in another language gets `title`. */
export const Titles = Type.Optional(
  Type.Record(Type.String(languageTags), Type.String(t.length(1, 200)), {
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
  refId: InternalName,
});
export type FacetSetting = Static<typeof FacetSetting>;

export const DetailSetting = t.closedComponent('DetailSetting', {
  uri: FacetReference,
  title: Type.String({ title: 'Title', minLength: 1, maxLength: 200 }),
  titles: Titles,
  show: shown,
  refId: InternalName,
});
export type DetailSetting = Static<typeof DetailSetting>;
