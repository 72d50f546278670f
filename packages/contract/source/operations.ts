/** Every operation of the service: the one table from which OpenAPI is made and routes take their scopes. */
import type { TObject, TSchema } from 'typebox';
import * as configuration from './configuration.ts';
import * as examples from './examples.ts';
import * as parameters from './parameters.ts';
import type { ProblemCode } from './problem.ts';
import * as search from './search.ts';
import * as spaces from './spaces.ts';

/** What a token must permit (contract, authentication and permission). */
export type Scope =
  | 'search'
  | 'configurations:read'
  | 'configurations:write'
  | 'spaces:write'
  | 'tokens:write';

export interface Operation {
  id: string;
  method: 'get' | 'post' | 'put' | 'delete';
  /** With `{names}` as OpenAPI writes them. */
  path: string;
  tag: 'Configurations' | 'Search' | 'Spaces' | 'Service';
  summary: string;
  description?: string;
  /** Null where no token is needed. */
  scope: Scope | null;
  query?: TObject;
  headers?: ('If-Match' | 'If-None-Match' | 'Prefer')[];
  body?: { schema: TSchema; required: boolean; mediaTypes: string[]; example: unknown };
  answer: { schema: TSchema; description: string; example: unknown; mediaType?: string; etag?: boolean };
  /** Problems beyond those that every operation with a token can give. */
  problems: ProblemCode[];
  links?: {
    [name: string]: { operationId: string; description: string; parameters: Record<string, string> };
  };
}

const json = ['application/json'];
const onConfiguration = '/api/configurations/{configId}';
const searchProblems: ProblemCode[] = [
  'bad-request',
  'not-found',
  'bad-gateway',
  'service-unavailable',
  'gateway-timeout',
];
const bodyProblems: ProblemCode[] = ['bad-request', 'content-too-large', 'unsupported-media-type'];

const configurationLinks = {
  read: {
    operationId: 'getConfiguration',
    description: 'Read it again.',
    parameters: { configId: '$response.body#/id' },
  },
  activate: {
    operationId: 'setActiveConfiguration',
    description: 'Make it the active one.',
    parameters: { configId: '$response.body#/id' },
  },
  search: {
    operationId: 'search',
    description: 'Search with it.',
    parameters: { configId: '$response.body#/id' },
  },
};

const documentLinks = {
  similar: {
    operationId: 'getSimilar',
    description: 'Documents like the first result.',
    parameters: { configId: '$request.path.configId', uri: '$response.body#/result/0/id' },
  },
  document: {
    operationId: 'getDocument',
    description: 'The whole first result.',
    parameters: { configId: '$request.path.configId', uri: '$response.body#/result/0/id' },
  },
};

