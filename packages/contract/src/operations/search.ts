/** The search operations (reference/http-api.md#search). */
import * as examples from '../examples.ts';
import { ExplanationRequest, ExplanationResponse } from '../messages/explanation.ts';
import * as parameters from '../messages/parameters.ts';
import { DocumentResponse } from '../messages/retrieved-document.ts';
import * as search from '../messages/search.ts';
import { requestLimits } from '../parts/limits.ts';
import type { ProblemCode } from '../parts/problem.ts';
import { jsonBody, type Operation, onConfiguration, operationWith, returns } from './operation.ts';

const bodyLimit = `The request body has at most ${requestLimits.searchBodyBytes / 2 ** 20} MiB`;
const publishableLimit = `with a publishable token ${requestLimits.publishableExtractionBytes / 2 ** 10} KiB`;
const searchProblems: ProblemCode[] = ['bad-gateway', 'service-unavailable', 'gateway-timeout'];

const operation = operationWith({ tag: 'Search', scope: 'search', problems: searchProblems });

export const searchOperations: Operation[] = [
  operation('suggestConcepts', `GET ${onConfiguration}/suggestConcepts`, {
    summary: 'Suggest concepts for a text fragment',
    description:
      'For autocomplete. Preferred labels come before alternative and hidden ones, then matches at the start of the label, then concepts with more documents. Case and diacritics are ignored. Words of 4 to 7 characters may have one typing error, longer words two.',
    query: parameters.SuggestionParameters,
    response: returns(search.SuggestionResponse, 'Concepts, best first.', examples.suggestions),
  }),
  operation('search', `POST ${onConfiguration}/search`, {
    summary: 'Search documents and count facets',
    description: `Values of one facet are alternatives; facets narrow each other. A count is the number of results if this value is the only one selected in its facet. ${bodyLimit}.`,
    body: { ...jsonBody(search.SearchRequest, examples.searchRequest), isOptional: true },
    response: returns(
      search.SearchResponse,
      'The page of results, their total, and all facets of the configuration.',
      examples.searchResponse,
    ),
  }),
  operation('explainSearch', `POST ${onConfiguration}/explanation`, {
    summary: 'Explain a search, and why a document is not found or not higher',
    description:
      'For owners. The results and the body are the same as for a search by relevance. GraphSearch-style services report ranks and rules, but no parts of scores.',
    scope: 'configurations:read',
    body: jsonBody(ExplanationRequest, {
      input: 'mountain lion',
      document: examples.explanation.document.id,
    }),
    response: returns(
      ExplanationResponse,
      'What was understood, the parts of the scores, and the state of the document.',
      examples.explanation,
    ),
  }),
  operation('getSimilar', `GET ${onConfiguration}/getSimilar`, {
    summary: 'Find documents similar to a document',
    description:
      'Compares concepts and words. An unknown `uri` returns 404; an unknown `similarity` returns 400 and lists the available ones.',
    query: parameters.SimilarParameters,
    response: returns(search.DocumentListResponse, 'Most similar first.', examples.similarDocuments),
  }),
  operation('getRecommendations', `GET ${onConfiguration}/getRecommendations`, {
    summary: 'Recommend documents for a document',
    description:
      'Returns at most `numberOfRecommendations` documents of the configuration. An unknown `uri` returns 404; an unknown recommender returns 400 and lists the available ones.',
    query: parameters.RecommendationParameters,
    response: returns(search.DocumentListResponse, 'Best first.', examples.recommendedDocuments),
  }),
  operation('extractConcepts', `POST ${onConfiguration}/extractConcepts`, {
    summary: 'Extract concepts from a text',
    description: `Finds the concepts of the thesaurus that the text is about. A trained search space also finds concepts that the text does not mention. ${bodyLimit}, ${publishableLimit}. The positions are the first 100 mentions of each spelling.`,
    body: jsonBody(search.ExtractionRequest, examples.extractionRequest),
    response: returns(search.ExtractionResponse, 'Best first.', examples.extractionResponse),
  }),
  operation('findPassages', `POST ${onConfiguration}/passages`, {
    summary: 'Find passages of documents',
    description:
      'Returns the best sections, or groups of 3 to 8 sentences, of the 50 best documents, at most two per document. Words, synonyms and concepts rank them (BM25), without a model.',
    body: jsonBody(search.PassagesRequest, examples.passagesRequest),
    response: returns(search.PassagesResponse, 'Passages, best first.', examples.passages),
  }),
  operation('getDocument', `GET ${onConfiguration}/document`, {
    summary: 'Read one whole document',
    description:
      'For a detail view: full text, the details of the configuration, and its concepts with their positions.',
    query: parameters.DocumentParameters,
    response: returns(DocumentResponse, 'The document.', examples.document),
  }),
  operation('getFeed', `GET ${onConfiguration}/feed`, {
    summary: 'Read a search as a feed',
    description:
      'The 50 newest results in Atom (RFC 4287), or with `format=json` in JSON Feed 1.1. A feed is computed at most once a minute. Configurations with the setting `visible` need no token, because the main page shows the same results.',
    isTokenOptional: true,
    query: parameters.FeedParameters,
    response: returns(search.Feed, 'The newest results, by date or else by time of writing.', examples.feed, {
      mediaType: 'application/atom+xml',
      otherMediaType: 'application/feed+json',
      etag: true,
    }),
  }),
];
