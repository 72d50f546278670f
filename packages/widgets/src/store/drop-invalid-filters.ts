/** Query repair: removes filters that the service rejected (lazy). */
import type { FieldError } from '@semantic-search/contract';
import { type ChosenFacet, emptyQuestion, type QueryState } from './query-state.ts';

/** Without what the service found fault with; undefined where nothing of that can go. */
export function withoutFaults(question: QueryState, faults: readonly FieldError[]): QueryState | undefined {
  const next = { ...question };
  let isMended = false;
  for (const { key } of faults) {
    const [member, index, part] = key.split(/[[\].]+/);
    const fault = member === 'selectedFacets' && question.selectedFacets[Number(index)];
    const isGone = (facet: ChosenFacet) => fault && (part ? facet.field === fault.field : facet === fault);
    if (fault) next.selectedFacets = next.selectedFacets.filter((facet) => !isGone(facet));
    else if (member === 'start') next.start = 0;
    else if (member === 'dateRange') next.dateRange = emptyQuestion.dateRange;
    else continue;
    isMended = true;
  }
  return isMended && JSON.stringify(next) !== JSON.stringify(question) ? next : undefined;
}
