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

export type RemoteDocument = ReturnType<typeof document>;
export type RemoteSearchResponse = ReturnType<typeof parseSearchResponse>;
export type RemoteMention = ReturnType<typeof mentionsOf>[number];
export type RemoteContext = ReturnType<typeof parseContexts>[number];

export function parseSearchResponse(body: unknown) {
  const response = record(body);
  return {
    total: number(response.total, 'total'),
    documents: member(response, 'result').map(document),
    facets: list(response.facetList).map(facet),
  };
}

/** Similar and recommended documents. */
export function parseDocuments(body: unknown): RemoteDocument[] {
  return resultsOf(body).map(document);
}

export function parseSuggestions(body: unknown) {
  return resultsOf(body).map((suggestion) => {
    const { field, value, label, matchingLabel, context } = record(suggestion);
    return {
      field: text(field),
      uri: uriOf(value),
      label: text(label),
      matchingLabel: text(matchingLabel) || text(label),
      context: text(context) || null,
    };
  });
}

export function parseExtraction(body: unknown) {
  return member(record(body), 'extractedConcepts').map((concept) => {
    const { uri, label, frequency, score, matchingLabels } = record(concept);
    return {
      uri: uriOf(uri),
      label: text(label),
      frequency: number(frequency, 'frequency'),
      score: number(score, 'score'),
      mentions: list(matchingLabels).flatMap(mentionsOf),
    };
  });
}

export function parseContexts(body: unknown) {
  return list(body).map((context) => {
    const { searchSpaceId, defaultLanguage, facetIds } = record(context);
    return { id: text(searchSpaceId), language: text(defaultLanguage), fields: list(facetIds).map(text) };
  });
}

/** Field labels; the service returns strings or objects. */
export function parseFields(body: unknown) {
  return list(body).map((entry) => {
    const { field, label } = typeof entry === 'string' ? { field: entry, label: entry } : record(entry);
    return { field: text(field), label: text(label) || text(field) };
  });
}

function mentionsOf(matchingLabel: unknown) {
  const { label, matchedTexts } = record(matchingLabel);
  return list(matchedTexts)
    .map(record)
    .flatMap(({ matchedText, positions }) =>
      list(positions)
        .map(record)
        .map(({ beginIndex, endIndex }) => ({
          label: text(label),
          matchedText: text(matchedText),
          begin: number(beginIndex, 'beginIndex'),
          end: number(endIndex, 'endIndex'),
        })),
    );
}

function document(body: unknown) {
  const fields = record(body);
  const id = text(fields.id) || text(fields.identifier);
  if (id === '') throw garbled('a document without id');
  return {
    id,
    title: text(fields.title),
    text: text(fields.text) || text(fields.description),
    link: text(fields.link) || text(fields.website),
    date: parseDate(fields.date),
    image: text(fields.image) || null,
    language: text(fields.language) || null,
    type: text(fields.type),
    facets: list(fields.facetList).map(facet),
  };
}

function facet(body: unknown) {
  const { field, label, facets } = record(body);
  return { field: text(field), label: text(label) || text(field), refiners: list(facets).map(refiner) };
}

const looksLikeUri = /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/;

/** In the group of all concepts, some versions swap label and URI. */
function refiner(body: unknown): RemoteRefiner {
  const { label, value, count, children } = record(body);
  const [name, uri] = [text(label), text(value) || null];
  const swapped = uri !== null && !looksLikeUri.test(uri) && looksLikeUri.test(name);
  return {
    label: swapped ? uri : name,
    value: swapped ? name : uri,
    count: count === undefined ? 1 : number(count, 'count'),
    children: list(children).map(refiner),
  };
}

function record(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw garbled('a member that is not an object');
}

/** The list in a response, with or without an envelope. */
const resultsOf = (body: unknown): unknown[] => (Array.isArray(body) ? body : member(record(body), 'result'));

/** The list may be null, but not absent. */
function member(response: Record<string, unknown>, name: string): unknown[] {
  if (!Object.hasOwn(response, name)) throw garbled(`no member ${name}`);
  return list(response[name]);
}

function uriOf(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw garbled('a concept without a URI');
}

function list(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw garbled('a member that is not an array');
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function number(value: unknown, name: string): number {
  const parsed = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof parsed === 'number' && Number.isFinite(parsed)) return parsed;
  throw garbled(`a ${name} that is not a number`);
}

const garbled = (what: string) => new BackendError('malformed', `The response has ${what}.`);
