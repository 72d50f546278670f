/** Facet values in the requested depth, order and number. */
import type { Facet, FacetCount, FacetRequest } from '@semantic-search/engine';
import { parseRange } from '@semantic-search/engine/building-blocks';
import type { RemoteRefiner } from '../space/responses.ts';

/** `refiners` are the values at the level `depth`, as counted by the service in the facet mode of the request. */
export function facetValues(
  request: FacetRequest,
  kind: Facet['kind'],
  refiners: RemoteRefiner[],
  depth = 1,
): FacetCount[] {
  const offered = refiners.filter(({ count }) => request.includeEmpty || count > 0);
  const labeled = offered.map((refiner) => ({ ...refiner, label: selectableLabel(refiner.label, kind) }));
  const shown = labeled.sort(comparator(request, kind)).slice(0, request.limit);
  const isTree = request.mode === 'hierarchical' && kind === 'concept';
  const valuesBelow = (children: RemoteRefiner[]) =>
    depth === request.depth ? [] : facetValues(request, kind, children, depth + 1);
  return shown.map(({ label, value, count, children }) => ({
    label,
    value: kind === 'concept' ? value : null,
    count,
    children: isTree ? valuesBelow(children) : null,
  }));
}

/** Compares by count or label; values with equal counts are always in ascending order of their labels. */
function comparator({ sorting, order }: FacetRequest, kind: Facet['kind']) {
  const direction = order === 'asc' ? 1 : -1;
  return (a: RemoteRefiner, b: RemoteRefiner): number => {
    const byLabel = compareLabels(a.label, b.label, kind);
    return sorting === 'count' ? direction * (a.count - b.count) || byLabel : direction * byLabel;
  };
}

const collator = new Intl.Collator('en', { numeric: true });

/** Ranges are ordered by their lower bound, and other labels by their text. */
function compareLabels(a: string, b: string, kind: Facet['kind']): number {
  const range = (label: string) => (isNumeric(kind) ? parseRange(label, kind) : undefined);
  const [first, second] = [range(a)?.from ?? -Infinity, range(b)?.from ?? -Infinity];
  if (first !== second) return first < second ? -1 : 1;
  return collator.compare(a, b);
}

/** Merges equal values, and adds up their counts, which are from searches without a common document. */
export function mergeEqualValues(refiners: RemoteRefiner[]): RemoteRefiner[] {
  const groups = Map.groupBy(refiners, ({ label, value }) => `${value ?? ''} ${label}`);
  return Array.from(groups.values(), (group) => ({
    ...group[0]!,
    count: group.reduce((sum, { count }) => sum + count, 0),
    children: mergeEqualValues(group.flatMap(({ children }) => children)),
  }));
}

/** A single number or date becomes a range. */
function selectableLabel(label: string, kind: Facet['kind']): string {
  if (!isNumeric(kind) || parseRange(label, kind)) return label;
  const range = `[${label} TO ${label}]`;
  return parseRange(range, kind) ? range : label;
}

const isNumeric = (kind: Facet['kind']) => kind === 'number' || kind === 'date';
