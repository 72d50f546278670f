/**
 * What the remote API answers, read at the door: lenient where versions differ (`result` or `results`, null or absent,
 * numbers as text), a `garbled` fault where the shape is another one. Nothing behind this file sees a raw answer.
 */
import { dateOf } from '@semantic-search/engine';
import { BackendError } from '../backend-error.ts';

/** A value of a facet; `value` is the URI of a concept, null for a literal. */
export interface RemoteRefiner {
  label: string;
  value: string | null;
  count: number;
  children: RemoteRefiner[];
}

export interface RemoteFacet {
  field: string;
  label: string;
  refiners: RemoteRefiner[];
}

export interface RemoteDocument {
  id: string;
  title: string;
  text: string;
  link: string;
  date: number | null;
  image: string | null;
  language: string | null;
  type: string;
  facets: RemoteFacet[];
}

export interface RemoteSearchAnswer {
  total: number;
  documents: RemoteDocument[];
  facets: RemoteFacet[];
}

export interface RemoteSuggestion {
  field: string;
  uri: string;
  label: string;
  matchingLabel: string;
  context: string | null;
}

export interface RemoteExtractedConcept {
  uri: string;
  label: string;
  frequency: number;
  score: number;
  matched: { label: string; text: string; positions: { begin: number; end: number }[] }[];
}

export interface RemoteContext {
  id: string;
  name: string;
  language: string;
  fields: string[];
}

export function searchAnswer(body: unknown): RemoteSearchAnswer {
  const answer = record(body);
  // Before 7.0 it is `results`.
  const documents = answer.result ?? answer.results;
  if (!Array.isArray(documents)) throw garbled('no list of results');
  return {
    total: number(answer.total, 'total'),
    documents: documents.map(document),
    facets: list(answer.facetList).map(facet),
  };
}

/** Similar and recommended documents come with or without an envelope. */
export function documentsAnswer(body: unknown): RemoteDocument[] {
  if (Array.isArray(body)) return body.map(document);
  const answer = record(body);
  return list(answer.result ?? answer.results).map(document);
}

export function suggestionsAnswer(body: unknown): RemoteSuggestion[] {
  const found = Array.isArray(body) ? body : list(record(body).result ?? record(body).results);
  return found.map((each) => {
    const { field, value, label, matchingLabel, context } = record(each);
    return {
      field: text(field),
      uri: text(value),
      label: text(label),
      matchingLabel: text(matchingLabel) || text(label),
      context: text(context) || null,
    };
  });
}

export function extractionAnswer(body: unknown): RemoteExtractedConcept[] {
  return list(record(body).extractedConcepts).map((each) => {
    const { uri, label, frequency, score, matchingLabels } = record(each);
    return {
      uri: text(uri),
      label: text(label),
      frequency: number(frequency, 'frequency'),
      score: number(score, 'score'),
      matched: list(matchingLabels).flatMap(matchedTexts),
    };
  });
}

export function contextsAnswer(body: unknown): RemoteContext[] {
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

/** Labels of fields; the service gives names alone, or objects. */
export function fieldsAnswer(body: unknown): { field: string; label: string }[] {
  return list(body).map((each) => {
    if (typeof each === 'string') return { field: each, label: each };
    const { field, label } = record(each);
    return { field: text(field), label: text(label) || text(field) };
  });
}

function matchedTexts(body: unknown): RemoteExtractedConcept['matched'] {
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

function document(body: unknown): RemoteDocument {
  const found = record(body);
  const id = text(found.id) || text(found.identifier);
  if (id === '') throw garbled('a document without id');
  return {
    id,
    title: text(found.title),
    text: text(found.text) || text(found.description),
    link: text(found.link) || text(found.website),
    date: dateOf(found.date),
    image: text(found.image) || null,
    language: text(found.language) || null,
    type: text(found.type),
    facets: list(found.facetList).map(facet),
  };
}

function facet(body: unknown): RemoteFacet {
  const { field, label, facets } = record(body);
  return { field: text(field), label: text(label) || text(field), refiners: list(facets).map(refiner) };
}

const looksLikeUri = /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/;

/** In the group of all concepts some versions have the URI as label and the name as value. */
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
  throw garbled('something that is no object');
}

function list(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw garbled('something that is no list');
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function number(value: unknown, name: string): number {
  const found = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof found === 'number' && Number.isFinite(found)) return found;
  throw garbled(`${name} that is no number`);
}

const garbled = (what: string) => new BackendError('garbled', `The answer has ${what}.`);
