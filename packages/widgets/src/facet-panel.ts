/** `<facet-panel>`: filters of a search, standalone or inside `<semantic-search>`. */
import type { FacetGroup, FacetSetting, Refiner } from '@semantic-search/contract';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { define } from './events.ts';
import { facet } from './facets/facet.ts';
import type { FacetFinder } from './facets/facet-finder.ts';
import { facetStyles } from './facets/facet-styles.ts';
import type { FacetState, FacetView } from './facets/facet-value.ts';
import { parseRange } from './facets/range.ts';
import { absentFrom, chosenIn } from './facets/selected-but-missing.ts';
import { headingLevelOf } from './heading-level.ts';
import { directionOf, english, type Locale } from './locale/locale.ts';
import { broken } from './markup/first-paint.ts';
import { chosenAfter, standings } from './store/checkbox-state.ts';
import { SessionSource } from './store/consumer-controller.ts';
import { identify, isRange } from './store/query-state.ts';
import type { SearchStore } from './store/search-store.ts';
import { controls, scale } from './theme/base-styles.ts';
import { buttonStyles } from './theme/button-styles.ts';
import { fieldStyles } from './theme/field-styles.ts';
import { paint } from './theme/theme.ts';
import { safely, tryImport } from './util/lazy-import.ts';

/** Number of facets that are expanded at first, so that all headings are visible at a glance. */
const openAtFirst = 3;

/** Disclosure state by store, so that a panel that replaces another one keeps it. */
const opened = new WeakMap<SearchStore, Map<string, FacetState>>();

/**
 * Facets of a search: flat, hierarchical and range facets, each with a disclosure button as heading. The first three are
 * expanded; a collapsed facet shows the number of its selected values.
 *
 * @csspart facet - one facet with its heading
 * @csspart facet-heading - the disclosure button of a facet
 * @csspart facet-value - one value: checkbox, name and count
 * @cssproperty --semantic-search-facets-surface - background of the panel
 * @cssproperty --semantic-search-facets-text - text of the panel
 * @cssproperty --semantic-search-facets-muted - counts and hints
 * @cssproperty --semantic-search-facets-basic - checked boxes
 */
export class FacetPanel extends LitElement {
  static override styles = [scale, controls, buttonStyles, fieldStyles, facetStyles];
  static override properties = {
    for: {},
    headingLevel: { converter: headingLevelOf, attribute: 'heading-level' },
    session: { attribute: false },
    locale: { attribute: false },
    theme: { reflect: true },
  };

  /** ID of the `<semantic-search>` that the panel filters; default: the nearest ancestor. */
  declare for: string | null;
  /** Heading level of the facets. */
  declare headingLevel: number;
  /** `light` or `dark`; default: the theme of the `<semantic-search>`, else `prefers-color-scheme`. */
  declare theme: 'light' | 'dark' | null;
  declare session: SearchStore | undefined;
  declare locale: Locale;

  /** Loaded when a visitor first searches within a facet. */
  #finder: FacetFinder | undefined;
  #sought: Parameters<FacetFinder['find']> | undefined;
  #ranges: FacetView['ranges'];
  #rangesComing: Promise<void> | undefined;
  #focused: HTMLElement | null = null;

  constructor() {
    super();
    this.for = null;
    this.headingLevel = 2;
    this.theme = null;
    this.locale = english;
    new SessionSource(this, { standsIn: true });
  }

  override willUpdate(_changed: PropertyValues): void {
    const { settings } = this.session ?? {};
    if (settings) paint(this, settings.layout, 'facets');
    this.#focused = this.shadowRoot?.activeElement as HTMLElement | null;
  }

  override render() {
    const { session, locale } = this;
    if (!session?.settings || !session.answer) return nothing;
    return html`<div class="panel" lang=${locale.tag} dir=${directionOf(this, locale) ?? nothing}>${repeat(
      this.#shown(session),
      ({ group }) => group.field,
      ({ group, setting }, index) =>
        safely(() => facet(this.#viewOf(session, group, setting, index < openAtFirst))),
    )}</div>`;
  }

