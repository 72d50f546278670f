/** Remote space: connection, configuration, and cached metadata (facets, languages). */
import type { Facet } from '@semantic-search/engine';
import { BackendError } from '@semantic-search/engine/backend';
import { ALL_CONCEPTS_FIELD } from '@semantic-search/query/api';
import { LRUCache } from 'lru-cache';
import type { Connection } from '../connection/connection.ts';
import { MAX_FACET_VALUES, type SearchBody } from './query.ts';
import {
  parseContexts,
  parseFields,
  parseSearchResponse,
  parseSuggestions,
  type RemoteContext,
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
  /** Maximum result offset, such as 10000; default: unlimited. */
  window?: number;
}

/** Concurrent calls of one request: a quarter of the 16 calls of a space, so that other requests do not starve. */
export const MAX_CONCURRENT_CALLS = 4;

export interface CallOptions {
  language?: string | undefined;
  signal?: AbortSignal | undefined;
}

export type RemoteClient = ReturnType<typeof openRemoteClient>;

/** Maximum time until a new field of the service appears as a facet. */
const METADATA_CACHE_MS = 60_000;
const EMPTY_SEARCH = { start: 0, count: 0, documentFacets: [], searchFacets: [], searchFilters: [] };

export function openRemoteClient(options: RemoteOptions, connection: Connection) {
  const { searchSpaceId } = options;

  async function loadMetadata() {
    const [contexts, fields] = await Promise.all([
      connection.query('context/all', {}).then(parseContexts),
      connection.query('context/fields', { query: { searchSpaceId } }).then(parseFields),
    ]);
    const context = contexts.find(({ id }) => id === searchSpaceId);
    if (!context) throw new BackendError('unknown-space', `There is no search space ${searchSpaceId}.`);
    return { context, facets: facetsOf(context, fields, options.facets) };
  }

  const cache = new LRUCache<string, Awaited<ReturnType<typeof loadMetadata>>>({
    max: 1,
    ttl: METADATA_CACHE_MS,
    // Searches that wait for metadata when these are discarded still get them.
    ignoreFetchAbort: true,
    fetchMethod: loadMetadata,
  });
  const metadata = async () => (await cache.fetch('metadata'))!;

  /** Language of a call; by default the language of the space. */
  async function locale(language: string | undefined): Promise<string> {
    return (language ?? options.languages?.[0] ?? (await metadata()).context.language) || 'en';
  }

  return {
    options,
    connection,
    locale,
    /** Discards the metadata, because a write may have added fields. */
    invalidate: () => cache.clear(),
    /** All available facets, derived from the fields of the space. */
    facets: async () => (await metadata()).facets,
    async languages() {
      if (options.languages) return options.languages;
      const { language } = (await metadata()).context;
      return language === '' ? [] : [language];
    },
    /** Searches in the language; by default for no documents, without facets and filters. */
    async search(body: Partial<SearchBody>, { language, signal }: CallOptions) {
      const json = { searchSpaceId, locale: await locale(language), ...EMPTY_SEARCH, ...body };
      return parseSearchResponse(await connection.query('search', { json }, signal));
    },
    async suggest(
      query: { searchString: string; count: number; context?: string | undefined; fuzzy?: true },
      { language, signal }: CallOptions,
    ) {
      const call = { query: { ...query, start: 0, locale: await locale(language), searchSpaceId } };
      return parseSuggestions(await connection.query('suggest/multi', call, signal));
    },
  };
}

/** A search that also counts its concepts, as a list or as a tree. */
export async function searchWithConcepts(
  facetMode: 'list' | 'tree',
  body: Partial<SearchBody>,
  remote: RemoteClient,
  options: CallOptions,
) {
  const searchFacets = [{ field: ALL_CONCEPTS_FIELD, facetMode }];
  const counting = { facetMinCount: 1, maxFacetCount: MAX_FACET_VALUES, searchFacets };
  const response = await remote.search({ ...counting, ...body }, options);
  const concepts = response.facets.find(({ field }) => field === ALL_CONCEPTS_FIELD)?.refiners ?? [];
  return { ...response, concepts };
}

function facetsOf(
  context: RemoteContext,
  fields: { field: string; label: string }[],
  fieldsByUri: RemoteOptions['facets'] = {},
): Facet[] {
  const labels = new Map(fields.map(({ field, label }) => [field, label]));
  const uris = new Map(Object.entries(fieldsByUri).map(([uri, field]) => [field, uri]));
  return context.fields.flatMap(
    (field) => facetOf(field, labels.get(field) ?? field, uris.get(field) ?? field) ?? [],
  );
}

/** The facet of a field; undefined for any other field, such as a text field. */
function facetOf(field: string, label: string, uri: string): Facet | undefined {
  if (field.startsWith('dyn_uri_')) return { uri, field, label, kind: 'concept', hierarchical: true };
  const [, prefix, name] = /^dyn_(lit|flt)_(.+)$/.exec(field) ?? [];
  if (!name) return undefined;
  const numeric = name === 'date' ? 'date' : 'number';
  return { uri: name, field, label, kind: prefix === 'lit' ? 'literal' : numeric, hierarchical: false };
}

/** `reference` is the field or the URI of a facet. */
export function findFacet(reference: string, facets: Facet[]): Facet | undefined {
  return facets.find(({ field, uri }) => field === reference || uri === reference);
}

/** Facet lookup for `typedSelections`. Calls to the service have already replaced labels of concepts by URIs. */
export const selectionLookup = (facets: Facet[]) => ({
  find(reference: string) {
    const facet = findFacet(reference, facets);
    return facet && { facet };
  },
  conceptsNamed: () => [],
});

/** The fields of the facets that the space has. */
export function referencedFields(references: string[], facets: Facet[]) {
  return references.flatMap((reference) => {
    const facet = findFacet(reference, facets);
    return facet ? [{ reference, field: facet.field }] : [];
  });
}
