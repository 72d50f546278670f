/** Schemas of concepts of a thesaurus, as the studio shows and changes them. */
import Type, { type Static } from 'typebox';
import { LANGUAGE_TAG_PATTERN, languageTags } from '../parts/names.ts';
import * as t from '../parts/schema-parts.ts';

export const MAX_CONCEPT_LABELS = 500;
export const MAX_LISTED_CONCEPTS = 200;

export const ConceptLabel = t.closedComponent('ConceptLabel', {
  text: t.text('Text of the label.', {
    minLength: 1,
    maxLength: 500,
    // One line that is not blank.
    pattern: '^[^\\u0000-\\u001f\\u007f\\S]*[^\\u0000-\\u001f\\u007f\\s][^\\u0000-\\u001f\\u007f]*$',
  }),
  language: t.text('BCP 47 language tag; empty for all languages.', {
    ...languageTags,
    pattern: `^$|${LANGUAGE_TAG_PATTERN}`,
  }),
  kind: t.choice('Hidden labels are recognized, but not searched and not shown.', [
    'preferred',
    'alternative',
    'hidden',
  ]),
});
export type ConceptLabel = Static<typeof ConceptLabel>;

const uri = (description: string) =>
  Type.String({ pattern: '^[A-Za-z][A-Za-z0-9+.-]*:[^\\s<>"{}|^`\\\\]+$', maxLength: 2000, description });

export const ConceptInput = t.closedComponent('ConceptInput', {
  labels: t.list('All labels; others are removed.', ConceptLabel, {
    minItems: 1,
    maxItems: MAX_CONCEPT_LABELS,
  }),
  broader: t.list('URIs of all broader concepts; others are removed.', uri('URI of a concept.'), {
    maxItems: 50,
  }),
});
export type ConceptInput = Static<typeof ConceptInput>;

const Reference = Type.Object({ uri: t.text('URI of the concept.'), label: t.text('Its preferred label.') });

export const Concept = t.component('Concept', {
  ...Reference.properties,
  labels: t.list('All labels.', ConceptLabel),
  broader: t.list('Broader concepts.', Reference),
  narrower: t.integer('Number of narrower concepts.'),
  documents: t.integer('Number of documents with the concept or a narrower one.'),
});
export type Concept = Static<typeof Concept>;

export const ConceptListParameters = t.parameters({
  uri: Type.Optional(t.text('Only the concept with this URI.', { maxLength: 2000 })),
  broader: Type.Optional(t.text('Only the direct narrower concepts of this one.', { maxLength: 2000 })),
  text: Type.Optional(t.text('Only concepts with a label that contains this text.', { maxLength: 200 })),
  language: Type.Optional(t.languageTag('Language of `label`.')),
  count: t.optionalCount('Maximum number of concepts.', MAX_LISTED_CONCEPTS, MAX_LISTED_CONCEPTS),
});
export type ConceptListParameters = Static<typeof ConceptListParameters>;

export const ConceptList = t.component('ConceptList', {
  concepts: t.list('By label.', Concept),
  total: t.integer('Number of matching concepts.'),
});
export type ConceptList = Static<typeof ConceptList>;

export const ThesaurusExport = Type.String({ $id: 'ThesaurusExport', description: 'SKOS as N-Triples.' });
export type ThesaurusExport = Static<typeof ThesaurusExport>;
