/** State of the suggestions: what the service found, whether they are open, which of them is active. */
import { getPopularSearches } from '@semantic-search/client';
import type { SuggestedConcept } from '@semantic-search/contract';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Locale } from '../locale/locale.ts';
import type { SearchStore } from '../store/search-store.ts';
import { recentSearches } from './recent-searches.ts';
import { keyOf, type Suggestion, suggestionsFor } from './suggestions.ts';

const MAX_SUGGESTED_CONCEPTS = 6;

interface Box extends ReactiveControllerHost {
  readonly store: SearchStore | undefined;
  readonly locale: Locale;
  readonly text: string;
  readonly noRecent: boolean;
  readonly popular: Suggestion[] | undefined;
}

export class SuggestionState implements ReactiveController {
  /** The suggestions on screen. */
  shown: Suggestion[] = [];
  /** Key of the active suggestion; undefined for the input itself. */
  #activeKey: string | undefined;
  readonly #box: Box;
  #isOpen = false;
  #request: AbortController | undefined;
  /** The concepts that the service suggested last, for a text. */
  #latest: { text: string; concepts: SuggestedConcept[]; store?: SearchStore } = { text: '', concepts: [] };
  /** Popular searches by store; requested when a visitor first enters the empty box. */
  readonly #popular = new WeakMap<SearchStore, Suggestion[]>();

  constructor(box: Box) {
    this.#box = box;
    box.addController(this);
  }

  hostUpdate(): void {
    const { store, text } = this.#box;
    const typed = text.trim();
    if (!this.#isOpen || !store) this.shown = [];
    else if (typed) this.shown = suggestionsFor(this.#conceptsFor(typed), store, typed);
    else this.shown = this.#emptyBoxSuggestions(store);
  }

  get activeSuggestion(): Suggestion | undefined {
    return this.shown[this.active];
  }

  /** Index of the active suggestion (`aria-activedescendant`); −1 for the input itself. */
  get active(): number {
    return this.shown.findIndex((suggestion) => keyOf(suggestion) === this.#activeKey);
  }

  set active(index: number) {
    const suggestion = this.shown[index];
    this.#activeKey = suggestion && keyOf(suggestion);
  }

  open = (): void => {
    this.#isOpen = true;
    this.#box.requestUpdate();
  };

  close(): void {
    this.#isOpen = false;
    this.#activeKey = undefined;
    this.#box.requestUpdate();
  }

  /** Activates the next or previous suggestion and opens the list; the input itself is between last and first. */
  moveActive(step: 1 | -1): void {
    const { length } = this.shown;
    const next = this.active + step;
    if (next < -1) this.active = length - 1;
    else this.active = next < length ? next : -1;
    this.open();
  }

  /** Requests concept suggestions for the text of the box, unless they are there already. */
  async findConcepts(): Promise<void> {
    const { store, text, locale } = this.#box;
    const searchString = text.trim();
    this.#request?.abort();
    if (searchString === this.#latest.text && store === this.#latest.store) return;
    this.#request = new AbortController();
    const { signal } = this.#request;
    const parameters = { searchString, count: MAX_SUGGESTED_CONCEPTS, language: locale.tag };
    const concepts = store && searchString ? await store.suggest(parameters, signal) : [];
    if (signal.aborted) return;
    this.#latest = { text: searchString, concepts: concepts.slice(0, MAX_SUGGESTED_CONCEPTS), store };
    this.#box.requestUpdate();
  }

  clear(): void {
    this.#request?.abort();
    this.#latest = { text: '', concepts: [] };
    this.#box.requestUpdate();
  }

  /** Concepts of another text disappear before the new ones arrive: on a slow network, a visitor would choose one of them. */
  #conceptsFor(typed: string): SuggestedConcept[] {
    const { text, concepts } = this.#latest;
    return typed.startsWith(text) || text.startsWith(typed) ? concepts : [];
  }

  /** The recent searches of the visitor, else the popular searches. */
  #emptyBoxSuggestions(store: SearchStore): Suggestion[] {
    const { noRecent, popular = [] } = this.#box;
    const recent = noRecent ? [] : recentSearches(store.configuration);
    if (recent.length) return recent.map((input) => ({ kind: 'recent', input }));
    if (store.settings?.popularSearches?.show && !this.#popular.has(store)) void this.#loadPopular(store);
    return [...(this.#popular.get(store) ?? []), ...popular];
  }

  /** If the request fails, the box works without popular searches. */
  async #loadPopular(store: SearchStore): Promise<void> {
    const { connection, configuration, language } = store;
    this.#popular.set(store, []);
    const parameters = language ? { language } : {};
    const response = await getPopularSearches(connection, configuration, parameters).catch(() => undefined);
    const searches = response?.queries.map((input): Suggestion => ({ kind: 'popular', input }));
    this.#popular.set(store, searches ?? []);
    this.#box.requestUpdate();
  }
}
