/** Reading of responses: validation (ApiError `unreadable`), safe images, notice of a slow response. */
import { ApiError } from '@semantic-search/client';
import type {
  Configuration,
  ConfigurationSettings,
  RetrievedDocument,
  SearchResponse,
} from '@semantic-search/contract';
import { safeImage } from './safe-url.ts';

/** A third of the client's default timeout, so that a visitor can try again before the request fails. */
const SLOW_RESPONSE_MS = 10_000;

/** Calls `report` if the response takes long; settles like `request`. */
export function watchResponse<Response>(request: Promise<Response>, report: () => void): Promise<Response> {
  const timer = setTimeout(report, SLOW_RESPONSE_MS);
  return request.finally(() => clearTimeout(timer));
}

export function readSettings(configuration: Configuration): ConfigurationSettings {
  const settings = configuration?.config;
  if (typeof settings?.filter !== 'object') throw unreadable();
  return settings;
}

/** Image paths are relative to `endpoint`. */
export const readResponse = (response: SearchResponse, endpoint: string): SearchResponse => ({
  ...response,
  result: readDocuments(response, endpoint),
});

export const readDocuments = (
  response: { result: RetrievedDocument[] },
  endpoint: string,
): RetrievedDocument[] => listOf(response).map((document) => withSafeImage(document, endpoint));

/** The document with a safe URL of its image, or with none. */
export function withSafeImage<Item extends RetrievedDocument>(document: Item, endpoint: string): Item {
  if (typeof document?.id !== 'string') throw unreadable();
  return { ...document, image: safeImage(document.image, endpoint) ?? '' };
}

export function listOf<Item>(response: { result: Item[] }): Item[] {
  if (!Array.isArray(response?.result)) throw unreadable();
  return response.result;
}

/** Error of a response that does not come from the service, such as a page of a proxy. */
export const unreadable = (cause?: unknown): ApiError =>
  new ApiError({ status: 200, code: 'unreadable', detail: 'The response is not the expected JSON.', cause });
