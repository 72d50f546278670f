/** Operations about one document; permitted with a publishable token (reference/http-api.md#documents). */
import type {
  DocumentListResponse,
  DocumentParameters,
  DocumentResponse,
  RecommendationParameters,
  SimilarParameters,
} from '@semantic-search/contract';
import { type Connection, type RequestOptions, request } from './request.ts';

/** `GET {configId}/getSimilar`; without `similarity`, the search space selects the plugin. */
export const getSimilar = (
  connection: Connection,
  configId: number,
  { uri, number, similarity, language }: SimilarParameters,
  options: RequestOptions = {},
) =>
  request<DocumentListResponse>(connection, `/${configId}/getSimilar`, {
    ...options,
    parameters: { uri, number, similarity, language },
  });

/** `GET {configId}/getRecommendations` */
export const getRecommendations = (
  connection: Connection,
  configId: number,
  { uri, recommender, language }: RecommendationParameters,
  options: RequestOptions = {},
) =>
  request<DocumentListResponse>(connection, `/${configId}/getRecommendations`, {
    ...options,
    parameters: { uri, recommender, language },
  });

/** `GET {configId}/document`: one whole document with its concepts. */
export const getDocument = (
  connection: Connection,
  configId: number,
  { uri, language }: DocumentParameters,
  options: RequestOptions = {},
) =>
  request<DocumentResponse>(connection, `/${configId}/document`, {
    ...options,
    parameters: { uri, language },
  });
