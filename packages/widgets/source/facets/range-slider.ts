/** Two thumbs under the histogram, stopping at the edges of its bars: as far apart for small numbers as for large ones. */
import type { FacetGroup } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { parseRange } from './range.ts';
import { rangeLabel } from './range-label.ts';

interface SliderView {
  group: FacetGroup;
  /** Label of the range chosen now, as `[10 TO 100]`; empty when there is none. */
  chosen: string;
  locale: Locale;
  choose(label: string): void;
}

/** Milliseconds after the last step: each key makes one, and only where a thumb comes to rest is chosen. */
const quiet = 400;
let settling: ReturnType<typeof setTimeout> | undefined;

export function rangeSlider({ group, chosen, locale, choose }: SliderView): TemplateResult | typeof nothing {
  const edges = edgesOf(group);
  // It stands at the foot of the histogram, which two bars do not make.
  if (edges.length < 4 || group.facets.length < 3) return nothing;
  const last = edges.length - 1;
  const range = parseRange(chosen);
  const low = range?.from ? nearest(edges, Number(range.from)) : 0;
  const high = range?.to ? nearest(edges, Number(range.to)) : last;
  const apply = (slider: HTMLElement) => {
    const [one, other] = [...slider.querySelectorAll('input')].map((input) => Number(input.value));
    const [from, to] = [Math.min(one!, other!), Math.max(one!, other!)];
    choose(rangeLabel(from === 0 ? '' : String(edges[from]), to === last ? '' : String(edges[to])));
  };
  const change = ({ currentTarget }: Event) => {
    clearTimeout(settling);
    settling = setTimeout(() => apply(currentTarget as HTMLElement), quiet);
  };
  const tell = (event: Event) => {
    const input = event.target as HTMLInputElement;
    input.setAttribute('aria-valuetext', locale.figure(edges[Number(input.value)]!));
  };
  const thumb = (name: 'from' | 'to', at: number) => html`<input
    type="range"
    min="0"
    max=${last}
    step="1"
    .value=${String(at)}
    aria-label=${locale.text('pair', { name: group.label, value: locale.text(name) })}
    aria-valuetext=${locale.figure(edges[at]!)}
    @input=${tell}
  />`;
  return html`<div class="slider" @change=${change}>${thumb('from', low)}${thumb('to', high)}</div>`;
}

/** The bounds of the ranges on offer, in order; none where the labels are not ranges of numbers. */
export function edgesOf({ facets }: FacetGroup): number[] {
  const bounds = facets.flatMap(({ label }) => label.split(' – ').map(Number.parseFloat));
  return bounds.every(Number.isFinite) ? [...new Set(bounds)].sort((a, b) => a - b) : [];
}

function nearest(edges: readonly number[], value: number): number {
  const distances = edges.map((edge) => Math.abs(edge - value));
  return distances.indexOf(Math.min(...distances));
}
