/** Response parser: rejects malformed responses, drops items that cannot be shown. */
import { ApiError } from '@semantic-search/client';
import type {
  Configuration,
  ConfigurationSettings,
  FacetGroup,
  FacetSetting,
  Refiner,
  ResultSection,
  RetrievedDocument,
  SearchResponse,
  SharedConcept,
  Span,
  SuggestedConcept,
  UnderstoodConcept,
} from '@semantic-search/contract';
import { isColor } from '../theme/color.ts';
import { dateFormats } from './attribute-overrides.ts';
import { count, isRecord, isTime, list, type Parser, record, safeImage, text } from './parse.ts';

/** Drops empty spans. */
export const spans = list(record<Span>({ begin: count, end: count }), 'end');
export const sharedConcepts = list(record<SharedConcept>({ uri: text, label: text }), 'label');

const refiners: Parser<Refiner[]> = list(
  record<Refiner>({
    count,
    label: text,
    value: (value) => text(value) || null,
    children: (children) => refiners(children),
  }),
  'label',
);
const groups = list(record<FacetGroup>({ field: text, label: text, facets: refiners }), 'field');

const document = record<RetrievedDocument>({
  id: text,
  title: text,
  description: text,
  type: text,
  link: text,
  image: text,
  language: (language) => text(language) || undefined,
  date: (date) => (isTime(date) ? date : null),
  facetList: groups,
  documentDetails: groups,
  highlights: record({ title: spans, description: spans }),
  sharedConcepts,
  sections: list(
    record<ResultSection>({
      heading: text,
      url: text,
      text,
      highlights: record({ heading: spans, text: spans }),
    }),
    'url',
  ),
});
const documents = list(document, 'id');

const responseShape = record<SearchResponse>({
  facets: groups,
  query: record({
    concepts: list(
      record<UnderstoodConcept>({
        label: text,
        matchingLabel: text,
        begin: count,
        end: count,
        alsoSearched: list(text, 'length'),
      }),
      'end',
    ),
    unquoted: (value) => value === true || undefined,
  }),
  suggestion: text,
});

const suggestions = list(
  record<SuggestedConcept>({
    field: text,
    value: text,
    label: text,
    matchingLabel: text,
    matches: spans,
    context: text,
    count,
  }),
  'value',
);

const color =
  (instead: string): Parser<string> =>
  (value) =>
    isColor(String(value)) ? String(value) : instead;
/** The colors of a pair are adjusted together. */
const pair = record<ConfigurationSettings['layout']['navbar']>({
  backgroundColor: color('#ffffff'),
  fontColor: color('#222222'),
});
const some: Parser<number> = (value) => count(value) || 10;

const settings = record<ConfigurationSettings>({
  title: text,
  result: record<ConfigurationSettings['result']>({
    itemsPerPage: some,
    numberOfTags: (number) => (number === null ? null : count(number)),
    dateFormat: (format) => dateFormats.find((one) => one === format) ?? 'medium',
    numberOfSimilarDocuments: some,
  }),
  filter: record<ConfigurationSettings['filter']>({
    facetsToShow: list(record<FacetSetting>({ title: text }), 'title'),
    componentOrder: (order) =>
      (Array.isArray(order) ? order : ['search', 'facets', 'date', 'reset', 'results']).filter(text),
  }),
  layout: record({
    basicActionColor: pair,
    focusActionColor: pair,
    criticalActionColor: pair,
    navbar: pair,
    facets: pair,
    documents: pair,
    logo: text,
  }),
  details: record<ConfigurationSettings['details']>({
    recommender: text,
    numberOfRecommendations: some,
    numberOfSimilar: some,
  }),
});

/** Throws ApiError `unreadable`. */
export const readSettings = (configuration: Configuration): ConfigurationSettings =>
  settings(given(given(configuration).config));

/** `service` is the URL that paths of images refer to. Throws ApiError `unreadable`. */
export function readResponse(response: SearchResponse, service: string): SearchResponse {
  const result = readDocuments(response, service);
  return { ...responseShape(response), result, total: count(response.total) || result.length };
}

/** Throws ApiError `unreadable`. */
export const readDocuments = (
  response: { result: RetrievedDocument[] },
  service: string,
): RetrievedDocument[] =>
  documents(given(given(response).result, Array.isArray)).map((each) => withSafeImage(each, service));

/** Throws ApiError `unreadable`. */
export const readDocument = <Document extends RetrievedDocument>(one: Document, service: string): Document =>
  withSafeImage(document(given(one)) as Document, service);

const withSafeImage = <Document extends RetrievedDocument>(one: Document, service: string): Document => ({
  ...one,
  image: safeImage(one.image, service) ?? '',
});

/** Throws ApiError `unreadable`. */
export const readSuggestions = (response: { result: SuggestedConcept[] }): SuggestedConcept[] =>
  suggestions(given(response).result);

export const unreadable = (cause?: unknown): ApiError =>
  new ApiError({
    status: 200,
    code: 'unreadable',
    detail: 'The response is not the JSON that was expected.',
    cause,
  });

function given<Value>(value: Value, is: (value: unknown) => boolean = isRecord): Value {
  if (!is(value)) throw unreadable();
  return value;
}
