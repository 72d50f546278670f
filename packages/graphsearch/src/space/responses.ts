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
export type RemoteMention = ReturnType<typeof parseMentions>[number];
export type RemoteContext = ReturnType<typeof parseContexts>[number];

export function parseSearchResponse(body: unknown) {
  const response = record(body);
  return {
    total: number(response.total, 'total'),
    documents: requiredList(response, 'result').map(parseDocument),
    facets: list(response.facetList).map(parseFacet),
  };
}

/** Similar and recommended documents. */
export function parseDocuments(body: unknown): RemoteDocument[] {
  return resultsOf(body).map(parseDocument);
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
  return requiredList(record(body), 'extractedConcepts').map((concept) => {
    const { uri, label, frequency, score, matchingLabels } = record(concept);
    return {
      uri: uriOf(uri),
      label: text(label),
      frequency: number(frequency, 'frequency'),
      score: number(score, 'score'),
      mentions: list(matchingLabels).flatMap(parseMentions),
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

function parseMentions(matchingLabel: unknown) {
  const { label, matchedTexts } = record(matchingLabel);
  const mentions = [];
  for (const { matchedText, positions } of list(matchedTexts).map(record))
    for (const { beginIndex, endIndex } of list(positions).map(record)) {
      const [begin, end] = [number(beginIndex, 'beginIndex'), number(endIndex, 'endIndex')];
      mentions.push({ label: text(label), matchedText: text(matchedText), begin, end });
    }
  return mentions;
}

function parseDocument(body: unknown) {
  const fields = record(body);
  const id = text(fields.id) || text(fields.identifier);
  if (id === '') throw malformed('a document without id');
  return {
    id,
    title: text(fields.title),
    text: text(fields.text) || text(fields.description),
    link: text(fields.link) || text(fields.website),
    date: parseDate(fields.date),
    image: text(fields.image) || null,
    language: text(fields.language) || null,
    type: text(fields.type),
    facets: list(fields.facetList).map(parseFacet),
  };
}

function parseFacet(body: unknown) {
  const { field, label, facets } = record(body);
  return { field: text(field), label: text(label) || text(field), refiners: list(facets).map(parseRefiner) };
}

const URI_PATTERN = /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/;

/** In the group of all concepts, some versions swap label and URI. */
function parseRefiner(body: unknown): RemoteRefiner {
  const { label, value, count, children } = record(body);
  const [name, uri] = [text(label), text(value) || null];
  const areSwapped = uri !== null && !URI_PATTERN.test(uri) && URI_PATTERN.test(name);
  return {
    label: areSwapped ? uri : name,
    value: areSwapped ? name : uri,
    count: count === undefined ? 1 : number(count, 'count'),
    children: list(children).map(parseRefiner),
  };
}

function record(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw malformed('a member that is not an object');
}

/** The list in a response, with or without an envelope. */
const resultsOf = (body: unknown) => (Array.isArray(body) ? body : requiredList(record(body), 'result'));

/** The list may be null, but not absent. */
function requiredList(response: Record<string, unknown>, name: string): unknown[] {
  if (!Object.hasOwn(response, name)) throw malformed(`no member ${name}`);
  return list(response[name]);
}

function uriOf(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw malformed('a concept without a URI');
}

function list(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw malformed('a member that is not an array');
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function number(value: unknown, name: string): number {
  const parsed = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof parsed === 'number' && Number.isFinite(parsed)) return parsed;
  throw malformed(`a ${name} that is not a number`);
}

const malformed = (what: string) => new BackendError('malformed', `The response has ${what}.`);
