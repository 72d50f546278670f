/** The search operations (docs/http-api.md#search). */
import * as examples from '../examples.ts';
import * as parameters from '../parameters.ts';
import type { ProblemCode } from '../problem.ts';
import * as search from '../search.ts';
import { json, type Operation, onConfiguration } from './operation.ts';

const searchProblems: ProblemCode[] = [
  'bad-request',
  'not-found',
  'bad-gateway',
  'service-unavailable',
  'gateway-timeout',
];

const documentLinks = {
  similar: {
    operationId: 'getSimilar',
    description: 'Documents similar to the first result.',
    parameters: { configId: '$request.path.configId', uri: '$response.body#/result/0/id' },
  },
  document: {
    operationId: 'getDocument',
    description: 'The whole first result.',
    parameters: { configId: '$request.path.configId', uri: '$response.body#/result/0/id' },
  },
};

export const searchOperations: Operation[] = [
  {
    id: 'suggestConcepts',
    method: 'get',
    path: `${onConfiguration}/suggestConcepts`,
    tag: 'Search',
    summary: 'Suggest concepts for a text fragment',
    scope: 'search',
    query: parameters.SuggestionParameters,
    response: {
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
      'Values of one facet are alternatives; facets narrow each other. A count is the number of results if that value were selected.',
    scope: 'search',
    body: {
      schema: search.SearchRequest,
      required: false,
      mediaTypes: json,
      example: examples.searchRequest,
    },
    response: {
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
    response: {
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
    response: {
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
    response: {
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
    response: {
      schema: search.DocumentResponse,
      description: 'The document with its full text and the positions of its concepts.',
      example: examples.document,
    },
    problems: searchProblems,
  },
];
