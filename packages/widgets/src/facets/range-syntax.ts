/** Names of facet values; ranges of numbers and dates: custom ranges of the API and predefined ones. */
import type { FacetGroup, Refiner } from '@semantic-search/contract';
import type { Locale } from '../locale/locale.ts';
import { identify, isRange, languageFacet } from '../store/facet-values.ts';
import type { QueryState } from '../store/query-state.ts';

export interface Range {
  from: string;
  to: string;
}

/** The bounds of a custom range `[10 TO *]` (reference/http-api.md#ranges), empty if open; undefined for other labels. */
export function parseRange(label: string): Range | undefined {
  const [, from, to] = /^\[(\S+) TO (\S+)\]$/.exec(label) ?? [];
  return from && to ? { from: from.replace('*', ''), to: to.replace('*', '') } : undefined;
}

/** The display name of a facet value: a range as `10 – 100` or `≥ 10` in localized numbers, a language, or the label. */
export function valueName(field: string, refiner: Pick<Partial<Refiner>, 'label' | 'value'>, locale: Locale) {
  const { name: label } = identify(field, refiner);
  if (field === languageFacet) return locale.language(label);
  if (!isRange(field)) return label;
  const [, low = '', high = ''] = /^(\S+) – (\S+)$/.exec(label) ?? [];
  const { from, to } = parseRange(label) ?? { from: low, to: high };
  const figure = (text: string) => (Number.isFinite(Number(text)) ? locale.figure(Number(text)) : text);
  if (from && to) return `${figure(from)} – ${figure(to)}`;
  if (from) return `≥ ${figure(from)}`;
  return to ? `≤ ${figure(to)}` : label;
}

/** The bounds of a predefined range such as `10 – 20`, or twice the number of a single value; NaN for another label. */
export function predefinedBounds(label: string): [low: number, high: number] {
  const bounds = label.split(' – ').map(Number);
  return [bounds[0]!, bounds.at(-1)!];
}

/** The lowest and the highest value of the predefined ranges of a facet; undefined if it has none with numbers. */
export function limitsOf({ facets }: FacetGroup): { from: number; to: number } | undefined {
  const bounds = facets.flatMap(({ label }) => predefinedBounds(label));
  return bounds.length && bounds.every(Number.isFinite)
    ? { from: Math.min(...bounds), to: Math.max(...bounds) }
    : undefined;
}

/** Whether a date range has a bound other than the first or last day of a year, so that it is shown in days. */
export const isExact = ({ from, to }: QueryState['dateRange']): boolean =>
  (from !== '' && !from.endsWith('-01-01')) || (to !== '' && !to.endsWith('-12-31'));

/** Label of a custom range; empty if both bounds are open. Swaps bounds in the wrong order, and writes `1e3` as `1000`. */
export function rangeLabel(from: string, to: string): string {
  if (!from && !to) return '';
  const [low, high] = from && to && Number(from) > Number(to) ? [to, from] : [from, to];
  const bound = (text: string) => (text ? String(Number(text)) : '*');
  return `[${bound(low)} TO ${bound(high)}]`;
}
