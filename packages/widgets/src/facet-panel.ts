/** `<facet-panel>`: filters of a search, standalone or inside `<semantic-search>`. */
import type { FacetGroup } from '@semantic-search/contract';
import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { define } from './define.ts';
import { facet } from './facets/facet.ts';
import { FacetScrollAnchor } from './facets/facet-scroll-anchor.ts';
import { facetStyles } from './facets/facet-styles.ts';
import type { FacetState, FacetView } from './facets/facet-view.ts';
import { parseRange } from './facets/range-syntax.ts';
import { missingSelections, type ShownFacet, shownFacets, UNKNOWN_COUNT } from './facets/shown-facets.ts';
import { directionOf } from './locale/element-language.ts';
import { english, type Locale } from './locale/locale.ts';
import { loadFailure, safely, tryImport } from './markup/failures.ts';
import { headingLevelOf, PublicElement } from './public-element.ts';
import { checkboxStates, selectionAfterToggle } from './store/checkbox-state.ts';
import { isRange, selectionOf } from './store/facet-values.ts';
import { SearchConsumer } from './store/search-consumer.ts';
import type { SearchStore } from './store/search-store.ts';
import { addStyles, controls, scale } from './theme/base-styles.ts';
import { buttonStyles, fieldStyles } from './theme/button-styles.ts';
import { applyTheme } from './theme/theme.ts';

/** Number of facets that are expanded at first; the others leave more headings visible at a glance. */
const INITIALLY_OPEN_FACETS = 3;

const TYPING_DEBOUNCE_MS = 150;
const MAX_SUGGESTED_VALUES = 10;

/** States by store and key of the facet. A panel continues with the states of the panel that it replaces, as in the drawer. */
const facetStates = new WeakMap<SearchStore, Map<string, FacetState>>();

/**
 * Facets of a search: flat, hierarchical and range facets, each with a disclosure button as heading. The first three are
 * expanded; a collapsed facet shows the number of its selected values.
 *
 * @tag facet-panel
 *
 * @csspart facet - one facet with its heading
 * @csspart facet-heading - the disclosure button of a facet
 * @csspart facet-value - one value: checkbox, name and count
 * @cssproperty --semantic-search-facets-surface - background of the panel
 * @cssproperty --semantic-search-facets-text - text of the panel
 * @cssproperty --semantic-search-facets-muted - counts and hints
 * @cssproperty --semantic-search-facets-basic - checked boxes
 */
export class FacetPanel extends PublicElement {
  static override styles = [scale, controls, buttonStyles, fieldStyles, facetStyles];
  static override properties = {
    for: {},
    headingLevel: { converter: headingLevelOf, attribute: 'heading-level' },
    store: { attribute: false },
    locale: { attribute: false },
    theme: { reflect: true },
  };

  /** ID of the `<semantic-search>` that the panel filters; default: the nearest ancestor. */
  for: string | null = null;
  /** Heading level of the facets. */
  headingLevel = 2;
  /** `light` or `dark`; default: the theme of the `<semantic-search>`, else the `color-scheme` of the page. */
  theme: 'light' | 'dark' | null = null;
  declare store: SearchStore | undefined;
  locale: Locale = english;

  #suggestionTimer: ReturnType<typeof setTimeout> | undefined;
  #suggestionRequest: AbortController | undefined;
  #ranges: FacetView['ranges'];
  #rangesLoading: Promise<void> | undefined;
  /** The focused element before an update. */
  #focused: HTMLElement | null = null;

