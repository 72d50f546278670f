/** Responses of the service: validation, removal of unsafe URLs of images, notice of a slow response. */
import { ApiError } from '@semantic-search/client';
import type {
  Configuration,
  ConfigurationSettings,
  RetrievedDocument,
  SearchResponse,
  SuggestedConcept,
} from '@semantic-search/contract';
import { safeImage } from './query-state.ts';

/** A third of the client's default timeout. */
const SLOW_RESPONSE_MS = 10_000;

/** Calls `report` if the response takes long; settles like `request`. */
export function watchResponse<Response>(request: Promise<Response>, report: () => void): Promise<Response> {
  const timer = setTimeout(report, SLOW_RESPONSE_MS);
  return request.finally(() => clearTimeout(timer));
}

/** Throws ApiError `unreadable`. */
export function readSettings(configuration: Configuration): ConfigurationSettings {
  const settings = configuration?.config;
  if (typeof settings?.filter !== 'object') throw unreadable();
  return settings;
}

/** Image paths are relative to the URL `service`. Throws ApiError `unreadable`. */
export const readResponse = (response: SearchResponse, service: string): SearchResponse => ({
  ...response,
  result: readDocuments(response, service),
});

/** Throws ApiError `unreadable`. */
export const readDocuments = (
  response: { result: RetrievedDocument[] },
  service: string,
): RetrievedDocument[] => listOf(response).map((document) => withSafeImage(document, service));

/** Throws ApiError `unreadable`. */
export const readSuggestions = (response: { result: SuggestedConcept[] }): SuggestedConcept[] =>
  listOf(response);

export function withSafeImage<Document extends RetrievedDocument>(
  document: Document,
  service: string,
): Document {
  if (typeof document?.id !== 'string') throw unreadable();
  return { ...document, image: safeImage(document.image, service) ?? '' };
}

function listOf<Item>(response: { result: Item[] }): Item[] {
  if (!Array.isArray(response?.result)) throw unreadable();
  return response.result;
}

export const unreadable = (cause?: unknown): ApiError =>
  new ApiError({
    status: 200,
    code: 'unreadable',
    detail: 'The response is not the JSON that was expected.',
    cause,
  });
