/** Facet value: checkbox, label and count, with the shared view model of a facet. */
import type { FacetGroup, FacetSetting, Refiner } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { counted } from '../markup/result-count.ts';
import type { CheckboxState, CheckboxStates } from '../store/checkbox-state.ts';
import { facetKey, identify } from '../store/query-state.ts';
import { rangeName } from './range.ts';

/** What a visitor opened and typed; it outlives the answers. */
export interface FacetState {
  open: boolean;
  all: boolean;
  filter: string;
  /** Concepts that the service found for what was typed, with no counts. */
  found: readonly Refiner[];
  /** Branches by key: opened or closed. */
  nodes: Map<string, boolean>;
}

export interface FacetView {
  /** With chosen values that the response left out; a `count` below 0 is not known. */
  group: FacetGroup;
  setting: FacetSetting | undefined;
  locale: Locale;
  /** Level of the heading. */
  level: number;
  state: FacetState;
  /** Leaves out values that no document has. */
  hideEmpty: boolean;
  /** Label of the visitor's own range, where one is chosen. */
  ownRange: string;
  chooseRange(label: string): void;
  /** Renders histogram, slider and inputs; undefined until it is loaded. */
  ranges: ((view: FacetView) => TemplateResult) | undefined;
  /** How many values are chosen. */
  chosen: number;
  standings: CheckboxStates;
  toggle(refiner: Refiner): void;
  /** Asks the service for concepts of this facet beyond those delivered. */
  find(text: string): void;
  changed(): void;
}

/** Checkbox, name and count; `most` is the highest count beside it, for the bar that shows the share; without it no count is known. */
export function valueRow(refiner: Refiner, view: FacetView, most?: number): TemplateResult {
  const { group, locale, toggle } = view;
  const standing = standingOf(refiner, view);
  const partial = standing === 'partial';
  const ticked = !!standing && !partial;
  const name = rangeName(group.field, identify(group.field, refiner).name, locale);
  // A click on what is in something broader narrows to it, and leaves its box ticked.
  const told = standing === 'included' && locale.text('narrowTo', { name });
  const change = ({ target }: Event) => {
    // What the click did to the box is taken back: the choice says what it shows, and may leave it as it was.
    Object.assign(target as HTMLInputElement, { checked: ticked, indeterminate: partial });
    toggle(refiner);
  };
  return html`<label class="value ${standing}" part="facet-value">
    <input type="checkbox" .checked=${ticked} .indeterminate=${partial} @change=${change} />
    ${told ? html`<span class="hidden">${told}</span>` : nothing}<span class="name" aria-hidden=${told ? true : nothing}><bdi>${name}</bdi></span>
    ${most === undefined || refiner.count < 0 ? nothing : share(refiner, locale, most)}
  </label>`;
}

export const standingOf = (refiner: Refiner, { group, standings }: FacetView): CheckboxState | undefined =>
  standings.get(facetKey(group.field, refiner));

const share = ({ count }: Refiner, locale: Locale, most: number) => html`${counted(count, locale)}
    <svg class="share" aria-hidden="true" preserveAspectRatio="none"><rect width="${(100 * count) / most}%" height="100%"></rect></svg>`;

/** Without what a hurried visitor leaves out: capitals and accents. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

export const matches = (refiner: Refiner, wanted: string, field: string): boolean =>
  folded(identify(field, refiner).name).includes(wanted) ||
  (refiner.children ?? []).some((child) => matches(child, wanted, field));
