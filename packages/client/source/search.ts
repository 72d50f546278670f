/** The search family (specification section 4.1): what a page with a publishable token may call. */
import type {
  DocumentListResponse,
  DocumentResponse,
  ExtractionRequest,
  ExtractionResponse,
  SearchRequest,
  SearchResponse,
  SuggestionResponse,
} from '@semantic-search/contract';
import { type Connection, type RequestOptions, request } from './request.ts';

/** `POST {configId}/search` */
export const search = (
  connection: Connection,
  configId: number,
  body: SearchRequest,
  options: RequestOptions = {},
) => request<SearchResponse>(connection, `/${configId}/search`, { ...options, method: 'POST', body });

export interface SuggestionParameters {
  searchString: string;
  /** A facet's `field` or `uri`: only its concepts. */
  context?: string;
  count?: number;
  language?: string;
}

/** `GET {configId}/suggestConcepts` */
export const suggestConcepts = (
  connection: Connection,
  configId: number,
  { searchString, context, count, language }: SuggestionParameters,
  options: RequestOptions = {},
) =>
  request<SuggestionResponse>(connection, `/${configId}/suggestConcepts`, {
    ...options,
    parameters: { searchString, context, count, language },
  });

/** `GET {configId}/getSimilar`; without `similarity` the plugin is the search space's own choice. */
export const getSimilar = (
  connection: Connection,
  configId: number,
  { uri, number, similarity }: { uri: string; number?: number; similarity?: string },
  options: RequestOptions = {},
) =>
  request<DocumentListResponse>(connection, `/${configId}/getSimilar`, {
    ...options,
    parameters: { uri, number, similarity },
  });

/** `GET {configId}/getRecommendations` */
export const getRecommendations = (
  connection: Connection,
  configId: number,
  { uri, recommender }: { uri: string; recommender: string },
  options: RequestOptions = {},
) =>
  request<DocumentListResponse>(connection, `/${configId}/getRecommendations`, {
    ...options,
    parameters: { uri, recommender },
  });

/** `POST {configId}/extractConcepts` */
export const extractConcepts = (
  connection: Connection,
  configId: number,
  body: ExtractionRequest,
  options: RequestOptions = {},
) =>
  request<ExtractionResponse>(connection, `/${configId}/extractConcepts`, {
    ...options,
    method: 'POST',
    body,
  });

/** `GET {configId}/document` (contract, added operation): one whole document with its concepts. */
export const getDocument = (
  connection: Connection,
  configId: number,
  { uri }: { uri: string },
  options: RequestOptions = {},
) => request<DocumentResponse>(connection, `/${configId}/document`, { ...options, parameters: { uri } });
