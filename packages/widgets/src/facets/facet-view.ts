/** View model of a facet, and the state that it keeps for the visitor. */
import type { FacetGroup, FacetSetting, Refiner } from '@semantic-search/contract';
import type { TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import type { CheckboxStates } from '../store/checkbox-state.ts';

/** What the visitor expanded and typed in a facet; it persists across responses. */
export interface FacetState {
  isOpen: boolean;
  /** Whether the visitor expanded the list with "Show more". */
  showsAll: boolean;
  /** Text that the values have to contain. */
  filter: string;
  /** The query for which the filter text was typed; another query clears the filter text. */
  input: string;
  /** Concepts that the service found for the filter text, without counts. */
  suggested: readonly Refiner[];
  /** Whether a branch of the tree is expanded, by its path. */
  branches: Map<string, boolean>;
}

export interface FacetView {
  /** Facet of the response, with the selected values that the response omits. */
  group: FacetGroup;
  setting: FacetSetting | undefined;
  locale: Locale;
  headingLevel: number;
  state: FacetState;
  /** Hides values without documents. */
  hideEmpty: boolean;
  /** Label of the selected custom range, such as `[10 TO 100]`; empty if there is none. */
  customRange: string;
  /** Replaces the custom range; an empty label removes it. */
  chooseRange(label: string): void;
  /** Renders histogram, slider and inputs, or a list of values; undefined until they are loaded. */
  ranges: ((view: FacetView, list: (view: FacetView) => TemplateResult) => TemplateResult) | undefined;
  selectedCount: number;
  checkboxStates: CheckboxStates;
  /** Selects or deselects a value. */
  toggle(refiner: Refiner): void;
  /** Requests concepts of this facet that the response does not include. */
  suggest(text: string): void;
  requestUpdate(): void;
}