const configurationOperations: Operation[] = [
  {
    id: 'createConfiguration',
    method: 'post',
    path: '/api/configurations',
    tag: 'Configurations',
    summary: 'Create a configuration',
    description:
      'Settings that are missing take the value of the default settings. Invalid ones are left at their default and listed in `errors`; with `Prefer: handling=strict` nothing is saved and the answer is 422.',
    scope: 'configurations:write',
    headers: ['Prefer'],
    body: {
      schema: configuration.ConfigurationInput,
      required: false,
      mediaTypes: json,
      example: examples.configurationInput,
    },
    answer: {
      schema: configuration.ConfigurationOutcome,
      description: 'The configuration as it was saved.',
      example: examples.configurationOutcome,
      etag: true,
    },
    problems: [...bodyProblems, 'unprocessable-content'],
    links: configurationLinks,
  },
  {
    id: 'listConfigurations',
    method: 'get',
    path: '/api/configurations',
    tag: 'Configurations',
    summary: 'List all configurations',
    scope: 'configurations:read',
    headers: ['If-None-Match'],
    answer: {
      schema: configuration.ConfigurationList,
      description: 'All configurations by id, and the id of the active one.',
      example: examples.configurationList,
      etag: true,
    },
    problems: [],
  },
  {
    id: 'getActiveConfiguration',
    method: 'get',
    path: '/api/configurations/active',
    tag: 'Configurations',
    summary: 'Read the active configuration',
    scope: 'configurations:read',
    headers: ['If-None-Match'],
    answer: {
      schema: configuration.Configuration,
      description: 'The active configuration.',
      example: examples.configuration,
      etag: true,
    },
    problems: ['not-found'],
  },
  {
    id: 'getDefaultConfiguration',
    method: 'get',
    path: '/api/configurations/default',
    tag: 'Configurations',
    summary: 'Read the default settings',
    description: 'The answer can be edited and posted as it is.',
    scope: 'configurations:read',
    headers: ['If-None-Match'],
    answer: {
      schema: configuration.DefaultConfiguration,
      description: 'Complete, valid settings.',
      example: examples.defaultConfiguration,
      etag: true,
    },
    problems: [],
  },
  {
    id: 'listVisibleConfigurations',
    method: 'get',
    path: '/api/configurations/visible',
    tag: 'Configurations',
    summary: 'List the configurations that visitors can choose',
    scope: 'configurations:read',
    headers: ['If-None-Match'],
    answer: {
      schema: configuration.ConfigurationList,
      description: 'The visible configurations by id, and the id of the active one.',
      example: examples.configurationList,
      etag: true,
    },
    problems: [],
  },
  {
    id: 'getConfiguration',
    method: 'get',
    path: onConfiguration,
    tag: 'Configurations',
    summary: 'Read a configuration',
    scope: 'configurations:read',
    headers: ['If-None-Match'],
    answer: {
      schema: configuration.Configuration,
      description: 'The configuration. A publishable token reads its own without `user`.',
      example: examples.configuration,
      etag: true,
    },
    problems: ['not-found'],
  },
  {
    id: 'getConfigurationLogs',
    method: 'get',
    path: `${onConfiguration}/logs`,
    tag: 'Configurations',
    summary: 'Read the change history of a configuration',
    scope: 'configurations:read',
    query: parameters.LogParameters,
    answer: { schema: configuration.Logs, description: 'Changes, newest first.', example: examples.logs },
    problems: ['bad-request', 'not-found'],
  },
  {
    id: 'updateConfiguration',
    method: 'put',
    path: onConfiguration,
    tag: 'Configurations',
    summary: 'Update a configuration',
    description:
      'Members given replace, members absent stay, arrays are replaced whole. Invalid settings keep their former value and are listed in `errors`.',
    scope: 'configurations:write',
    headers: ['If-Match', 'Prefer'],
    body: {
      schema: configuration.ConfigurationInput,
      required: false,
      mediaTypes: json,
      example: examples.configurationUpdate,
    },
    answer: {
      schema: configuration.ConfigurationOutcome,
      description: 'The configuration as it is now.',
      example: examples.configurationOutcome,
      etag: true,
    },
    problems: [...bodyProblems, 'not-found', 'precondition-failed', 'unprocessable-content'],
    links: configurationLinks,
  },
  {
    id: 'setActiveConfiguration',
    method: 'post',
    path: `${onConfiguration}/set`,
    tag: 'Configurations',
    summary: 'Make a configuration the active one',
    scope: 'configurations:write',
    headers: ['If-Match'],
    answer: {
      schema: configuration.ActivationOutcome,
      description: 'It is active; the former one is not.',
      example: { message: 'Configuration 1 is the active one.', activeConfigId: 1 },
    },
    problems: ['not-found', 'precondition-failed'],
  },
  {
    id: 'deleteConfiguration',
    method: 'delete',
    path: onConfiguration,
    tag: 'Configurations',
    summary: 'Delete a configuration',
    scope: 'configurations:write',
    headers: ['If-Match'],
    answer: {
      schema: configuration.DeletionOutcome,
      description: 'It is gone; its id is never given again.',
      example: { message: 'Configuration 2 is deleted.', id: 2 },
    },
    problems: ['not-found', 'precondition-failed'],
  },
];

const searchOperations: Operation[] = [
  {
    id: 'suggestConcepts',
    method: 'get',
    path: `${onConfiguration}/suggestConcepts`,
    tag: 'Search',
    summary: 'Suggest concepts for a text fragment',
    scope: 'search',
    query: parameters.SuggestionParameters,
    answer: {
      schema: search.SuggestionResponse,
      description: 'Concepts, best first.',
      example: examples.suggestions,
    },
    problems: searchProblems,
  },
  {
    id: 'search',
    method: 'post',
    path: `${onConfiguration}/search`,
    tag: 'Search',
    summary: 'Search documents and count facets',
    description:
      'Values of one facet are alternatives, facets narrow each other; a count is what choosing that value would give.',
    scope: 'search',
    body: {
      schema: search.SearchRequest,
      required: false,
      mediaTypes: json,
      example: examples.searchRequest,
    },
    answer: {
      schema: search.SearchResponse,
      description: 'The page of results, their total, and all facets of the configuration.',
      example: examples.searchResponse,
    },
    problems: [...searchProblems, 'content-too-large', 'unsupported-media-type'],
    links: documentLinks,
  },
  {
    id: 'getSimilar',
    method: 'get',
    path: `${onConfiguration}/getSimilar`,
    tag: 'Search',
    summary: 'Find documents similar to a document',
    scope: 'search',
    query: parameters.SimilarParameters,
    answer: {
      schema: search.DocumentListResponse,
      description: 'Similar documents, most similar first.',
      example: examples.similarDocuments,
    },
    problems: searchProblems,
    links: documentLinks,
  },
  {
    id: 'getRecommendations',
    method: 'get',
    path: `${onConfiguration}/getRecommendations`,
    tag: 'Search',
    summary: 'Recommend documents for a document',
    scope: 'search',
    query: parameters.RecommendationParameters,
    answer: {
      schema: search.DocumentListResponse,
      description: 'Recommended documents, best first.',
      example: examples.recommendedDocuments,
    },
    problems: searchProblems,
    links: documentLinks,
  },
  {
    id: 'extractConcepts',
    method: 'post',
    path: `${onConfiguration}/extractConcepts`,
    tag: 'Search',
    summary: 'Extract concepts from a text',
    scope: 'search',
    body: {
      schema: search.ExtractionRequest,
      required: true,
      mediaTypes: json,
      example: examples.extractionRequest,
    },
    answer: {
      schema: search.ExtractionResponse,
      description: 'Concepts with scores and positions, best first.',
      example: examples.extractionResponse,
    },
    problems: [...searchProblems, 'content-too-large', 'unsupported-media-type'],
  },
  {
    id: 'getDocument',
    method: 'get',
    path: `${onConfiguration}/document`,
    tag: 'Search',
    summary: 'Read one whole document',
    scope: 'search',
    query: parameters.DocumentParameters,
    answer: {
      schema: search.DocumentResponse,
      description: 'The document with its full text and where its concepts stand in it.',
      example: examples.document,
    },
    problems: searchProblems,
  },
];

