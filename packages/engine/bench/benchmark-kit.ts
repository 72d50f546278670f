/** File formats of the benchmark kit: documents, queries and ground truth, and their conversion. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { crc32 } from 'node:zlib';
import { DEFAULT_QUERY_SETTINGS, type QuerySettings } from '@semantic-search/query';
import {
  type DocumentInput,
  type FacetCount,
  type FacetSelection,
  type SearchQuery,
  type SearchResult,
  STANDARD_MEMBERS,
} from '../src/index.ts';

/** Facets counted by every query, with the maximum number of values: as many as the peer returns. */
const countedFacets = { type: 100, language: 100, publisher: 50, subjects: 100, decade: 100 };
export type CountedFacet = keyof typeof countedFacets;
export const countedFacetNames = Object.keys(countedFacets) as CountedFacet[];

export interface BenchmarkQuery {
  class: string;
  /** The text typed. */
  input: string;
  /** Complete words, all required. */
  terms: string[];
  /** The unfinished last word. */
  prefix: string | null;
  /** Adjacent words in the title or in the description. */
  phrase: string[] | null;
  selected: { facet: CountedFacet | 'domains'; value: string }[];
}

export interface GroundTruth extends BenchmarkQuery {
  total: number;
  /** Counts by facet and value, without zeros. */
  facets: Record<string, Record<string, number>>;
}

/** No query expansion, as in the peer and the ground truth. */
export const EXACT_SETTINGS: QuerySettings = { ...DEFAULT_QUERY_SETTINGS, expanding: false, relaxing: false };

/** Prefix of attribute values: the engine does not search the words of an address. */
const ADDRESS = 'urn:';

/** The peer and the ground truth search title and description only, so attribute values become addresses. */
export function withUnsearchedAttributes(document: DocumentInput): DocumentInput {
  const isSearched = (name: string) => !STANDARD_MEMBERS.has(name) && name !== 'language';
  const unsearched = (value: unknown) => (typeof value === 'string' ? addressOf(value) : value);
  const members = Object.entries(document).map(([name, value]) => {
    if (!isSearched(name)) return [name, value];
    return [name, Array.isArray(value) ? value.map(unsearched) : unsearched(value)];
  });
  return Object.fromEntries(members) as DocumentInput;
}

function addressOf(value: string): string {
  return `${ADDRESS}${encodeURIComponent(value)}`;
}

/** Invisible characters separate words in the kit, but not in the engine; spaces separate words in both. */
const unseen = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/** Adds the decade, since the ranges of a date facet depend on all dates, and a number of which few are large. */
export function documentOf(line: string): DocumentInput {
  const document = JSON.parse(line.replace(unseen, ' ')) as DocumentInput;
  const popularity = Math.floor(1e6 / (1 + (crc32(document.id) % 100_000)));
  const decade = /^(\d{3})\d/.exec(String(document.date ?? ''))?.[1];
  return withUnsearchedAttributes({
    ...document,
    popularity,
    ...(decade !== undefined && { decade: `${decade}0` }),
  });
}

export async function* documentsIn(file: string): AsyncGenerator<DocumentInput> {
  const input = createReadStream(file);
  try {
    for await (const line of createInterface({ input })) {
      if (line !== '') yield documentOf(line);
    }
  } finally {
    // Otherwise reading would continue during the measurement.
    input.destroy();
  }
}

export async function firstDocuments(file: string, count: number): Promise<DocumentInput[]> {
  const found: DocumentInput[] = [];
  for await (const document of documentsIn(file)) {
    if (found.push(document) === count) break;
  }
  return found;
}

/** Requests ten documents with snippets and the counts of five facets; with `complete` all counts. */
export function toSearchQuery(query: BenchmarkQuery, { complete = false } = {}): SearchQuery {
  return {
    // A trailing space completes the last word.
    input: query.prefix === null ? `${query.input} ` : query.input,
    selected: selectionsOf(query),
    excluded: [],
    facets: countedFacetNames.map((facet) => ({
      field: fieldOf(facet),
      mode: 'flat',
      depth: 0,
      limit: complete ? Number.MAX_SAFE_INTEGER : countedFacets[facet],
      sorting: 'count',
      order: 'desc',
      includeEmpty: false,
    })),
    documentFacets: [],
    sort: { field: 'relevance', direction: 'desc' },
    start: 0,
    count: 10,
    summaryLength: 300,
  };
}

/** Whether the total and all facet counts equal the ground truth. */
export function isCorrect(result: SearchResult, { total, facets }: GroundTruth): boolean {
  return (
    result.total === total &&
    countedFacetNames.every((facet) => {
      const counted = result.facets.find(({ field }) => field === fieldOf(facet))?.values ?? [];
      const expected = facets[facet] ?? {};
      return (
        counted.length === Object.keys(expected).length &&
        counted.every((value) => expected[nameOf(value)] === value.count)
      );
    })
  );
}

/** Row of a table: the query class, and separately its queries with filters. */
export function rowOf(query: BenchmarkQuery): string {
  return query.selected.length > 0 ? `${query.class} selected` : query.class;
}

function fieldOf(facet: string): string {
  return facet === 'subjects' ? 'dyn_uri_all_concepts' : `dyn_lit_${facet}`;
}

function nameOf({ value, label }: FacetCount): string {
  return value ?? (label.startsWith(ADDRESS) ? decodeURIComponent(label.slice(ADDRESS.length)) : label);
}

function selectionsOf({ selected }: BenchmarkQuery): FacetSelection[] {
  const byField = Map.groupBy(selected, ({ facet }) => fieldOf(facet));
  return [...byField].map(([field, choices]) => ({
    field,
    values: choices.map(({ facet, value }) =>
      facet === 'subjects'
        ? { concept: value }
        : { literal: facet === 'language' ? value : addressOf(value) },
    ),
  }));
}