  constructor() {
    super();
    new SearchConsumer(this, { replacesFilters: true });
    new FacetScrollAnchor(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#endSuggestions();
  }

  override willUpdate(): void {
    const { settings } = this.store ?? {};
    // A panel inside the search page has the colors of the page already.
    if (settings && !this.hasAttribute('inside'))
      applyTheme(this.renderRoot as ShadowRoot, settings.layout, [[':host', 'facets']]);
    this.#focused = this.shadowRoot?.activeElement as HTMLElement | null;
  }

  override render() {
    const { store, locale } = this;
    if (!store?.settings || !store.response)
      return store?.error || this.hasAttribute('inside') ? nothing : html`<div class="reserved"></div>`;
    return html`<div class="panel" lang=${locale.tag} dir=${directionOf(this, locale) ?? nothing}>${repeat(
      this.#shownFacets(store),
      ({ key }) => key,
      (shownFacet, index) => safely(() => facet(this.#viewOf(store, shownFacet, index))),
    )}</div>`;
  }

  /** Restores the focus of a value that has moved in the list. */
  override updated(): void {
    if (this.#focused?.isConnected && !this.shadowRoot?.activeElement)
      this.#focused.focus({ preventScroll: true });
  }

  #shownFacets(store: SearchStore): ShownFacet[] {
    const { hideEmptyFacets, tabs } = store.settings!.filter;
    return shownFacets(store).filter(
      ({ group, setting, selected }) =>
        (!tabs || setting?.uri !== tabs) &&
        (!hideEmptyFacets || group.facets.some(({ count }) => count > 0) || selected.length),
    );
  }

  #viewOf(store: SearchStore, shownFacet: ShownFacet, index: number): FacetView {
    const { group: responseGroup, setting, selected } = shownFacet;
    const { field } = responseGroup;
    const states = checkboxStates(responseGroup, selected);
    const missingValues = missingSelections(store, shownFacet, states);
    const group = { ...responseGroup, facets: [...responseGroup.facets, ...missingValues] };
    const state = stateOf(store, shownFacet.key, index);
    if (state.isOpen && isRange(field)) this.#rangesLoading ??= this.#loadRanges();
    return {
      group,
      setting,
      state,
      locale: this.locale,
      headingLevel: this.headingLevel,
      hideEmpty: store.settings!.filter.hideEmptyFacets,
      selectedCount: selected.length,
      checkboxStates: missingValues.length ? checkboxStates(group, selected) : states,
      customRange: this.#customRange(store, field)?.label ?? '',
      chooseRange: (label) => this.#chooseRange(store, field, label),
      ranges: this.#ranges,
      // Not `store`: a row that is not rendered again keeps this function, even if the panel gets another store.
      toggle: (refiner) => {
        const selectedFacets = selectionAfterToggle(this.store!, selectionOf(field, refiner));
        void this.store!.change({ selectedFacets });
      },
      suggest: (text) => this.#suggest(store, responseGroup, text, state),
      requestUpdate: () => this.requestUpdate(),
    };
  }

  /** Requests concepts of a facet that the response does not include; the service does not search literals and ranges. */
  #suggest(store: SearchStore, group: FacetGroup, searchString: string, state: FacetState): void {
    this.#endSuggestions();
    if (!searchString) state.suggested = [];
    if (!searchString || !group.facets.some(({ value }) => value)) return;
    const request = async () => {
      this.#suggestionRequest = new AbortController();
      const { signal } = this.#suggestionRequest;
      const language = this.locale.tag;
      const parameters = { searchString, context: group.field, count: MAX_SUGGESTED_VALUES, language };
      const concepts = await store.suggest(parameters, signal);
      if (signal.aborted) return;
      const unknown = { count: UNKNOWN_COUNT, children: null };
      state.suggested = concepts.map(({ label, value }) => ({ label, value, ...unknown }));
      this.requestUpdate();
    };
    this.#suggestionTimer = setTimeout(request, TYPING_DEBOUNCE_MS);
  }

  #endSuggestions(): void {
    clearTimeout(this.#suggestionTimer);
    this.#suggestionRequest?.abort();
  }

  async #loadRanges(): Promise<void> {
    const loaded = await tryImport(import('./facets/range-controls.ts'));
    this.#ranges = loaded?.ranges ?? (({ locale }) => loadFailure(locale));
    if (loaded) addStyles(this, loaded.rangeStyles);
    this.requestUpdate();
  }

  /** The custom range of the visitor, as opposed to a predefined range. */
  #customRange({ query }: SearchStore, field: string) {
    return query.selectedFacets.find((value) => value.field === field && parseRange(value.label ?? ''));
  }

  #chooseRange(store: SearchStore, field: string, label: string): void {
    const previous = this.#customRange(store, field);
    const others = store.query.selectedFacets.filter((selected) => selected !== previous);
    void store.change({ selectedFacets: label ? [...others, { field, label }] : others });
  }
}

/** The state of the facet at `index`, without the filter text of another query. */
function stateOf(store: SearchStore, key: string, index: number): FacetState {
  const states = facetStates.get(store) ?? new Map<string, FacetState>();
  facetStates.set(store, states);
  const { input } = store.query;
  const state = states.get(key) ?? {
    isOpen: index < INITIALLY_OPEN_FACETS,
    showsAll: false,
    filter: '',
    input,
    suggested: [],
    branches: new Map(),
  };
  states.set(key, state);
  if (state.input !== input) Object.assign(state, { input, filter: '', suggested: [] });
  return state;
}

define('facet-panel', FacetPanel);

declare global {
  interface HTMLElementTagNameMap {
    'facet-panel': FacetPanel;
  }
}