const onSpace = '/api/spaces/{space}';
const contentProblems: ProblemCode[] = ['not-found', 'service-unavailable'];

const spaceOperations: Operation[] = [
  {
    id: 'listSpaces',
    method: 'get',
    path: '/api/spaces',
    tag: 'Spaces',
    summary: 'List the search spaces and what they offer',
    scope: 'configurations:read',
    answer: {
      schema: spaces.SpaceList,
      description: 'The search spaces by name.',
      example: examples.spaceList,
    },
    problems: [],
  },
  {
    id: 'addDocuments',
    method: 'post',
    path: `${onSpace}/documents`,
    tag: 'Spaces',
    summary: 'Add or replace many documents',
    description:
      'NDJSON (one document a line) or CSV, streamed. The answer is NDJSON too: one line of progress a batch, the last with `done: true`. Bad lines are reported and do not hold up the others. A space that does not exist is made.',
    scope: 'spaces:write',
    body: {
      schema: spaces.DocumentInput,
      required: true,
      mediaTypes: ['application/x-ndjson', 'text/csv'],
      example: examples.documentInput,
    },
    answer: {
      schema: spaces.IngestProgress,
      description: 'Progress, one JSON object a line.',
      example: {
        done: true,
        line: 330,
        accepted: 329,
        refused: 1,
        errors: [{ line: 7, message: 'id is missing' }],
      },
      mediaType: 'application/x-ndjson',
    },
    problems: [...contentProblems, 'unsupported-media-type'],
  },
  {
    id: 'replaceThesaurus',
    method: 'put',
    path: `${onSpace}/thesaurus`,
    tag: 'Spaces',
    summary: 'Replace the thesaurus',
    scope: 'spaces:write',
    body: {
      schema: { type: 'string', description: 'SKOS' } as TSchema,
      required: true,
      mediaTypes: ['text/turtle', 'application/rdf+xml', 'application/n-triples', 'application/ld+json'],
      example: examples.turtle,
    },
    answer: {
      schema: spaces.ThesaurusOutcome,
      description: 'What was read, and what was odd about it.',
      example: {
        message: 'The thesaurus has 760 concepts.',
        concepts: 760,
        labels: 5480,
        languages: ['ar', 'de', 'en', 'es', 'fr'],
        warnings: [],
      },
    },
    problems: [...contentProblems, 'bad-request', 'unsupported-media-type'],
  },
  {
    id: 'getStoredDocument',
    method: 'get',
    path: `${onSpace}/documents/{uri}`,
    tag: 'Spaces',
    summary: 'Read a document as it was written',
    scope: 'spaces:write',
    answer: { schema: spaces.DocumentInput, description: 'The document.', example: examples.documentInput },
    problems: contentProblems,
  },
  {
    id: 'putDocument',
    method: 'put',
    path: `${onSpace}/documents/{uri}`,
    tag: 'Spaces',
    summary: 'Add or replace one document',
    scope: 'spaces:write',
    body: { schema: spaces.DocumentInput, required: true, mediaTypes: json, example: examples.documentInput },
    answer: {
      schema: spaces.DocumentOutcome,
      description: 'It is durable and found by the next search.',
      example: { message: 'The document is saved.', id: examples.documentInput.id },
    },
    problems: [...contentProblems, ...bodyProblems],
  },
  {
    id: 'deleteDocument',
    method: 'delete',
    path: `${onSpace}/documents/{uri}`,
    tag: 'Spaces',
    summary: 'Delete one document',
    scope: 'spaces:write',
    answer: {
      schema: spaces.DocumentOutcome,
      description: 'It is gone.',
      example: { message: 'The document is deleted.', id: examples.documentInput.id },
    },
    problems: contentProblems,
  },
];

export const operations: Operation[] = [...searchOperations, ...configurationOperations, ...spaceOperations];
