/** The operations on concepts of the thesaurus of a search space (how-to/synonyms-and-categories.md). */
import * as concepts from '../messages/concepts.ts';
import { jsonBody, type Operation, operationWith, returns } from './operation.ts';

const onSpace = '/api/spaces/{space}';
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
const noThesaurus = 'A space whose thesaurus another service manages returns 405.';

const operation = operationWith({ tag: 'Spaces', scope: 'spaces:write' });

export const conceptOperations: Operation[] = [
  operation('listConcepts', `GET ${onSpace}/concepts`, {
    summary: 'List concepts of the thesaurus',
    description: `Without \`uri\`, \`broader\` and \`text\`, lists the concepts that have no broader concept. ${noThesaurus}`,
    query: concepts.ConceptListParameters,
    response: returns(concepts.ConceptList, 'The concepts.', { concepts: [concept], total: 1 }),
  }),
  operation('putConcept', `PUT ${onSpace}/concepts/{concept}`, {
    summary: 'Change a concept, or add one',
    description: `Applies to the next search; documents are tagged again. Added labels and relations are kept in the part \`edits\`, so that a new version of another part does not remove them. Exactly the given labels and broader concepts remain. ${noThesaurus}`,
    body: jsonBody(concepts.ConceptInput, input),
    response: returns(concepts.Concept, 'The concept.', concept),
  }),
  operation('exportThesaurus', `GET ${onSpace}/thesaurus`, {
    summary: 'Export the thesaurus as SKOS',
    description: `All parts together, with what was edited, in N-Triples, which is Turtle too. ${noThesaurus}`,
    response: returns(
      concepts.ThesaurusExport,
      'One statement per line.',
      '<https://example.org/animals/puma> <http://www.w3.org/2004/02/skos/core#prefLabel> "puma"@en .\n',
      { mediaType: 'application/n-triples' },
    ),
  }),
];
