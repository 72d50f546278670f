/** The search operations (reference/http-api.md#search). */
import * as examples from '../examples.ts';
import * as parameters from '../parameters.ts';
import type { ProblemCode } from '../problem.ts';
import * as search from '../search.ts';
import { json, onConfiguration, type TaggedOperation } from './operation.ts';

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

export const searchOperations: TaggedOperation[] = [
  {
    id: 'suggestConcepts',
    method: 'get',
    path: `${onConfiguration}/suggestConcepts`,
    summary: 'Suggest concepts for a text fragment',
    description:
      'For autocomplete. Preferred labels come before alternative and hidden ones, then matches at the start of the label, then concepts with more documents. Case and diacritics are ignored, and one typing error is tolerated, two from 8 characters on.',
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
    summary: 'Search documents and count facets',
    description:
      'Values of one facet are alternatives; facets narrow each other. A count is the number of results if this value is the only one selected in its facet. The request body has at most 1 MiB, with a publishable token 128 KiB. Positions are those of the first 100 mentions of each spelling.',
    scope: 'search',
    body: {
      schema: search.SearchRequest,
      isOptional: true,
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
    summary: 'Find documents similar to a document',
    description:
      'Compares concepts and words. An unknown `uri` returns 404; an unknown plugin returns 400 and lists the available ones.',
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
    summary: 'Recommend documents for a document',
    description:
      'Returns at most `numberOfRecommendations` documents of the configuration. An unknown `uri` returns 404; an unknown recommender returns 400 and lists the available ones.',
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
    summary: 'Extract concepts from a text',
    description:
      'Finds the concepts of the thesaurus that the text is about. In a trained search space, also concepts that the text does not mention. The request body has at most 1 MiB, with a publishable token 128 KiB. Positions are those of the first 100 mentions of each spelling.',
    scope: 'search',
    body: {
      schema: search.ExtractionRequest,
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
    id: 'findPassages',
    method: 'post',
    path: `${onConfiguration}/passages`,
    summary: 'Find passages of documents',
    description:
      'The best sections, or groups of 3 to 8 sentences, of the 50 best documents, at most two per document. Ranked by words, synonyms and concepts (BM25), without a model.',
    scope: 'search',
    body: { schema: search.PassagesRequest, mediaTypes: json, example: examples.passagesRequest },
    response: {
      schema: search.PassagesResponse,
      description: 'Passages, best first.',
      example: examples.passages,
    },
    problems: [...searchProblems, 'content-too-large', 'unsupported-media-type'],
  },
  {
    id: 'getDocument',
    method: 'get',
    path: `${onConfiguration}/document`,
    summary: 'Read one whole document',
    description: 'For a detail view: full text, the details of the configuration, and its concepts.',
    scope: 'search',
    query: parameters.DocumentParameters,
    response: {
      schema: search.DocumentResponse,
      description: 'The document with its full text and the positions of its concepts.',
      example: examples.document,
    },
    problems: searchProblems,
  },
  {
    id: 'getFeed',
    method: 'get',
    path: `${onConfiguration}/feed`,
    summary: 'Read a search as a feed',
    description:
      'The 50 newest results in Atom (RFC 4287), or with `format=json` in JSON Feed 1.1. A feed is computed at most once a minute. Without a token, only for configurations with the setting `visible`: the feed shows what the main page shows.',
    scope: 'search',
    isTokenOptional: true,
    query: parameters.FeedParameters,
    response: {
      schema: search.Feed,
      description: 'The newest results; documents without a date come last.',
      mediaType: 'application/atom+xml',
      otherMediaType: 'application/feed+json',
      example: examples.feed,
      etag: true,
    },
    problems: searchProblems,
  },
];