  // Moving a value in the list blurs it; restore the focus.
  override updated(): void {
    if (this.#focused?.isConnected && !this.shadowRoot?.activeElement)
      this.#focused.focus({ preventScroll: true });
  }

  #shown(session: SearchStore): { group: FacetGroup; setting: FacetSetting | undefined }[] {
    const { answer, settings } = session;
    const { facetsToShow, hideEmptyFacets } = settings!.filter;
    const shown = facetsToShow.filter((setting) => setting.show);
    return answer!.facets
      .map((group, index) => ({
        group,
        setting:
          shown.length === answer!.facets.length
            ? shown[index]
            : shown.find(({ title }) => title === group.label),
      }))
      .filter(
        ({ group }) =>
          !hideEmptyFacets ||
          group.facets.some(({ count }) => count > 0) ||
          chosenIn(session, group.field).length,
      );
  }

  #viewOf(
    session: SearchStore,
    given: FacetGroup,
    setting: FacetSetting | undefined,
    open: boolean,
  ): FacetView {
    const chosen = chosenIn(session, given.field);
    const group = { ...given, facets: [...given.facets, ...absentFrom(given, session, setting)] };
    const state = stateOf(session, given.field, open);
    if (state.open && isRange(given.field)) this.#rangesComing ??= this.#loadRanges();
    return {
      group,
      setting,
      state,
      locale: this.locale,
      level: this.headingLevel,
      hideEmpty: session.settings!.filter.hideEmptyFacets,
      chosen: chosen.length,
      standings: standings(group, chosen),
      ownRange: this.#ownRange(session, given.field)?.label ?? '',
      chooseRange: (label) => this.#chooseRange(session, given.field, label),
      ranges: this.#ranges,
      toggle: (refiner) => this.#toggle(group, refiner),
      find: (text) => void this.#find(session, given, text, state),
      changed: () => this.requestUpdate(),
    };
  }

  async #find(...search: Parameters<FacetFinder['find']>): Promise<void> {
    this.#sought = search;
    const loaded = await tryImport(import('./facets/facet-finder.ts'));
    // If the import fails, the delivered values can still be filtered. Only the newest search runs after the import.
    if (!loaded || search !== this.#sought) return;
    this.#finder ??= new loaded.FacetFinder(this);
    this.#finder.find(...search);
  }

  async #loadRanges(): Promise<void> {
    const loaded = await tryImport(import('./facets/ranges.ts'));
    this.#ranges = loaded?.ranges ?? (({ locale }) => broken(locale));
    if (loaded) this.shadowRoot!.adoptedStyleSheets.push(loaded.rangeStyles.styleSheet!);
    this.requestUpdate();
  }

  /** The custom range of the visitor, as opposed to a predefined range. */
  #ownRange({ question }: SearchStore, field: string) {
    return question.selectedFacets.find((facet) => facet.field === field && parseRange(facet.label ?? ''));
  }

  #chooseRange(session: SearchStore, field: string, label: string): void {
    const former = this.#ownRange(session, field);
    const others = session.question.selectedFacets.filter((facet) => facet !== former);
    void session.change({ selectedFacets: label ? [...others, { field, label }] : others });
  }

  #toggle({ field }: FacetGroup, refiner: Pick<Refiner, 'label' | 'value'>): void {
    const { label, value } = refiner;
    const { name, uri } = identify(field, refiner);
    // A concept is named by its URI, a literal or a range by its label (docs/http-api.md#facets).
    const chosen =
      uri && uri !== value ? { field, label, value: name } : { field, label, ...(value && { value }) };
    const { session } = this;
    void session!.change({ selectedFacets: chosenAfter(session!, chosen) });
  }
}

function stateOf(session: SearchStore, field: string, open: boolean): FacetState {
  const states = opened.get(session) ?? new Map<string, FacetState>();
  opened.set(session, states);
  const state = states.get(field) ?? { open, all: false, filter: '', found: [], nodes: new Map() };
  states.set(field, state);
  return state;
}

define('facet-panel', FacetPanel);

declare global {
  interface HTMLElementTagNameMap {
    'facet-panel': FacetPanel;
  }
}
