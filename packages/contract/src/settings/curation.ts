/** Schema of curation rules: pinned and hidden documents, redirects and banners (how-to/curation.md). */
import Type, { type Static } from 'typebox';
import {
  boolean,
  closed,
  closedComponent,
  instant,
  integer,
  languageTag,
  text,
} from '../parts/schema-parts.ts';

export const MAX_CURATION_RULES = 500;
const MAX_CURATED_DOCUMENTS = 50;

const documentId = text('Id of a document.', { minLength: 1, maxLength: 2000 });
const address = text('An http: or https: address.', {
  maxLength: 2000,
  pattern: '^https?://[^\\s"\'<>\\\\]+$',
});

const CurationCondition = Type.Object(
  {
    match: Type.Optional(
      Type.Enum(['equals', 'contains', 'startsWith', 'empty'], {
        description:
          'How `query` is compared, without regard to case, accents and spaces; `contains` compares whole words. `empty`: searches without text. Any search if absent.',
      }),
    ),
    query: Type.Optional(text('The words to compare.', { minLength: 1, maxLength: 200, pattern: '\\S' })),
    language: Type.Optional(languageTag('Only searches in this language; `de` includes `de-AT`.')),
    concept: Type.Optional(
      text('URI of a concept recognized in the input.', { minLength: 1, maxLength: 2000 }),
    ),
    field: Type.Optional(
      text('Only if a value of this facet is selected: its `field` or `uri`.', {
        minLength: 1,
        maxLength: 2000,
      }),
    ),
    value: Type.Optional(
      text('Only if this value of `field` is selected: its label, or the URI of its concept.', {
        minLength: 1,
        maxLength: 2000,
      }),
    ),
    from: Type.Optional(instant('From this time on.')),
    until: Type.Optional(instant('Before this time.')),
  },
  { ...closed, description: 'All that are present must hold.' },
);

export const CurationRule = closedComponent('CurationRule', {
  name: text('Name of the rule, unique in the configuration; also in statistics.', {
    minLength: 1,
    maxLength: 100,
  }),
  enabled: Type.Optional(boolean('Whether the rule applies.', { default: true })),
  when: CurationCondition,
  pin: Type.Optional(
    Type.Array(
      Type.Object(
        {
          id: documentId,
          position: integer('Rank, from 1.', { minimum: 1, maximum: 1000 }),
        },
        closed,
      ),
      {
        maxItems: MAX_CURATED_DOCUMENTS,
        description:
          'Documents at fixed ranks of the order by relevance. They match any input, but must pass filters.',
      },
    ),
  ),
  hide: Type.Optional(
    Type.Array(documentId, { maxItems: MAX_CURATED_DOCUMENTS, description: 'Documents that do not appear.' }),
  ),
  redirect: Type.Optional({ ...address, description: 'Address that visitors are led to instead.' }),
  banner: Type.Optional(
    closedComponent(
      'Banner',
      {
        text: text('Text above the results.', { minLength: 1, maxLength: 500 }),
        link: Type.Optional(address),
      },
      { description: 'A text above the results.' },
    ),
  ),
});
export type CurationRule = Static<typeof CurationRule>;
export type CurationCondition = Static<typeof CurationCondition>;
