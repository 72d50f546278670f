/** Reads what the service has answered: another shape is an answer that failed, and what is null in a document is left out. */
import { ApiError } from '@semantic-search/client';
import type { Configuration, RetrievedDocument, SearchResponse, Settings } from '@semantic-search/contract';

/** Throws ApiError `unreadable`. */
export function readSettings(configuration: Configuration): Settings {
  const config = configuration?.config;
  return every(config, config?.layout, config?.filter, config?.result, config?.details) ? config : refuse();
}

/** Throws ApiError `unreadable`. */
export function readAnswer(answer: SearchResponse): SearchResponse {
  const result = readDocuments(answer);
  const { total, facets, query } = answer;
  return {
    ...answer,
    result,
    total: Number(total) || result.length,
    facets: list(facets),
    query: { ...query, concepts: list(query?.concepts) },
  };
}

/** Throws ApiError `unreadable`. */
export function readDocuments(answer: { result: RetrievedDocument[] }): RetrievedDocument[] {
  return Array.isArray(answer?.result)
    ? list(answer.result)
        .map(readDocument)
        .filter(({ id }) => id)
    : refuse();
}

/** Throws ApiError `unreadable`. */
export function readDocument<Document extends RetrievedDocument>(document: Document): Document {
  if (!every(document)) return refuse();
  const known = Object.entries(document).filter(([, value]) => value !== null);
  return { ...blank, ...(Object.fromEntries(known) as unknown as Document) };
}

const blank = { title: '', description: '', type: '', link: '', facetList: [], documentDetails: [] };

const every = (...parts: unknown[]): boolean =>
  parts.every((part) => typeof part === 'object' && part && !Array.isArray(part));
const list = <Item>(items: readonly Item[]): Item[] =>
  Array.isArray(items) ? items.filter((item) => every(item)) : [];

function refuse(): never {
  throw new ApiError({
    status: 200,
    code: 'unreadable',
    detail: 'The answer is not the JSON that was expected.',
  });
}
