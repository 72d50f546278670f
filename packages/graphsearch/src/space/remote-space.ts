/** Remote space: connection, configuration, and cached metadata (facets, languages). */

import type { Facet } from '@semantic-search/engine';
import { BackendError } from '@semantic-search/engine/backend';
import { LRUCache } from 'lru-cache';
import type { Connection } from '../connection/connection.ts';
import type { DefinitionOf } from './definitions.ts';
import type { ReferencedField } from './documents.ts';
import type { RequestContext, SearchBody } from './query.ts';
import {
  parseContexts,
  parseFields,
  parseSearchResponse,
  parseSuggestions,
  type RemoteContext,
  type RemoteSearchResponse,
  type RemoteSuggestion,
} from './responses.ts';

export interface RemoteOptions {
  /** Name of the space in this server. */
  name: string;
  /** Id of the space at the remote service. */
  searchSpaceId: string;
  /** Languages of the content; the first is the default. Default: the languages that the service reports. */
  languages?: string[];
  /** Plugin names; the first is the default. The service cannot list them. */
  similarities?: string[];
  recommenders?: string[];
  /** Facet fields keyed by URI of the scheme, collection or concept; the service does not provide this mapping. */
  facets?: Record<string, string>;
  /** Lookup of concept definitions, which the remote API does not provide. */
  definitionOf?: DefinitionOf;
  /** Maximum result offset, such as 10000; default: unlimited. */
  window?: number;
  /** Sends one filter per word, for versions before 7. */
  wordByWord?: boolean;
}

/** Concurrent calls of one request: a quarter of those of a space (16), so that it does not starve others. */
export const MAX_CONCURRENT_CALLS = 4;

export interface CallOptions {
  language?: string | undefined;
  signal?: AbortSignal | undefined;
}

export interface RemoteClient {
  options: RemoteOptions;
  connection: Connection;
  /** All available facets, derived from the fields of the space. */
  facets(): Promise<Facet[]>;
  languages(): Promise<string[]>;
  requestContext(language: string | undefined): Promise<RequestContext>;
  /** Searches with the context of the language; by default for no documents, without facets and filters. */
  search(body: Partial<SearchBody>, options: CallOptions): Promise<RemoteSearchResponse>;
  suggest(
    query: { searchString: string; count: number; context?: string | undefined; fuzzy?: true },
    options: CallOptions,
  ): Promise<RemoteSuggestion[]>;
  /** Discards the metadata, because a write may have added fields. */
  invalidate(): void;
}

const METADATA_CACHE_MS = 60_000;
const EMPTY_SEARCH = { start: 0, count: 0, documentFacets: [], searchFacets: [], searchFilters: [] };

export function openRemoteClient(options: RemoteOptions, connection: Connection): RemoteClient {
  async function loadMetadata() {
    const [contexts, fields] = await Promise.all([
      connection.query('context/all', { query: {} }).then(parseContexts),
      connection
        .query('context/fields', { query: { searchSpaceId: options.searchSpaceId } })
        .then(parseFields),
    ]);
    const context = contexts.find(({ id }) => id === options.searchSpaceId);
    if (!context)
      throw new BackendError('unknown-space', `There is no search space ${options.searchSpaceId}.`);
    return { context, facets: facetsOf(context, fields, options.facets) };
  }

  const cache = new LRUCache<number, Awaited<ReturnType<typeof loadMetadata>>>({
    max: 1,
    ttl: METADATA_CACHE_MS,
    fetchMethod: loadMetadata,
  });
  /** Key in the cache. Searches that wait for an earlier generation still get it. */
  let generation = 0;
  const metadata = async () => (await cache.fetch(generation))!;

  async function requestContext(language: string | undefined): Promise<RequestContext> {
    const { searchSpaceId, languages, wordByWord = false } = options;
    const known = language ?? languages?.[0] ?? (await metadata()).context.language;
    return { searchSpaceId, wordByWord, locale: known || 'en' };
  }

  return {
    options,
    connection,
    invalidate: () => {
      generation += 1;
    },
    facets: async () => (await metadata()).facets,
    async languages() {
      return options.languages ?? languagesOf((await metadata()).context);
    },
    requestContext,
    async search(body, { language, signal }) {
      const { searchSpaceId, locale } = await requestContext(language);
      const json = { searchSpaceId, locale, ...EMPTY_SEARCH, ...body };
      return parseSearchResponse(await connection.query('search', { json }, signal));
    },
    async suggest(given, { language, signal }) {
      const { searchSpaceId, locale } = await requestContext(language);
      const query = { ...given, start: 0, locale, searchSpaceId };
      return parseSuggestions(await connection.query('suggest/multi', { query }, signal));
    },
  };
}

const languagesOf = ({ language }: RemoteContext) => (language === '' ? [] : [language]);

function facetsOf(
  context: RemoteContext,
  fields: { field: string; label: string }[],
  fieldsByUri: RemoteOptions['facets'] = {},
): Facet[] {
  const labels = new Map(fields.map(({ field, label }) => [field, label]));
  const uris = new Map(Object.entries(fieldsByUri).map(([uri, field]) => [field, uri]));
  return context.fields.flatMap((field) => facetOf(field, labels.get(field) ?? field, uris.get(field)));
}

/** Empty for fields that are not facets, such as text fields, which have another prefix. */
function facetOf(field: string, label: string, uri: string | undefined): Facet[] {
  if (field.startsWith('dyn_uri_')) {
    return [{ uri: uri ?? field, field, label, kind: 'concept', hierarchical: true }];
  }
  const [, kind, name] = /^dyn_(lit|flt)_(.+)$/.exec(field) ?? [];
  if (!kind || !name) return [];
  const ofNumbers = name === 'date' ? 'date' : 'number';
  return [{ uri: name, field, label, kind: kind === 'lit' ? 'literal' : ofNumbers, hierarchical: false }];
}

/** `reference` is the field or the URI of a facet. */
export function findFacet(reference: string, facets: Facet[]): Facet | undefined {
  return facets.find(({ field, uri }) => field === reference || uri === reference);
}

/** The fields of the facets that the space has. */
export function referencedFields(references: string[], facets: Facet[]): ReferencedField[] {
  return references.flatMap((reference) => {
    const facet = findFacet(reference, facets);
    return facet ? [{ reference, field: facet.field }] : [];
  });
}

/** Paging and facet selection repeat the same query. */
const CACHE_MS = 60_000;
const MAX_CACHED_QUERIES = 1000;

/** Caches what depends on the text of a query and its language only. */
export function cachedByText<Result extends object>(
  load: (text: string, language: string) => Promise<Result>,
): (text: string, language: string) => Promise<Result> {
  const cache = new LRUCache<string, Result>({
    max: MAX_CACHED_QUERIES,
    ttl: CACHE_MS,
    fetchMethod: async (key) => {
      const [text, language] = JSON.parse(key) as [string, string];
      return load(text, language);
    },
  });
  return async (text, language) => (await cache.fetch(JSON.stringify([text, language])))!;
}
