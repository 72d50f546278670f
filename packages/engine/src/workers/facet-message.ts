/** Search results as messages: facet values in a flat list, cloned five times as fast as objects. */
import type { FacetCount, SearchResult } from '../api.ts';

/** In reverse order, for `pop`: the number of values, then each value with its children; null in place of children. */
type FlatValues = (string | number | null)[];

export const toMessage = ({ facets, ...result }: SearchResult) => ({
  ...result,
  facets: facets.map(({ field, values }) => ({ field, values: flatten(values, []).reverse() })),
});

export const fromMessage = ({ facets, ...result }: ReturnType<typeof toMessage>): SearchResult => ({
  ...result,
  facets: facets.map(({ field, values }) => ({ field, values: restore(values)! })),
});

function flatten(values: FacetCount[] | null, flat: FlatValues): FlatValues {
  flat.push(values?.length ?? null);
  for (const { label, value, count, children } of values ?? []) {
    flat.push(label, value, count);
    flatten(children, flat);
  }
  return flat;
}

function restore(flat: FlatValues): FacetCount[] | null {
  const length = flat.pop() as number | null;
  if (length === null) return null;
  return Array.from({ length }, () => {
    const [label, value, count] = [flat.pop(), flat.pop(), flat.pop()] as [string, string | null, number];
    return { label, value, count, children: restore(flat) };
  });
}
