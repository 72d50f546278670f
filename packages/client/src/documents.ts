/** The search family (specification section 4.1), which a page with a publishable token may call: what is asked about one document. */
import type { DocumentListResponse, DocumentResponse } from '@semantic-search/contract';
import { type Connection, type RequestOptions, request } from './request.ts';

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

/** `GET {configId}/document` (contract, added operation): one whole document with its concepts. */
export const getDocument = (
  connection: Connection,
  configId: number,
  { uri }: { uri: string },
  options: RequestOptions = {},
) => request<DocumentResponse>(connection, `/${configId}/document`, { ...options, parameters: { uri } });
