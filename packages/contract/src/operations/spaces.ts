/** The operations on search spaces and their content (reference/http-api.md#search-spaces). */
import type { TSchema } from 'typebox';
import * as examples from '../examples.ts';
import * as ranking from '../ranking.ts';
import * as spaces from '../spaces.ts';
import { bodyProblems, json, type TaggedOperation } from './operation.ts';

const onSpace = '/api/spaces/{space}';
/** Id of the run in the examples. */
const runId = '3f1c0b52-7d6e-4f0a-9a51-8c2b7e6d4f10';

const uploadRules =
  'The upload is streamed. JSON-LD is limited to 64 Mi characters, because its context may come last. A statement is limited to 4 Mi characters, nesting to 100 levels. If the upload is rejected, the existing thesaurus stays.';
const thesaurusBody: NonNullable<TaggedOperation['body']> = {
  schema: { type: 'string', minLength: 1, description: 'SKOS' } as TSchema,
  mediaTypes: ['text/turtle', 'application/rdf+xml', 'application/n-triples', 'application/ld+json'],
  example: examples.turtle,
};
const thesaurusResponse = {
  schema: spaces.ThesaurusOutcome,
  example: {
    message: 'The thesaurus has 907 concepts.',
    concepts: 907,
    labels: 10611,
    languages: ['ar', 'de', 'en', 'es', 'fr', 'la'],
    title: 'Animals',
    license: 'https://creativecommons.org/publicdomain/zero/1.0/',
    warnings: [],
  },
};

const rankingResponse = {
  schema: ranking.Ranking,
  description: 'The settings.',
  example: {
    settings: { fields: { title: 3 } },
    effective: {
      k1: 2,
      b: 0.7,
      fields: { title: 3, text: 1 },
      threshold: { ofTotal: 0.3, ofLargest: 0.5 },
    },
  },
};

