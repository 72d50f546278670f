/** The operations on the thesaurus and its concepts (how-to/synonyms-and-categories.md). */
import { turtle } from '../examples.ts';
import * as concepts from '../messages/concepts.ts';
import * as spaces from '../messages/spaces.ts';
import * as t from '../parts/schema-parts.ts';
import { jsonBody, type Operation, onSpace, operationWith, returns } from './operation.ts';

// `docs/reference/statements.test.ts` compares the limits of the engine and of the parsers, which the contract cannot import.
const uploadRules =
  'The upload is streamed. A statement is limited to 4 Mi characters, nesting to 100 levels. If the upload is rejected, the existing thesaurus stays.';
const thesaurusBody: NonNullable<Operation['body']> = {
  schema: t.text('SKOS', { minLength: 1 }),
  mediaTypes: ['text/turtle', 'application/rdf+xml', 'application/n-triples'],
  example: turtle,
};
const thesaurus = {
  title: 'Animals',
  concepts: 907,
  license: 'https://creativecommons.org/publicdomain/zero/1.0/',
};
const thesaurusResponse = returns(spaces.ThesaurusOutcome, 'Import summary and warnings.', {
  message: 'The thesaurus has 907 concepts.',
  ...thesaurus,
  labels: 10611,
  languages: ['ar', 'de', 'en', 'es', 'fr', 'la'],
  warnings: [],
});

const input = {
  labels: [
    { text: 'puma', language: 'en', kind: 'preferred' },
    { text: 'mountain lion', language: 'en', kind: 'alternative' },
  ],
  broader: ['https://example.org/animals/cats'],
};
const concept = {
  uri: 'https://example.org/animals/puma',
  label: 'puma',
  labels: input.labels,
  broader: [{ uri: 'https://example.org/animals/cats', label: 'cats' }],
  narrower: 0,
  documents: 12,
};
const managedElsewhere = 'A space whose thesaurus another service manages returns 405.';

const operation = operationWith({ tag: 'Spaces', scope: 'spaces:write' });

export const thesaurusOperations: Operation[] = [
  operation('replaceThesaurus', `PUT ${onSpace}/thesaurus`, {
    summary: 'Replace the thesaurus',
    description: `Replaces the part \`main\`; other parts stay. ${uploadRules}`,
    body: thesaurusBody,
    response: thesaurusResponse,
  }),
  operation('listThesauri', `GET ${onSpace}/thesauri`, {
    summary: 'List the parts of the thesaurus',
    description: 'Each part is replaced and removed on its own. `main` comes first, the others by name.',
    response: returns(spaces.ThesaurusPartList, 'The parts.', {
      thesauri: [
        { ...thesaurus, name: 'main', written: '2026-03-01T09:30:00.000Z' },
        {
          name: 'synonyms',
          concepts: 9,
          written: '2026-03-02T14:00:00.000Z',
          title: 'Synonyms',
          license: null,
        },
      ],
    }),
  }),
  operation('replaceThesaurusPart', `PUT ${onSpace}/thesauri/{name}`, {
    summary: 'Replace one part of the thesaurus',
    description: `Searches see the concepts of all parts. A concept in several parts has the labels, notes and relations of all. Its preferred labels come from \`main\`, or else from the first part by name. A missing search space is created. ${uploadRules}`,
    body: thesaurusBody,
    response: { ...thesaurusResponse, description: 'Import summary of the part, and warnings.' },
  }),
  operation('removeThesaurusPart', `DELETE ${onSpace}/thesauri/{name}`, {
    summary: 'Remove one part of the thesaurus',
    description: 'Other parts stay.',
    response: returns(spaces.ThesaurusRemoval, 'The part is removed.', {
      message: 'The part synonyms is removed.',
      name: 'synonyms',
    }),
  }),
  operation('buildCategories', `POST ${onSpace}/categories`, {
    summary: 'Build the categories from the documents',
    description:
      'Replaces the part `categories` of the thesaurus. The categories of a document are its `breadcrumbs` (names from the outermost page, with or without the page itself) and its `categories` (paths such as `Services > Waste`). They become a facet with a tree. If nothing has changed, nothing is written.',
    response: returns(spaces.CategoryOutcome, 'The categories are built.', {
      message: 'The search space has 24 categories.',
      concepts: 24,
      changed: true,
    }),
  }),
  operation('listConcepts', `GET ${onSpace}/concepts`, {
    summary: 'List concepts of the thesaurus',
    description: `Without \`uri\`, \`broader\` and \`text\`, lists the concepts that have no broader concept. ${managedElsewhere}`,
    query: concepts.ConceptListParameters,
    response: returns(concepts.ConceptList, 'The concepts.', { concepts: [concept], total: 1 }),
  }),
  operation('putConcept', `PUT ${onSpace}/concepts/{concept}`, {
    summary: 'Change a concept, or add one',
    description: `Applies to the next search; documents are tagged again. Added labels and relations are kept in the part \`edits\`, so that a new version of another part does not remove them. Exactly the given labels and broader concepts remain. ${managedElsewhere}`,
    body: jsonBody(concepts.ConceptInput, input),
    response: returns(concepts.Concept, 'The concept.', concept),
  }),
  operation('exportThesaurus', `GET ${onSpace}/thesaurus`, {
    summary: 'Export the thesaurus as SKOS',
    description: `All parts together, with what was edited, in N-Triples, which is Turtle too. ${managedElsewhere}`,
    response: returns(
      concepts.ThesaurusExport,
      'One statement per line.',
      '<https://example.org/animals/puma> <http://www.w3.org/2004/02/skos/core#prefLabel> "puma"@en .\n',
      { mediaType: 'application/n-triples' },
    ),
  }),
];
