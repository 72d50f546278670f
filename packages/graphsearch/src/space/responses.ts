/**
 * Parsers of remote API responses, the only place that handles raw JSON.
 *
 * They tolerate null or absent members and numbers as strings. Any other shape is a `malformed` error.
 */
import { BackendError } from '@semantic-search/engine/backend';
import { parseDate } from '@semantic-search/engine/building-blocks';

/** Facet value; `value` is the URI of a concept, or null for a literal. */
export interface RemoteRefiner {
  label: string;
  value: string | null;
  count: number;
  children: RemoteRefiner[];
}

export type RemoteDocument = ReturnType<typeof parseDocument>;
export type RemoteSearchResponse = ReturnType<typeof parseSearchResponse>;
export type RemoteMention = ReturnType<typeof mentionsOf>[number];
export type RemoteContext = ReturnType<typeof parseContexts>[number];

export function parseSearchResponse(body: unknown) {
  const response = recordOf(body);
  return {
    total: numberOf(response.total, 'total'),
    documents: listIn(response, 'result').map(parseDocument),
    facets: listOf(response.facetList).map(parseFacet),
  };
}

/** Similar and recommended documents. */
export function parseDocuments(body: unknown): RemoteDocument[] {
  return resultsOf(body).map(parseDocument);
}

export function parseSuggestions(body: unknown) {
  return resultsOf(body).map((suggestion) => {
    const { field, value, label, matchingLabel, context } = recordOf(suggestion);
    return {
      field: textOf(field),
      uri: uriOf(value),
      label: textOf(label),
      matchingLabel: textOf(matchingLabel) || textOf(label),
      context: textOf(context) || null,
    };
  });
}

export function parseExtraction(body: unknown) {
  return listIn(recordOf(body), 'extractedConcepts').map((concept) => {
    const { uri, label, frequency, score, matchingLabels } = recordOf(concept);
    return {
      uri: uriOf(uri),
      label: textOf(label),
      frequency: numberOf(frequency, 'frequency'),
      score: numberOf(score, 'score'),
      mentions: listOf(matchingLabels).flatMap(mentionsOf),
    };
  });
}

export function parseContexts(body: unknown) {
  return listOf(body).map((context) => {
    const { searchSpaceId, defaultLanguage, facetIds } = recordOf(context);
    return {
      id: textOf(searchSpaceId),
      language: textOf(defaultLanguage),
      fields: listOf(facetIds).map(textOf),
    };
  });
}

/** Field labels; the service returns strings or objects. */
export function parseFields(body: unknown) {
  return listOf(body).map((entry) => {
    const { field, label } = typeof entry === 'string' ? { field: entry, label: entry } : recordOf(entry);
    return { field: textOf(field), label: textOf(label) || textOf(field) };
  });
}

function mentionsOf(matchingLabel: unknown) {
  const { label, matchedTexts } = recordOf(matchingLabel);
  return listOf(matchedTexts)
    .map(recordOf)
    .flatMap(({ matchedText, positions }) =>
      listOf(positions)
        .map(recordOf)
        .map(({ beginIndex, endIndex }) => ({
          label: textOf(label),
          matchedText: textOf(matchedText),
          begin: numberOf(beginIndex, 'beginIndex'),
          end: numberOf(endIndex, 'endIndex'),
        })),
    );
}

function parseDocument(body: unknown) {
  const fields = recordOf(body);
  const id = textOf(fields.id) || textOf(fields.identifier);
  if (id === '') throw malformed('a document without id');
  return {
    id,
    title: textOf(fields.title),
    text: textOf(fields.text) || textOf(fields.description),
    link: textOf(fields.link) || textOf(fields.website),
    date: parseDate(fields.date),
    image: textOf(fields.image) || null,
    language: textOf(fields.language) || null,
    type: textOf(fields.type),
    facets: listOf(fields.facetList).map(parseFacet),
  };
}

function parseFacet(body: unknown) {
  const { field, label, facets } = recordOf(body);
  const refiners = listOf(facets).map(parseRefiner);
  return { field: textOf(field), label: textOf(label) || textOf(field), refiners };
}

const looksLikeUri = /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/;

/** In the group of all concepts, some versions swap label and URI. */
function parseRefiner(body: unknown): RemoteRefiner {
  const { label, value, count, children } = recordOf(body);
  const [name, uri] = [textOf(label), textOf(value) || null];
  const swapped = uri !== null && !looksLikeUri.test(uri) && looksLikeUri.test(name);
  return {
    label: swapped ? uri : name,
    value: swapped ? name : uri,
    count: count === undefined ? 1 : numberOf(count, 'count'),
    children: listOf(children).map(parseRefiner),
  };
}

function record(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw garbled('a member that is not an object');
}

/** The list in a response, with or without an envelope. */
const resultsOf = (body: unknown): unknown[] =>
  Array.isArray(body) ? body : listIn(recordOf(body), 'result');

/** The list may be null, but not absent. */
function listIn(response: Record<string, unknown>, name: string): unknown[] {
  if (!Object.hasOwn(response, name)) throw malformed(`no member ${name}`);
  return listOf(response[name]);
}

function uriOf(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw malformed('a concept without a URI');
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw malformed('a member that is not an array');
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function numberOf(value: unknown, name: string): number {
  const parsed = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof parsed === 'number' && Number.isFinite(parsed)) return parsed;
  throw malformed(`a ${name} that is not a number`);
}

const malformed = (what: string) => new BackendError('malformed', `The response has ${what}.`);
