/** Two-thumb range slider that snaps to the histogram's bar edges. */
import type { Refiner } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { MIN_BARS } from './histogram.ts';
import { parseRange } from './range.ts';
import { rangeLabel } from './range-label.ts';

interface SliderView {
  /** Name of the facet, for the labels of the thumbs. */
  facet: string;
  /** The ranges on offer, in order. */
  bars: readonly Refiner[];
  /** Label of the range chosen now, as `[10 TO 100]`; empty when there is none. */
  chosen: string;
  locale: Locale;
  choose(label: string): void;
}

/** Milliseconds after the last step: each key makes one, and only where a thumb comes to rest is chosen. */
const rest = 400;
/** Of each slider its own: a visitor may go on to the next before the first has come to rest. */
const resting = new WeakMap<EventTarget, ReturnType<typeof setTimeout>>();

export function rangeSlider(view: SliderView): TemplateResult | typeof nothing {
  const { facet, bars, chosen, locale, choose } = view;
  const stops = stopsOf(bars);
  // It stands at the foot of the histogram, which two bars do not make.
  if (!stops || bars.length < MIN_BARS) return nothing;
  const { starts, ends } = stops;
  const last = bars.length;
  const range = parseRange(chosen);
  const low = range?.from ? starts.indexOf(nearest(starts, Number(range.from))) : 0;
  const high = range?.to ? ends.lastIndexOf(nearest(ends, Number(range.to))) : last;
  const apply = (slider: HTMLElement) => {
    const [one, other] = [...slider.querySelectorAll('input')].map((input) => Number(input.value));
    // Both at one stop, they hold the bar that begins there.
    const from = Math.min(one!, other!, last - 1);
    const to = Math.max(one!, other!, from + 1);
    choose(rangeLabel(from === 0 ? '' : String(starts[from]), to === last ? '' : String(ends[to])));
  };
  const change = ({ currentTarget }: Event) => {
    const slider = currentTarget as HTMLElement;
    clearTimeout(resting.get(slider));
    resting.set(
      slider,
      setTimeout(() => apply(slider), rest),
    );
  };
  const thumb = (name: 'from' | 'to', at: number, values: readonly number[]) => {
    const tell = ({ target }: Event) => {
      const input = target as HTMLInputElement;
      input.setAttribute('aria-valuetext', locale.figure(values[Number(input.value)]!));
    };
    return html`<input
      type="range"
      min="0"
      max=${last}
      step="1"
      .value=${String(at)}
      aria-label=${locale.text('pair', { name: facet, value: locale.text(name) })}
      aria-valuetext=${locale.figure(values[at]!)}
      @input=${tell}
    />`;
  };
  return html`<div class="slider" @change=${change}>${thumb('from', low, starts)}${thumb('to', high, ends)}</div>`;
}

/**
 * What the stops mean to the lower and to the upper thumb: with `1800 – 1849` and `1850 – 1899` the one stop between them
 * is 1850 to begin with and 1849 to end with; of numbers both are the same. Undefined where the labels are no such ranges.
 */
export function stopsOf(bars: readonly Refiner[]): { starts: number[]; ends: number[] } | undefined {
  const bounds = bars.map(({ label }) => label.split(' – ').map(Number));
  if (!bounds.flat().every(Number.isFinite)) return undefined;
  const [starts, ends] = [bounds.map((pair) => pair[0]!), bounds.map((pair) => pair.at(-1)!)];
  return { starts: [...starts, ...ends.slice(-1)], ends: [...starts.slice(0, 1), ...ends] };
}

const nearest = (stops: readonly number[], value: number): number =>
  stops.reduce((best, stop) => (Math.abs(stop - value) < Math.abs(best - value) ? stop : best));
