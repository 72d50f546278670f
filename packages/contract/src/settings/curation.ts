/** Schema of curation rules: pinned and hidden documents, redirects and banners (how-to/curation.md). */
import Type, { type Static } from 'typebox';
import * as t from '../parts/schema-parts.ts';

/** Every search is compared with all rules of its configuration. */
export const MAX_CURATION_RULES = 500;
const MAX_CURATED_DOCUMENTS = 50;

const documentId = t.text('ID of a document.', t.length(1, 2000));
const address = t.text('An http: or https: address.', {
  maxLength: 2000,
  pattern: '^https?://[^\\s"\'<>\\\\]+$',
});

const CurationCondition = Type.Object(
  t.optional({
    match: t.choice(
      'How `query` is compared, without regard to case, accents and spaces; `contains` compares whole words. `empty`: searches without text. Any search if absent.',
      ['equals', 'contains', 'startsWith', 'empty'],
    ),
    query: t.text('The words to compare.', { minLength: 1, maxLength: 200, pattern: '\\S' }),
    language: t.languageTag('BCP 47 tag: only searches in this language; `de` includes `de-AT`.'),
    concept: t.text('URI of a concept recognized in the input.', t.length(1, 2000)),
    field: t.text('Only if a value of this facet is selected: its `field` or `uri`.', t.length(1, 2000)),
    value: t.text(
      'Only if this value of `field` is selected: its label, or the URI of its concept.',
      t.length(1, 2000),
    ),
    from: t.instant('From this time on.'),
    until: t.instant('Before this time.'),
  }),
  { ...t.closed, description: 'All that are present must hold.' },
);

export const CurationRule = t.closedComponent('CurationRule', {
  name: t.text('Name of the rule, unique in the configuration; also in statistics.', t.length(1, 100)),
  enabled: Type.Optional(t.boolean('Whether the rule applies.', { default: true })),
  when: CurationCondition,
  ...t.optional({
    pin: t.list(
      'Documents at fixed ranks of the order by relevance. They match any input, but must pass filters.',
      t.parameters({ id: documentId, position: t.integer('Rank, from 1.', t.range(1, 1000)) }),
      { maxItems: MAX_CURATED_DOCUMENTS },
    ),
    hide: t.list('Documents that do not appear.', documentId, { maxItems: MAX_CURATED_DOCUMENTS }),
    redirect: { ...address, description: 'Address that visitors are led to instead.' },
    banner: t.closedComponent(
      'Banner',
      {
        text: t.text('Text above the results.', t.length(1, 500)),
        link: Type.Optional(address),
      },
      { description: 'A text above the results.' },
    ),
  }),
});
export type CurationRule = Static<typeof CurationRule>;
export type CurationCondition = Static<typeof CurationCondition>;
