/** Facet values in the requested depth, order and number. Pure functions. */
import type { Facet, FacetCount, FacetRequest } from '@semantic-search/engine';
import { parseRange } from '@semantic-search/engine/building-blocks';
import type { RemoteRefiner } from '../space/responses.ts';

const collator = new Intl.Collator('en', { numeric: true });

/** `refiners` are the values as counted by the service in the facet mode of the request. */
export function facetValues(
  facetQuery: FacetRequest,
  kind: Facet['kind'],
  refiners: RemoteRefiner[],
): FacetCount[] {
  const nested = facetQuery.mode === 'hierarchical' && kind === 'concept';
  const level = (counted: RemoteRefiner[], depth: number): FacetCount[] => {
    const deeper = nested && (facetQuery.depth === 0 || depth < facetQuery.depth);
    return ordered(facetQuery, kind, counted).map(({ label, value, count, children }) => ({
      label: kind === 'number' || kind === 'date' ? rangeLabel(label, kind) : label,
      value: kind === 'concept' ? value : null,
      count,
      children: nested ? (deeper ? level(children, depth + 1) : []) : null,
    }));
  };
  return level(refiners, 1);
}

/** Values as counted for documents of either set; the sets have no common document. */
export function sumOf(refiners: RemoteRefiner[]): RemoteRefiner[] {
  const groups = Map.groupBy(refiners, ({ label, value }) => `${value ?? ''} ${label}`);
  return Array.from(groups.values(), (group) => ({
    ...group[0]!,
    count: group.reduce((sum, { count }) => sum + count, 0),
    children: sumOf(group.flatMap(({ children }) => children)),
  }));
}

/** Ranges ordered by label are ordered by their lower bound. */
function ordered(facetQuery: FacetRequest, kind: Facet['kind'], refiners: RemoteRefiner[]): RemoteRefiner[] {
  const { sorting, order, limit, includeEmpty } = facetQuery;
  const direction = order === 'asc' ? 1 : -1;
  const begin = ({ label }: RemoteRefiner) =>
    kind === 'number' || kind === 'date'
      ? (parseRange(rangeLabel(label, kind), kind)?.from ?? Number.NEGATIVE_INFINITY)
      : 0;
  const byLabel = (a: RemoteRefiner, b: RemoteRefiner) =>
    Math.sign(begin(a) - begin(b)) || collator.compare(a.label, b.label);
  return refiners
    .filter(({ count }) => includeEmpty || count > 0)
    .sort((a, b) =>
      sorting === 'count' ? direction * (a.count - b.count) || byLabel(a, b) : direction * byLabel(a, b),
    )
    .slice(0, limit);
}

/** Converts a single number or date to a selectable range. */
function rangeLabel(label: string, kind: 'number' | 'date'): string {
  if (parseRange(label, kind)) return label;
  const bracketed = `[${label} TO ${label}]`;
  return parseRange(bracketed, kind) ? bracketed : label;
}
