/** Default queries for tests, and the sums of parts of scores. */
import type { FacetRequest, ScorePart, SearchQuery } from '../../src/api.ts';

/** Matches all documents, without facets. */
export const everything: SearchQuery = {
  input: '',
  selected: [],
  excluded: [],
  facets: [],
  documentFacets: [],
  sort: { field: 'relevance', direction: 'desc' },
  start: 0,
  count: 10,
  summaryLength: 200,
};

/** Requests the ten most frequent values. */
export function facetRequest(field: string, more: Partial<FacetRequest> = {}): FacetRequest {
  return {
    field,
    mode: 'flat',
    depth: 0,
    limit: 10,
    sorting: 'count',
    order: 'desc',
    includeEmpty: false,
    ...more,
  };
}

/** The score that its parts make. */
export function scoreOf(parts: readonly ScorePart[] = []): number {
  const sum = parts.reduce((total, { score = 0 }) => total + score, 0);
  return parts.reduce((product, { factor = 1 }) => product * factor, sum);
}

/** Factors of the boosts, in the order of the query. */
export function boostFactors(parts: readonly ScorePart[] = []): number[] {
  return parts.flatMap(({ kind, factor = 1 }) => (kind === 'boost' ? [factor] : []));
}

/** Parts without their numbers, in a fixed order. */
export function partNames(parts: readonly ScorePart[] = []): string[] {
  return parts.map(({ kind, text }) => `${kind} ${text}`.trim()).sort();
}
