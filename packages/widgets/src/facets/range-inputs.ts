/** Inputs for the bounds of a custom range. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { parseRange } from './range.ts';
import { rangeLabel } from './range-label.ts';

interface RangeView {
  /** Name of the facet, for the accessible names of the inputs. */
  facet: string;
  /** Label of the selected custom range, such as `[10 TO 100]`; empty if there is none. */
  customRange: string;
  /** The lowest and the highest value; undefined if the ranges have no numbers. */
  limits: { from: number; to: number } | undefined;
  locale: Locale;
  choose(label: string): void;
}

export function rangeInputs({ facet, customRange, limits, locale, choose }: RangeView): TemplateResult {
  const { from, to } = parseRange(customRange) ?? { from: '', to: '' };
  const apply = (event: Event) => {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    choose(rangeLabel(String(data.get('from') ?? ''), String(data.get('to') ?? '')));
  };
  const input = (name: 'from' | 'to', value: string) => html`<label>
    <span>${locale.text(name)}</span>
    <input class="field" name=${name} type="number" inputmode="decimal" step="any" .value=${value}
      placeholder=${limits ? locale.figure(limits[name]) : nothing}
      aria-label=${locale.text('pair', { name: facet, value: locale.text(name) })} />
  </label>`;
  return html`<form class="ends" @submit=${apply}>
    ${input('from', from)}${input('to', to)}
    <button class="button" type="submit" aria-label=${locale.text('pair', { name: locale.text('apply'), value: facet })}>${locale.text('apply')}</button>
  </form>`;
}
