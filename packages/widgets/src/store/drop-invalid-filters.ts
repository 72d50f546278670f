/** Query repair: removes filters that the service rejected (lazy). */
import type { FieldError } from '@semantic-search/contract';
import { initialQuery, type QueryState, type SelectedValue } from './query-state.ts';

/** The query without the filters that the service rejected; undefined if none of them can be removed. */
export function dropInvalidFilters(query: QueryState, faults: readonly FieldError[]): QueryState | undefined {
  const next = { ...query };
  let isMended = false;
  for (const { key } of faults) {
    const [member, index, part] = key.split(/[[\].]+/);
    const fault = member === 'selectedFacets' && query.selectedFacets[Number(index)];
    const isGone = (facet: SelectedValue) => fault && (part ? facet.field === fault.field : facet === fault);
    if (fault) next.selectedFacets = next.selectedFacets.filter((facet) => !isGone(facet));
    else if (member === 'start') next.start = 0;
    else if (member === 'dateRange') next.dateRange = initialQuery.dateRange;
    else continue;
    isMended = true;
  }
  return isMended && JSON.stringify(next) !== JSON.stringify(query) ? next : undefined;
}
