/** Counted facets as the question wants them: in its depth, order and number, whatever the service did. Pure. */
import { type Facet, type FacetCount, type FacetQuestion, parseRange } from '@semantic-search/engine';
import type { RemoteRefiner } from './responses.ts';

const collator = new Intl.Collator('en', { numeric: true });

/** `refiners` as the service counted them in the mode of the question. */
export function facetValues(
  question: FacetQuestion,
  kind: Facet['kind'],
  refiners: RemoteRefiner[],
): FacetCount[] {
  const nested = question.mode === 'hierarchical' && kind === 'concept';
  const level = (found: RemoteRefiner[], depth: number): FacetCount[] => {
    const deeper = nested && (question.depth === 0 || depth < question.depth);
    return ordered(question, kind, found).map(({ label, value, count, children }) => ({
      label: kind === 'number' || kind === 'date' ? rangeLabel(label, kind) : label,
      value: kind === 'concept' ? value : null,
      count,
      children: nested ? (deeper ? level(children, depth + 1) : []) : null,
    }));
  };
  return level(refiners, 1);
}

/** Ranges by label are in the order of what they span. */
function ordered(question: FacetQuestion, kind: Facet['kind'], refiners: RemoteRefiner[]): RemoteRefiner[] {
  const { sorting, order, limit, includeEmpty } = question;
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

/** A single number or date becomes a range that can be selected. */
function rangeLabel(label: string, kind: 'number' | 'date'): string {
  if (parseRange(label, kind)) return label;
  const bracketed = `[${label} TO ${label}]`;
  return parseRange(bracketed, kind) ? bracketed : label;
}
