/** The operations on search spaces and their content (reference/http-api.md#search-spaces). */
import type { TSchema } from 'typebox';
import * as examples from '../examples.ts';
import * as documents from '../messages/documents.ts';
import * as ranking from '../messages/ranking.ts';
import * as spaces from '../messages/spaces.ts';
import { MAX_DELETED_DOCUMENTS, requestLimits } from '../parts/limits.ts';
import { jsonBody, type Operation, operationWith, returns } from './operation.ts';

const onSpace = '/api/spaces/{space}';
/** ID of the run in the examples. */
const runId = '3f1c0b52-7d6e-4f0a-9a51-8c2b7e6d4f10';

// `docs/reference/statements.test.ts` compares the limits of the engine and of the parsers, which the contract cannot import.
const uploadRules =
  'The upload is streamed. A statement is limited to 4 Mi characters, nesting to 100 levels. If the upload is rejected, the existing thesaurus stays.';
const thesaurusBody: NonNullable<Operation['body']> = {
  schema: { type: 'string', minLength: 1, description: 'SKOS' } as TSchema,
  mediaTypes: ['text/turtle', 'application/rdf+xml', 'application/n-triples'],
  example: examples.turtle,
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

const settings = { fields: { title: 3 } };
const threshold = { ofTotal: 0.3, ofLargest: 0.5 };
const rankingResponse = returns(ranking.Ranking, 'The settings.', {
  settings,
  effective: { k1: 2, b: 0.7, fields: { title: 3, text: 1 }, threshold },
});

const operation = operationWith({ tag: 'Spaces', scope: 'spaces:write' });

export const spaceOperations: Operation[] = [
  operation('listSpaces', 'GET /api/spaces', {
    summary: 'List the search spaces and what they offer',
    description:
      'What an editor of configurations needs: facets, recommenders, similarities, languages and counts. A token that is limited to search spaces gets only these.',
    scope: 'configurations:read',
    response: returns(spaces.SpaceList, 'The search spaces by name.', examples.spaceList),
  }),
  operation('deleteSpace', `DELETE ${onSpace}`, {
    summary: 'Delete a search space with its documents, thesaurus and schedules',
    description:
      'Permanent; also for a space that cannot be opened. Configurations that use it stay, and their searches return no results. A space of another service returns 405: delete it there.',
    response: returns(spaces.SpaceDeletion, 'The search space is deleted.', {
      message: 'The search space examples is deleted.',
      name: 'examples',
    }),
  }),
  operation('searchSpace', `POST ${onSpace}/search`, {
    summary: 'Search without a configuration, to measure the ranking',
    description:
      'Returns the IDs of the best documents, and how they had to match. `ranking` tries settings with this request only; absent members have the values of the search space. OpenSearch clusters and GraphSearch services can try none and return 400.',
    body: jsonBody(ranking.SpaceSearchRequest, {
      input: 'forest giraffe',
      language: 'en',
      count: 10,
      ranking: { fields: { title: 3 } },
    }),
    response: returns(ranking.SpaceSearchResponse, 'The best documents.', {
      total: 1,
      documents: [{ id: examples.documentInput.id, score: 2.31 }],
      matching: { requirements: 2, requiredShare: 1, isCorrected: false },
      isUnquoted: false,
    }),
  }),
  operation('getRanking', `GET ${onSpace}/ranking`, {
    summary: 'Read the ranking settings',
    description: 'A space whose ranking is configured with its backend returns 405.',
    response: rankingResponse,
  }),
  operation('replaceRanking', `PUT ${onSpace}/ranking`, {
    summary: 'Replace the ranking settings',
    description:
      'Absent members have their default values. The settings apply to the next search; nothing is indexed again. A space whose ranking is configured with its backend returns 405.',
    body: jsonBody(ranking.RankingSettings, settings),
    response: { ...rankingResponse, description: 'The new settings.' },
  }),
  operation('addDocuments', `POST ${onSpace}/documents`, {
    summary: 'Add or replace many documents',
    description: `Streams NDJSON (one document per line) or CSV. The response is NDJSON too: one line of progress per batch, the last with \`done: true\`. Invalid lines are reported; the other lines are imported. A document without an \`id\` is identified by its \`link\`. Absent members of a document with \`html\` are taken from this page. A line has at most 8388608 characters; longer lines are reported. A line that does not end within ${requestLimits.lineBytes / 2 ** 20} MiB ends the upload, with 413 in the first batch. A missing search space is created. With \`run\`, documents that are the same as before are not written again.`,
    query: spaces.WriteParameters,
    body: {
      schema: documents.NewDocument,
      mediaTypes: ['application/x-ndjson', 'text/csv'],
      example: examples.documentInput,
    },
    response: returns(
      spaces.IngestProgress,
      'Progress, one JSON object per line.',
      {
        done: true,
        line: 336,
        accepted: 335,
        refused: 1,
        errors: [{ line: 7, message: 'id must be a non-empty string; if it is absent, link must be one.' }],
      },
      { mediaType: 'application/x-ndjson' },
    ),
  }),
  operation('listDocuments', `GET ${onSpace}/documents`, {
    summary: 'List the documents with their content hashes',
    description:
      'Pages follow a fixed order. Pass `next` as `after` to read the next page, until it is null. Documents written in between appear if their place comes later.',
    query: documents.DocumentListParameters,
    response: returns(documents.DocumentList, 'One page of the list.', {
      documents: [
        {
          id: examples.documentInput.id,
          hash: 'Xr4ilOzQ4PCOq3aQ0qbuaQvXV0pq0wT1bY4dX4uWb5I',
          written: '2026-03-01T09:30:00.000Z',
        },
      ],
      next: null,
    }),
  }),
  operation('deleteDocuments', `POST ${onSpace}/documents:delete`, {
    summary: 'Delete many documents',
    description: `At most ${MAX_DELETED_DOCUMENTS} IDs. Missing documents are reported and are no error.`,
    body: jsonBody(documents.DocumentDeletionRequest, { ids: [examples.documentInput.id] }),
    response: returns(documents.DocumentDeletionOutcome, 'The documents are deleted.', {
      message: 'Deleted documents: 1; 0 did not exist.',
      deleted: [examples.documentInput.id],
      missing: [],
    }),
  }),
  operation('startRun', `POST ${onSpace}/runs`, {
    summary: 'Start a run: write all documents of a source again',
    description:
      'Write every document with `?run=`, then complete the run. A new run replaces an earlier one that is not complete. A missing search space is created.',
    response: returns(spaces.RunStart, 'The run. It expires 24 hours after its last request.', {
      message: 'The run is started.',
      id: runId,
    }),
  }),
  operation('completeRun', `POST ${onSpace}/runs/{run}/complete`, {
    summary: 'Complete a run: remove the documents that it did not contain',
    description:
      'Documents that were written outside the run since its start stay. If more than half of the documents would be removed, or if documents of the run had no readable ID, the response is 409 and nothing is removed; `force=true` removes them. Repeating the call returns the same result.',
    query: spaces.CompletionParameters,
    response: returns(spaces.RunCompletion, 'The run is complete.', {
      message: 'The run is complete. It removed 3 documents.',
      id: runId,
      removed: 3,
      documents: 335,
    }),
    problems: ['conflict'],
  }),
  operation('abandonRun', `DELETE ${onSpace}/runs/{run}`, {
    summary: 'Abandon a run',
    description: 'The documents that it has written stay, and nothing is removed.',
    response: returns(spaces.RunAbandonment, 'The run is abandoned.', {
      message: 'The run is abandoned. Its documents stay.',
      id: runId,
    }),
  }),
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
    description: `Searches see the concepts of all parts. A concept in several parts has the labels, notes and relations of all. Its preferred labels are those of \`main\`, then of the first part by name. A missing search space is created. ${uploadRules}`,
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
  operation('trainSpace', `POST ${onSpace}/training`, {
    summary: 'Train concept tagging with the tagged documents',
    description:
      'Trains a model with the documents that have subjects, evaluates it by cross-validation and stores it. Training may take minutes; searches and writes continue. With too few such documents, the response is 409.',
    response: returns(spaces.TrainingOutcome, 'Quality on held-out documents.', {
      message: 'The search space was trained with 8000 documents.',
      documents: 8000,
      precision: 0.41,
      recall: 0.36,
      f1: 0.37,
      languages: [{ language: 'de', documents: 8000, precision: 0.41, recall: 0.36, f1: 0.37 }],
    }),
    problems: ['conflict'],
  }),
  operation('getStoredDocument', `GET ${onSpace}/documents/{uri}`, {
    summary: 'Read a document as it was written',
    description:
      'All members of the document, without concepts that the server extracted. A remote search space that does not keep documents returns 405.',
    response: returns(documents.DocumentInput, 'The document.', examples.documentInput),
  }),
  operation('putDocument', `PUT ${onSpace}/documents/{uri}`, {
    summary: 'Add or replace one document',
    description:
      'At most 1 MiB, also if its `text` or `html` could be longer; send a larger one with `addDocuments`.',
    query: spaces.WriteParameters,
    body: jsonBody(documents.NewDocument, examples.documentInput),
    response: returns(documents.DocumentOutcome, 'The document is durable and visible to the next search.', {
      message: 'The document is saved.',
      id: examples.documentInput.id,
    }),
  }),
  operation('deleteDocument', `DELETE ${onSpace}/documents/{uri}`, {
    summary: 'Delete one document',
    description: 'A document that does not exist returns 404.',
    response: returns(documents.DocumentOutcome, 'The document is deleted.', {
      message: 'The document is deleted.',
      id: examples.documentInput.id,
    }),
  }),
];
