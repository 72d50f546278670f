/**
 * Parsers of remote API responses, the only place that handles raw JSON.
 *
 * They tolerate differences between versions (`result` or `results`, null or absent members, numbers as strings). Any other
 * shape is a `malformed` error.
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

export type RemoteFacet = ReturnType<typeof facet>;
export type RemoteDocument = ReturnType<typeof document>;
export type RemoteSearchResponse = ReturnType<typeof parseSearchResponse>;
export type RemoteSuggestion = ReturnType<typeof parseSuggestions>[number];
export type RemoteExtractedConcept = ReturnType<typeof parseExtraction>[number];
export type RemoteContext = ReturnType<typeof parseContexts>[number];

export function parseSearchResponse(body: unknown) {
  const response = record(body);
  return {
    total: number(response.total, 'total'),
    documents: resultsOf(response).map(document),
    facets: list(response.facetList).map(facet),
  };
}

/** Similar and recommended documents, with or without an envelope. */
export function parseDocuments(body: unknown): RemoteDocument[] {
  return (Array.isArray(body) ? body : resultsOf(record(body))).map(document);
}

export function parseSuggestions(body: unknown) {
  return (Array.isArray(body) ? body : resultsOf(record(body))).map((each) => {
    const { field, value, label, matchingLabel, context } = record(each);
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
  return member(record(body), ['extractedConcepts']).map((each) => {
    const { uri, label, frequency, score, matchingLabels } = record(each);
    return {
      uri: uriOf(uri),
      label: text(label),
      frequency: number(frequency, 'frequency'),
      score: number(score, 'score'),
      matched: list(matchingLabels).flatMap(matchedTexts),
    };
  });
}

export function parseContexts(body: unknown) {
  return list(body).map((each) => {
    const { searchSpaceId, searchSpaceName, defaultLanguage, facetIds } = record(each);
    return {
      id: text(searchSpaceId),
      name: text(searchSpaceName),
      language: text(defaultLanguage),
      fields: list(facetIds).map(text),
    };
  });
}

/** Field labels; the service returns strings or objects. */
export function parseFields(body: unknown) {
  return list(body).map((each) => {
    if (typeof each === 'string') return { field: each, label: each };
    const { field, label } = record(each);
    return { field: text(field), label: text(label) || text(field) };
  });
}

function matchedTexts(body: unknown) {
  const { label, matchedTexts } = record(body);
  return list(matchedTexts).map((each) => {
    const { matchedText, positions } = record(each);
    return {
      label: text(label),
      text: text(matchedText),
      positions: list(positions).map((position) => {
        const { beginIndex, endIndex } = record(position);
        return { begin: number(beginIndex, 'beginIndex'), end: number(endIndex, 'endIndex') };
      }),
    };
  });
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
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw garbled('a member that is not an object');
}

/** Versions before 7.0 use `results`. */
const resultsOf = (response: Record<string, unknown>) => member(response, ['result', 'results']);

/** The list under the first of the names that the response has; it may be null, but not absent. */
function member(response: Record<string, unknown>, names: string[]): unknown[] {
  const name = names.find((each) => Object.hasOwn(response, each));
  if (name === undefined) throw garbled(`no member ${names.join(' or ')}`);
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
