/** Two-thumb range slider that snaps to the histogram's bar edges. */
import type { Refiner } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { MIN_BARS } from './histogram.ts';
import { parseRange, type Range, rangeLabel } from './range.ts';

interface SliderView {
  /** Name of the facet, for the accessible names of the thumbs. */
  facet: string;
  /** The predefined ranges, in order. */
  bars: readonly Refiner[];
  /** Label of the selected custom range, such as `[10 TO 100]`; empty if there is none. */
  customRange: string;
  locale: Locale;
  choose(label: string): void;
}

/** Each key press is a change event; the range is applied when the thumb rests. */
const CHANGE_DEBOUNCE_MS = 400;
/** One timer per slider: a visitor may move the next slider before the first one is applied. */
const timers = new WeakMap<EventTarget, ReturnType<typeof setTimeout>>();

export function rangeSlider(view: SliderView): TemplateResult | typeof nothing {
  const { facet, bars, customRange, locale, choose } = view;
  const stops = stopsOf(bars);
  // The slider belongs to the histogram, which needs as many bars.
  if (!stops || bars.length < MIN_BARS) return nothing;
  const { starts, ends } = stops;
  const last = bars.length;
  const range = parseRange(customRange);
  const low = range?.from ? starts.indexOf(nearest(starts, Number(range.from))) : 0;
  const high = range?.to ? ends.lastIndexOf(nearest(ends, Number(range.to))) : last;
  const boundsOf = (slider: HTMLElement): Range => {
    const [one, other] = [...slider.querySelectorAll('input')].map((input) => Number(input.value));
    // Two thumbs at one stop select the bar that begins there.
    const from = Math.min(one!, other!, last - 1);
    const to = Math.max(one!, other!, from + 1);
    return { from: from === 0 ? '' : String(starts[from]), to: to === last ? '' : String(ends[to]) };
  };
  const apply = (slider: HTMLElement) => {
    const { from, to } = boundsOf(slider);
    choose(rangeLabel(from, to));
  };
  const slide = ({ currentTarget }: Event) => {
    const slider = currentTarget as HTMLElement;
    const bounds = boundsOf(slider);
    for (const name of ['from', 'to'] as const) {
      const field = slider.parentElement!.querySelector<HTMLInputElement>(`.ends [name=${name}]`);
      if (field) field.value = bounds[name];
    }
  };
  const change = ({ currentTarget }: Event) => {
    const slider = currentTarget as HTMLElement;
    clearTimeout(timers.get(slider));
    timers.set(
      slider,
      setTimeout(() => apply(slider), CHANGE_DEBOUNCE_MS),
    );
  };
  const thumb = (name: 'from' | 'to', at: number, values: readonly number[]) => {
    const updateValueText = ({ target }: Event) => {
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
      @input=${updateValueText}
    />`;
  };
  return html`<div class="slider" @change=${change} @input=${slide}>${thumb('from', low, starts)}${thumb('to', high, ends)}</div>
    <p class="axis" aria-hidden="true">${[starts[0]!, starts[Math.round(last / 2)]!, ends[last]!].map((stop) => html`<bdi>${locale.figure(stop)}</bdi>`)}</p>`;
}

/**
 * The values of the stops for the lower and the upper thumb. Between `1800 – 1849` and `1850 – 1899`, a range starts at 1850
 * or ends at 1849; for continuous numbers both are the same. Undefined if a label is not a numeric range.
 */
export function stopsOf(bars: readonly Refiner[]): { starts: number[]; ends: number[] } | undefined {
  const bounds = bars.map(({ label }) => label.split(' – ').map(Number));
  if (!bounds.flat().every(Number.isFinite)) return undefined;
  const [starts, ends] = [bounds.map((pair) => pair[0]!), bounds.map((pair) => pair.at(-1)!)];
  return { starts: [...starts, ...ends.slice(-1)], ends: [...starts.slice(0, 1), ...ends] };
}

const nearest = (stops: readonly number[], value: number): number =>
  stops.reduce((best, stop) => (Math.abs(stop - value) < Math.abs(best - value) ? stop : best));
