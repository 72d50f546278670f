/** Search operations; permitted with a publishable token (reference/http-api.md#search). */
import type {
  ExtractionRequest,
  ExtractionResponse,
  SearchRequest,
  SearchResponse,
  SuggestionParameters,
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
