/** Schema of curation rules: pinned and hidden documents, redirects and banners (how-to/curation.md). */
import Type, { type Static } from 'typebox';
import { LANGUAGE_TAG_PATTERN } from './limits.ts';
import { instant } from './schema-parts.ts';

const closed = { additionalProperties: false };

export const MAX_CURATION_RULES = 500;
const MAX_CURATED_DOCUMENTS = 50;

const documentId = Type.String({ minLength: 1, maxLength: 2000, description: 'Id of a document.' });
const address = Type.String({
  maxLength: 2000,
  pattern: '^https?://[^\\s"\'<>\\\\]+$',
  description: 'An http: or https: address.',
});

const CurationCondition = Type.Object(
  {
    match: Type.Optional(
      Type.Enum(['equals', 'contains', 'startsWith', 'empty'], {
        description:
          'How `query` is compared, without regard to case, accents and spaces; `contains` compares whole words. `empty`: searches without text. Any search if absent.',
      }),
    ),
    query: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', description: 'The words to compare.' }),
    ),
    language: Type.Optional(
      Type.String({
        pattern: LANGUAGE_TAG_PATTERN,
        maxLength: 35,
        description: 'Only searches in this language; `de` includes `de-AT`.',
      }),
    ),
    concept: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        description: 'URI of a concept recognized in the input.',
      }),
    ),
    field: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        description: 'Only if a value of this facet is selected: its `field` or `uri`.',
      }),
    ),
    value: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        description: 'Only if this value of `field` is selected: its label, or the URI of its concept.',
      }),
    ),
    from: Type.Optional(instant('From this time on.')),
    until: Type.Optional(instant('Before this time.')),
  },
  { ...closed, description: 'All that are present must hold.' },
);

export const CurationRule = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Name of the rule, unique in the configuration; also in statistics.',
    }),
    enabled: Type.Optional(Type.Boolean({ default: true, description: 'Whether the rule applies.' })),
    when: CurationCondition,
    pin: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: documentId,
            position: Type.Integer({ minimum: 1, maximum: 1000, description: 'Rank, from 1.' }),
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
      Type.Array(documentId, {
        maxItems: MAX_CURATED_DOCUMENTS,
        description: 'Documents that do not appear.',
      }),
    ),
    redirect: Type.Optional({ ...address, description: 'Address that visitors are led to instead.' }),
    banner: Type.Optional(
      Type.Object(
        {
          text: Type.String({ minLength: 1, maxLength: 500, description: 'Text above the results.' }),
          link: Type.Optional(address),
        },
        { ...closed, $id: 'Banner', description: 'A text above the results.' },
      ),
    ),
  },
  { ...closed, $id: 'CurationRule' },
);
export type CurationRule = Static<typeof CurationRule>;
export type CurationCondition = Static<typeof CurationCondition>;