export const spaceOperations: TaggedOperation[] = [
  {
    id: 'listSpaces',
    method: 'get',
    path: '/api/spaces',
    summary: 'List the search spaces and what they offer',
    description:
      'What an editor of configurations needs: facets, recommenders, similarities, languages and counts. A token that is limited to search spaces gets only these.',
    scope: 'configurations:read',
    response: {
      schema: spaces.SpaceList,
      description: 'The search spaces by name.',
      example: examples.spaceList,
    },
    problems: [],
  },
  {
    id: 'deleteSpace',
    method: 'delete',
    path: onSpace,
    summary: 'Delete a search space with its documents, thesaurus and schedules',
    description:
      'Permanent; also for a space that cannot be opened. Configurations that use it stay, and their searches return no results. A space of another service returns 405: delete it there.',
    scope: 'spaces:write',
    response: {
      schema: spaces.SpaceDeletion,
      description: 'The search space is deleted.',
      example: { message: 'The search space examples is deleted.', name: 'examples' },
    },
    problems: ['not-found'],
  },
  {
    id: 'searchSpace',
    method: 'post',
    path: `${onSpace}/search`,
    summary: 'Search without a configuration, to measure the ranking',
    description:
      'Returns the ids of the best documents, and how they had to match. `ranking` tries settings with this request only; absent members have the values of the search space. An OpenSearch cluster can try `threshold`, a GraphSearch service nothing; other settings return 400 there.',
    scope: 'spaces:write',
    body: {
      schema: ranking.SpaceSearchRequest,
      mediaTypes: json,
      example: { input: 'forest giraffe', language: 'en', count: 10, ranking: { fields: { title: 3 } } },
    },
    response: {
      schema: ranking.SpaceSearchResponse,
      description: 'The best documents.',
      example: {
        total: 1,
        documents: [{ id: examples.documentInput.id, score: 2.31 }],
        matching: { requirements: 2, requiredShare: 1, isCorrected: false },
        isUnquoted: false,
      },
    },
    problems: ['not-found', ...bodyProblems],
  },
  {
    id: 'getRanking',
    method: 'get',
    path: `${onSpace}/ranking`,
    summary: 'Read the ranking settings',
    description: 'A space whose ranking is configured with its backend returns 405.',
    scope: 'spaces:write',
    response: rankingResponse,
    problems: ['not-found'],
  },
  {
    id: 'replaceRanking',
    method: 'put',
    path: `${onSpace}/ranking`,
    summary: 'Replace the ranking settings',
    description:
      'Absent members have their default values. The settings apply to the next search; nothing is indexed again. A space whose ranking is configured with its backend returns 405.',
    scope: 'spaces:write',
    body: {
      schema: ranking.RankingSettings,
      mediaTypes: json,
      example: rankingResponse.example.settings,
    },
    response: { ...rankingResponse, description: 'The new settings.' },
    problems: ['not-found', ...bodyProblems],
  },
  {
    id: 'addDocuments',
    method: 'post',
    path: `${onSpace}/documents`,
    summary: 'Add or replace many documents',
    description:
      'Streams NDJSON (one document per line) or CSV. The response is NDJSON too: one line of progress per batch, the last with `done: true`. Invalid lines are reported; the other lines are imported. A document without an `id` is identified by its `link`. Absent members of a document with `html` are taken from this page. A line has at most 8388608 characters; longer ones are reported. One that does not end within 32 MiB ends the upload, with 413 in the first batch. A missing search space is created. With `run`, documents that are the same as before are not written again.',
    scope: 'spaces:write',
    query: spaces.WriteParameters,
    body: {
      schema: spaces.NewDocument,
      mediaTypes: ['application/x-ndjson', 'text/csv'],
      example: examples.documentInput,
    },
    response: {
      schema: spaces.IngestProgress,
      description: 'Progress, one JSON object per line.',
      example: {
        done: true,
        line: 336,
        accepted: 335,
        refused: 1,
        errors: [{ line: 7, message: 'id must be a non-empty string; if it is absent, link must be one.' }],
      },
      mediaType: 'application/x-ndjson',
    },
    problems: ['not-found', 'content-too-large', 'unsupported-media-type'],
  },
  {
    id: 'listDocuments',
    method: 'get',
    path: `${onSpace}/documents`,
    summary: 'List the documents with their content hashes',
    description:
      'Pages follow a fixed order. Pass `next` as `after` to read the next page, until it is null. Documents written in between appear if their place comes later.',
    scope: 'spaces:write',
    query: spaces.DocumentListParameters,
    response: {
      schema: spaces.DocumentList,
      description: 'One page of the list.',
      example: {
        documents: [
          {
            id: examples.documentInput.id,
            hash: 'Xr4ilOzQ4PCOq3aQ0qbuaQvXV0pq0wT1bY4dX4uWb5I',
            written: '2026-03-01T09:30:00.000Z',
          },
        ],
        next: null,
      },
    },
    problems: ['not-found', 'bad-request'],
  },
  {
    id: 'deleteDocuments',
    method: 'post',
    path: `${onSpace}/documents:delete`,
    summary: 'Delete many documents',
    description: `At most ${spaces.MAX_DELETED_DOCUMENTS} ids. Missing documents are reported and are no error.`,
    scope: 'spaces:write',
    body: {
      schema: spaces.DocumentDeletionRequest,
      mediaTypes: json,
      example: { ids: [examples.documentInput.id] },
    },
    response: {
      schema: spaces.DocumentDeletionOutcome,
      description: 'The documents are deleted.',
      example: {
        message: '1 documents are deleted, 0 did not exist.',
        deleted: [examples.documentInput.id],
        missing: [],
      },
    },
    problems: ['not-found', ...bodyProblems],
  },
  {
    id: 'startRun',
    method: 'post',
    path: `${onSpace}/runs`,
    summary: 'Start a run: write all documents of a source again',
    description:
      'Write every document with `?run=`, then complete the run. A new run replaces an earlier one that is not complete. A missing search space is created.',
    scope: 'spaces:write',
    response: {
      schema: spaces.RunStart,
      description: 'The run. It expires 24 hours after its last request.',
      example: { message: 'The run is started.', id: runId },
    },
    problems: ['not-found'],
    links: {
      complete: {
        operationId: 'completeRun',
        description: 'Complete it.',
        parameters: { space: '$request.path.space', run: '$response.body#/id' },
      },
    },
  },
  {
    id: 'completeRun',
    method: 'post',
    path: `${onSpace}/runs/{run}/complete`,
    summary: 'Complete a run: remove the documents that it did not contain',
    description:
      'Documents that were written outside the run since its start stay. If more than half of the documents would be removed, or if documents of the run had no readable id, the response is 409 and nothing is removed; `force=true` removes them. Repeating the call returns the same result.',
    scope: 'spaces:write',
    query: spaces.CompletionParameters,
    response: {
      schema: spaces.RunCompletion,
      description: 'The run is complete.',
      example: {
        message: 'The run is complete. It removed 3 documents.',
        id: runId,
        removed: 3,
        documents: 335,
      },
    },
    problems: ['not-found', 'bad-request', 'conflict'],
  },
  {
    id: 'abandonRun',
    method: 'delete',
    path: `${onSpace}/runs/{run}`,
    summary: 'Abandon a run',
    description: 'The documents that it has written stay, and nothing is removed.',
    scope: 'spaces:write',
    response: {
      schema: spaces.RunAbandonment,
      description: 'The run is abandoned.',
      example: { message: 'The run is abandoned. Its documents stay.', id: runId },
    },
    problems: ['not-found'],
  },
  {
    id: 'replaceThesaurus',
    method: 'put',
    path: `${onSpace}/thesaurus`,
    summary: 'Replace the thesaurus',
    description: `Replaces the part \`main\`; other parts stay. ${uploadRules}`,
    scope: 'spaces:write',
    body: thesaurusBody,
    response: { ...thesaurusResponse, description: 'Import summary and warnings.' },
    problems: ['not-found', ...bodyProblems],
  },
  {
    id: 'listThesauri',
    method: 'get',
    path: `${onSpace}/thesauri`,
    summary: 'List the parts of the thesaurus',
    description: 'Each part is replaced and removed on its own. `main` comes first, the others by name.',
    scope: 'spaces:write',
    response: {
      schema: spaces.ThesaurusPartList,
      description: 'The parts.',
      example: {
        thesauri: [
          {
            name: 'main',
            concepts: 907,
            written: '2026-03-01T09:30:00.000Z',
            title: 'Animals',
            license: 'https://creativecommons.org/publicdomain/zero/1.0/',
          },
          {
            name: 'synonyms',
            concepts: 9,
            written: '2026-03-02T14:00:00.000Z',
            title: 'Synonyms',
            license: null,
          },
        ],
      },
    },
    problems: ['not-found'],
  },
  {
    id: 'replaceThesaurusPart',
    method: 'put',
    path: `${onSpace}/thesauri/{name}`,
    summary: 'Replace one part of the thesaurus',
    description: `Searches see the concepts of all parts. A concept in several parts has the labels, notes and relations of all. Its preferred labels are those of \`main\`, then of the first part by name. A missing search space is created. ${uploadRules}`,
    scope: 'spaces:write',
    body: thesaurusBody,
    response: { ...thesaurusResponse, description: 'Import summary of the part, and warnings.' },
    problems: ['not-found', ...bodyProblems],
  },
  {
    id: 'removeThesaurusPart',
    method: 'delete',
    path: `${onSpace}/thesauri/{name}`,
    summary: 'Remove one part of the thesaurus',
    description: 'Other parts stay.',
    scope: 'spaces:write',
    response: {
      schema: spaces.ThesaurusRemoval,
      description: 'The part is removed.',
      example: { message: 'The part synonyms is removed.', name: 'synonyms' },
    },
    problems: ['not-found'],
  },
  {
    id: 'buildCategories',
    method: 'post',
    path: `${onSpace}/categories`,
    summary: 'Build the categories from the documents',
    description:
      'Replaces the part `categories` of the thesaurus. The categories of a document are its `breadcrumbs` (names from the outermost page, with or without the page itself) and its `categories` (paths such as `Services > Waste`). They become a facet with a tree. If nothing has changed, nothing is written.',
    scope: 'spaces:write',
    response: {
      schema: spaces.CategoryOutcome,
      description: 'The categories are built.',
      example: { message: 'The search space has 24 categories.', concepts: 24, changed: true },
    },
    problems: ['not-found'],
  },
  {
    id: 'trainSpace',
    method: 'post',
    path: `${onSpace}/training`,
    summary: 'Train concept tagging with the tagged documents',
    description:
      'Trains a model with the documents that have subjects, evaluates it by cross-validation and stores it. Training may take minutes; searches and writes continue. With too few such documents, the response is 409.',
    scope: 'spaces:write',
    response: {
      schema: spaces.TrainingOutcome,
      description: 'Quality on held-out documents.',
      example: {
        message: 'The search space was trained with 8000 documents.',
        documents: 8000,
        precision: 0.41,
        recall: 0.36,
        f1: 0.37,
        languages: [{ language: 'de', documents: 8000, precision: 0.41, recall: 0.36, f1: 0.37 }],
      },
    },
    problems: ['not-found', 'conflict'],
  },
  {
    id: 'getStoredDocument',
    method: 'get',
    path: `${onSpace}/documents/{uri}`,
    summary: 'Read a document as it was written',
    description:
      'All members of the document, without concepts that the server extracted. A remote search space that does not keep documents returns 405.',
    scope: 'spaces:write',
    response: { schema: spaces.DocumentInput, description: 'The document.', example: examples.documentInput },
    problems: ['not-found'],
  },
  {
    id: 'putDocument',
    method: 'put',
    path: `${onSpace}/documents/{uri}`,
    summary: 'Add or replace one document',
    description:
      'A document in JSON of at most 1 MiB (also if its `text` could be longer), or a page in HTML of at most 16 MiB. Of a page, the server takes the title, the main content as text, its sections and its metadata. The encoding of a page may be declared in the header or in the page.',
    scope: 'spaces:write',
    query: spaces.WriteParameters,
    body: {
      schema: spaces.NewDocument,
      mediaTypes: json,
      example: examples.documentInput,
      alternative: {
        schema: { type: 'string', minLength: 1, description: 'HTML' } as TSchema,
        mediaTypes: ['text/html'],
        example: examples.page,
      },
    },
    response: {
      schema: spaces.DocumentOutcome,
      description: 'The document is durable and visible to the next search.',
      example: { message: 'The document is saved.', id: examples.documentInput.id },
    },
    problems: ['not-found', ...bodyProblems],
  },
  {
    id: 'deleteDocument',
    method: 'delete',
    path: `${onSpace}/documents/{uri}`,
    summary: 'Delete one document',
    description: 'A document that does not exist returns 404.',
    scope: 'spaces:write',
    response: {
      schema: spaces.DocumentOutcome,
      description: 'The document is deleted.',
      example: { message: 'The document is deleted.', id: examples.documentInput.id },
    },
    problems: ['not-found'],
  },
];
