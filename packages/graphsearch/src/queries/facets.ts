/** Facet values in the requested depth, order and number. */
import type { Facet, FacetCount, FacetRequest } from '@semantic-search/engine';
import { parseRange } from '@semantic-search/engine/building-blocks';
import type { RemoteRefiner } from '../space/responses.ts';

const collator = new Intl.Collator('en', { numeric: true });

/** `refiners` are the values as counted by the service in the facet mode of the request. */
export function facetValues(
  { mode, depth: maxDepth, sorting, order, limit, includeEmpty }: FacetRequest,
  kind: Facet['kind'],
  refiners: RemoteRefiner[],
): FacetCount[] {
  const isTree = mode === 'hierarchical' && kind === 'concept';
  const direction = order === 'asc' ? 1 : -1;
  // Ranges are ordered by their lower bound instead of their label.
  const lowerBound = ({ label }: RemoteRefiner) =>
    isNumeric(kind) ? (parseRange(label, kind)?.from ?? Number.NEGATIVE_INFINITY) : 0;
  const byLabel = (a: RemoteRefiner, b: RemoteRefiner) =>
    Math.sign(lowerBound(a) - lowerBound(b)) || collator.compare(a.label, b.label);
  const valuesAt = (depth: number, counted: RemoteRefiner[]): FacetCount[] =>
    counted
      .filter(({ count }) => includeEmpty || count > 0)
      .map((refiner) => ({ ...refiner, label: selectableLabel(refiner.label, kind) }))
      .sort((a, b) =>
        sorting === 'count' ? direction * (a.count - b.count) || byLabel(a, b) : direction * byLabel(a, b),
      )
      .slice(0, limit)
      .map(({ label, value, count, children }) => ({
        label,
        value: kind === 'concept' ? value : null,
        count,
        children: isTree ? valuesAt(depth + 1, depth === maxDepth ? [] : children) : null,
      }));
  return valuesAt(1, refiners);
}

/** Adds the counts of equal values, from searches that have no document in common. */
export function sumOf(refiners: RemoteRefiner[]): RemoteRefiner[] {
  const groups = Map.groupBy(refiners, ({ label, value }) => `${value ?? ''} ${label}`);
  return Array.from(groups.values(), (group) => ({
    ...group[0]!,
    count: group.reduce((sum, { count }) => sum + count, 0),
    children: sumOf(group.flatMap(({ children }) => children)),
  }));
}

/** A single number or date becomes a range. */
function selectableLabel(label: string, kind: Facet['kind']): string {
  if (!isNumeric(kind) || parseRange(label, kind)) return label;
  const range = `[${label} TO ${label}]`;
  return parseRange(range, kind) ? range : label;
}

const isNumeric = (kind: Facet['kind']) => kind === 'number' || kind === 'date';
