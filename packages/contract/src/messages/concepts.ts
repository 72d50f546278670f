/** Schemas of concepts of a thesaurus, as the studio shows and changes them. */
import Type, { type Static } from 'typebox';
import { LANGUAGE_TAG_PATTERN } from '../parts/limits.ts';
import {
  closed,
  closedComponent,
  component,
  countUpTo,
  integer,
  languageTag,
  text,
} from '../parts/schema-parts.ts';

export const MAX_CONCEPT_LABELS = 500;
export const MAX_LISTED_CONCEPTS = 200;

export const ConceptLabel = closedComponent('ConceptLabel', {
  text: text('Text of the label.', {
    minLength: 1,
    maxLength: 500,
    pattern: '^[^\\u0000-\\u001f\\u007f\\S]*[^\\u0000-\\u001f\\u007f\\s][^\\u0000-\\u001f\\u007f]*$',
  }),
  language: text('BCP 47 language tag; empty for all languages.', {
    pattern: `^$|${LANGUAGE_TAG_PATTERN}`,
    maxLength: 35,
  }),
  kind: Type.Enum(['preferred', 'alternative', 'hidden'], {
    description: 'Hidden labels are recognized, but not searched and not shown.',
  }),
});
export type ConceptLabel = Static<typeof ConceptLabel>;

const uri = (description: string) =>
  Type.String({ pattern: '^[A-Za-z][A-Za-z0-9+.-]*:[^\\s<>"{}|^`\\\\]+$', maxLength: 2000, description });

export const ConceptInput = closedComponent('ConceptInput', {
  labels: Type.Array(ConceptLabel, {
    minItems: 1,
    maxItems: MAX_CONCEPT_LABELS,
    description: 'All labels; others are removed.',
  }),
  broader: Type.Array(uri('URI of a concept.'), {
    maxItems: 50,
    description: 'URIs of all broader concepts; others are removed.',
  }),
});
export type ConceptInput = Static<typeof ConceptInput>;

const Reference = Type.Object({ uri: text('URI of the concept.'), label: text('Its preferred label.') });

export const Concept = component('Concept', {
  ...Reference.properties,
  labels: Type.Array(ConceptLabel, { description: 'All labels.' }),
  broader: Type.Array(Reference, { description: 'Broader concepts.' }),
  narrower: integer('Number of narrower concepts.'),
  documents: integer('Number of documents with the concept or a narrower one.'),
});
export type Concept = Static<typeof Concept>;

export const ConceptListParameters = Type.Object(
  {
    uri: Type.Optional(text('Only the concept with this URI.', { maxLength: 2000 })),
    broader: Type.Optional(text('Only the direct narrower concepts of this one.', { maxLength: 2000 })),
    text: Type.Optional(text('Only concepts with a label that contains this text.', { maxLength: 200 })),
    language: Type.Optional(languageTag('Language of `label`.')),
    count: countUpTo(MAX_LISTED_CONCEPTS, MAX_LISTED_CONCEPTS, 'Maximum number of concepts.'),
  },
  closed,
);
export type ConceptListParameters = Static<typeof ConceptListParameters>;

export const ConceptList = component('ConceptList', {
  concepts: Type.Array(Concept, { description: 'By label.' }),
  total: integer('Number of matching concepts.'),
});
export type ConceptList = Static<typeof ConceptList>;

export const ThesaurusExport = Type.String({ $id: 'ThesaurusExport', description: 'SKOS as N-Triples.' });
export type ThesaurusExport = Static<typeof ThesaurusExport>;
