/** Range controls of a numeric or date facet (lazy): histogram, slider and inputs. */
import type { Refiner } from '@semantic-search/contract';
import { css, html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { facetKey } from '../store/facet-values.ts';
import type { FacetView } from './facet-view.ts';
import { histogram, histogramStyles, MIN_BARS, sortByLowerBound } from './histogram.ts';
import { limitsOf, parseRange, predefinedBounds, type Range, rangeLabel } from './range-syntax.ts';

/** Each key press moves a thumb; the range is applied when the thumb rests. */
const CHANGE_DEBOUNCE_MS = 400;
/** One timer per slider: a visitor may move the next slider before the first one is applied. */
const timers = new WeakMap<EventTarget, ReturnType<typeof setTimeout>>();

/** Histogram, slider and inputs; `list` renders checkboxes if the ranges are unfit for a slider. */
export function ranges(view: FacetView, list: (view: FacetView) => TemplateResult): TemplateResult {
  const { group, checkboxStates } = view;
  const bars = sortByLowerBound(group);
  const range = parseRange(view.customRange);
  const isSelected = (refiner: Refiner) =>
    checkboxStates.has(facetKey(group.field, refiner)) || (!!range && overlaps(refiner.label, range));
  const slider = rangeSlider(bars, view);
  // The square root keeps small counts visible. Without a slider, the list of checkboxes selects the ranges.
  return html`${histogram(bars, { isSelected, scale: Math.sqrt })} ${slider}
    ${rangeInputs(view)}
    ${slider === nothing ? list(view) : nothing}`;
}

/** Whether a predefined range overlaps a custom range in more than a bound; a single value has to be in the custom range. */
function overlaps(label: string, { from, to }: Range): boolean {
  const [low, high] = predefinedBounds(label);
  const lowest = from ? Number(from) : -Infinity;
  const highest = to ? Number(to) : Infinity;
  return low === high ? lowest <= low && low <= highest : low < highest && lowest < high;
}

function rangeInputs({ group, customRange, locale, chooseRange }: FacetView): TemplateResult {
  const limits = limitsOf(group);
  const { from, to } = parseRange(customRange) ?? { from: '', to: '' };
  const apply = (event: Event) => {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    chooseRange(rangeLabel(String(data.get('from') ?? ''), String(data.get('to') ?? '')));
  };
  const input = (name: 'from' | 'to', value: string) => html`<label>
    <span>${locale.text(name)}</span>
    <input class="field" name=${name} type="number" inputmode="decimal" step="any" .value=${value}
      placeholder=${limits ? locale.figure(limits[name]) : nothing}
      aria-label=${locale.text('pair', { name: group.label, value: locale.text(name) })} />
  </label>`;
  return html`<form class="bounds ends" @submit=${apply}>
    ${input('from', from)}${input('to', to)}
    <button class="button" type="submit" aria-label=${locale.text('pair', { name: locale.text('apply'), value: group.label })}>${locale.text('apply')}</button>
  </form>`;
}

/** Two thumbs that snap to the edges of the bars of the histogram. */
function rangeSlider(bars: readonly Refiner[], view: FacetView): TemplateResult | typeof nothing {
  const { group, customRange, locale, chooseRange } = view;
  const stops = stopsOf(bars);
  // The slider moves along the histogram, which is not shown for fewer bars.
  if (!stops || bars.length < MIN_BARS) return nothing;
  const { starts, ends } = stops;
  const lastStop = bars.length;
  const range = parseRange(customRange);
  const low = range?.from ? starts.indexOf(nearest(starts, Number(range.from))) : 0;
  const high = range?.to ? ends.lastIndexOf(nearest(ends, Number(range.to))) : lastStop;
  const handleInput = ({ currentTarget }: Event) => showBounds(currentTarget as HTMLElement, stops, locale);
  const handleChange = ({ currentTarget }: Event) => {
    const slider = currentTarget as HTMLElement;
    const apply = () => {
      const { from, to } = chosenRange(slider, stops);
      chooseRange(rangeLabel(from, to));
    };
    clearTimeout(timers.get(slider));
    timers.set(slider, setTimeout(apply, CHANGE_DEBOUNCE_MS));
  };
  const thumb = (name: 'from' | 'to', stop: number, values: readonly number[]) => html`<input
    class=${name} type="range" min="0" max=${lastStop} step="1" .value=${String(stop)}
    aria-label=${locale.text('pair', { name: group.label, value: locale.text(name) })}
    aria-valuetext=${locale.figure(values[stop]!)} />`;
  const axis = [starts[0]!, starts[Math.round(lastStop / 2)]!, ends[lastStop]!];
  return html`<div class="slider" @change=${handleChange} @input=${handleInput}>${thumb('from', low, starts)}${thumb('to', high, ends)}</div>
    <p class="axis" aria-hidden="true">${axis.map((value) => html`<bdi>${locale.figure(value)}</bdi>`)}</p>`;
}

/** The range between the thumbs; open at the ends of the slider. The thumbs may have passed each other. */
function chosenRange(slider: HTMLElement, { starts, ends }: Stops): Range {
  const [first, second] = [...slider.querySelectorAll('input')].map((input) => Number(input.value));
  const end = ends.length - 1;
  // Two thumbs at one stop select the bar that begins there.
  const from = Math.min(first!, second!, end - 1);
  const to = Math.max(first!, second!, from + 1);
  return { from: from === 0 ? '' : String(starts[from]), to: to === end ? '' : String(ends[to]) };
}

/** Shows the range between the thumbs in the fields below, and to screen readers. */
function showBounds(slider: HTMLElement, { starts, ends }: Stops, locale: Locale): void {
  const bounds = chosenRange(slider, { starts, ends });
  for (const name of ['from', 'to'] as const) {
    const thumb = slider.querySelector<HTMLInputElement>(`.${name}`)!;
    thumb.ariaValueText = locale.figure((name === 'from' ? starts : ends)[Number(thumb.value)]!);
    slider.parentElement!.querySelector<HTMLInputElement>(`.ends [name=${name}]`)!.value = bounds[name];
  }
}

/** Values of the lower and of the upper thumb at each stop; there is one stop more than there are bars. */
type Stops = { starts: number[]; ends: number[] };

/**
 * The stops at the edges of the bars. Between `1800 – 1849` and `1850 – 1899`, a range starts at 1850 or ends at 1849; for
 * continuous numbers both are the same. Undefined if a label is not a numeric range.
 */
export function stopsOf(bars: readonly Refiner[]): Stops | undefined {
  const bounds = bars.map(({ label }) => predefinedBounds(label));
  if (!bounds.flat().every(Number.isFinite)) return undefined;
  const lows = bounds.map(([low]) => low);
  const highs = bounds.map(([, high]) => high);
  return { starts: [...lows, ...highs.slice(-1)], ends: [...lows.slice(0, 1), ...highs] };
}

const nearest = (values: readonly number[], value: number): number =>
  values.reduce((best, candidate) =>
    Math.abs(candidate - value) < Math.abs(best - value) ? candidate : best,
  );

/** Declarations of a thumb, in a rule for each engine: a browser drops a rule with an unknown selector. */
const thumbStyles = css`
  inline-size: 24px;
  block-size: 24px;
  border: 2px solid var(--basic);
  border-radius: 99px;
  background: var(--surface);
  pointer-events: auto;
  cursor: grab;
`;

export const rangeStyles = css`
  ${histogramStyles}
  .ends {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    margin-block-end: var(--s8);
  }
  .ends .button {
    grid-column: 1 / -1;
  }
  .histogram {
    --bar: var(--edge);
    margin-block: var(--s4) var(--s8);
    border-block-end: 1px solid var(--edge);
  }
  .histogram .on {
    fill: var(--basic);
  }
  .slider {
    position: relative;
    block-size: 24px;
    /* Below the bars, centered at their edges. */
    margin: calc(-1 * var(--s8)) -12px var(--s8);
  }
  .axis {
    margin-block: calc(-1 * var(--s4)) var(--s8);
  }
  .slider input {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 24px;
    margin: 0;
    background: none;
    pointer-events: none;
    appearance: none;
  }
  .slider input::-webkit-slider-thumb {
    appearance: none;
    ${thumbStyles}
  }
  .slider input::-moz-range-thumb {
    box-sizing: border-box;
    ${thumbStyles}
  }
`;
