/** Documents, queries and truth in the form of the benchmark kit, and what they are to a search space. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { DocumentInput, FacetCount, FacetSelection, SearchQuery, SearchResult } from '../src/index.ts';
import type { QueryOptions } from '../src/query/query-plan.ts';

/** Facets that every query counts, with the most values that a timed answer carries: as many as the peer's. */
const countedFacets = { type: 100, language: 100, publisher: 50, subjects: 100, decade: 100 };
export type CountedFacet = keyof typeof countedFacets;
export const countedFacetNames = Object.keys(countedFacets) as CountedFacet[];

export interface BenchmarkQuery {
  class: string;
  /** What a person would type. */
  input: string;
  /** Whole words, all required. */
  terms: string[];
  /** The unfinished last word. */
  prefix: string | null;
  /** Words that stand side by side in the title or in the description. */
  phrase: string[] | null;
  selected: { facet: CountedFacet | 'domains'; value: string }[];
}

export interface GroundTruth extends BenchmarkQuery {
  total: number;
  /** By facet, then by value, without zeros. */
  facets: Record<string, Record<string, number>>;
}

/** Exactly the words typed, and nothing beyond: the task of the peer and of the truth. */
export const EXACT_OPTIONS: QueryOptions = {
  stemming: false,
  stopWords: false,
  typos: false,
  synonyms: false,
  concepts: false,
  relaxing: false,
};

/** Soft hyphens and joiners part words for the kit; for a space they are nothing, so they become what parts words for both. */
const unseen = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/** Attributes become facets by themselves; the decade is made one, since a date has ranges that depend on all dates. */
export function documentOf(line: string): DocumentInput {
  const document = JSON.parse(line.replace(unseen, ' ')) as DocumentInput;
  const decade = /^(\d{3})\d/.exec(String(document.date ?? ''))?.[1];
  return decade === undefined ? document : { ...document, decade: `${decade}0` };
}

export async function* documentsIn(file: string): AsyncGenerator<DocumentInput> {
  const input = createReadStream(file);
  try {
    for await (const line of createInterface({ input })) {
      if (line !== '') yield documentOf(line);
    }
  } finally {
    // Else the file is read on beside whatever is measured then.
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

/** The ten best with a summary and the counts of five facets; all counts where `complete`. */
export function toSearchQuery(query: BenchmarkQuery, { complete = false } = {}): SearchQuery {
  return {
    // A word at the very end of the input may go on: a space ends it.
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

/** True when the total and every count of every facet are as they should be. */
export function isCorrect(answer: SearchResult, { total, facets }: GroundTruth): boolean {
  return (
    answer.total === total &&
    countedFacetNames.every((facet) => {
      const counted = answer.facets.find(({ field }) => field === fieldOf(facet))?.values ?? [];
      const wanted = facets[facet] ?? {};
      return (
        counted.length === Object.keys(wanted).length &&
        counted.every((value) => wanted[nameOf(value)] === value.count)
      );
    })
  );
}

/** The rows of the tables: a class, and apart from it its queries with something selected. */
export function rowOf(query: BenchmarkQuery): string {
  return query.selected.length > 0 ? `${query.class} selected` : query.class;
}

function fieldOf(facet: string): string {
  return facet === 'subjects' ? 'dyn_uri_all_concepts' : `dyn_lit_${facet}`;
}

function nameOf({ value, label }: FacetCount): string {
  return value ?? label;
}

function selectionsOf({ selected }: BenchmarkQuery): FacetSelection[] {
  const byField = Map.groupBy(selected, ({ facet }) => fieldOf(facet));
  return [...byField].map(([field, choices]) => ({
    field,
    values: choices.map(({ facet, value }) =>
      facet === 'subjects' ? { concept: value } : { literal: value },
    ),
  }));
}
