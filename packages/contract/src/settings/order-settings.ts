/** Order settings: boosts, and the orders that visitors choose. */
import Type, { type Static } from 'typebox';
import * as t from '../parts/schema-parts.ts';
import { FacetReference, Titles } from './facet-setting.ts';

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
