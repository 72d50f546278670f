/** Search box: input with suggestions (combobox), which searches while the visitor types. */
import type { SuggestedConcept } from '@semantic-search/contract';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { define } from '../define.ts';
import { announce, emit } from '../events.ts';
import { english, type Locale } from '../locale/locale.ts';
import { tryImport } from '../markup/failures.ts';
import { ignoreSecondClick, opensElsewhere } from '../markup/user-input.ts';
import { selectionAfterChoice } from '../store/checkbox-state.ts';
import { isSelected } from '../store/facet-values.ts';
import { MAX_TYPED_CHARACTERS } from '../store/limits.ts';
import { safeLink } from '../store/safe-url.ts';
import type { SearchStore } from '../store/search-store.ts';
import { followStore } from '../store/store-subscription.ts';
import { controls, scale } from '../theme/base-styles.ts';
import { buttonStyles } from '../theme/button-styles.ts';
import { closeIcon, searchIcon } from '../theme/icons.ts';
import { addRecentSearch, clearRecentSearches } from './recent-searches.ts';
import { searchBoxStyles } from './search-box-styles.ts';
import { suggestionListbox } from './suggestion-listbox.ts';
import { SuggestionState } from './suggestion-state.ts';
import type { Suggestion } from './suggestions.ts';
import type { VoiceInput } from './voice.ts';

/** A search waits for a pause in the typing, which is longer than the time between two keys of most people. */
const TYPING_DEBOUNCE_MS = 180;
/** UI Events, section 7.3.1: the value of `keyCode` while an input method processes the key. */
const INPUT_METHOD_KEY_CODE = 229;

/** Writes query changes to the store. Fires `choose-document` for a selected document, `commit` for a submitted query. */
class SearchBox extends LitElement {
  static override styles = [scale, controls, buttonStyles, searchBoxStyles];
  static override properties = {
    store: { attribute: false },
    locale: { attribute: false },
    example: { attribute: false },
    voice: { attribute: false },
    noRecent: { attribute: false },
  };

  declare store: SearchStore | undefined;
  locale: Locale = english;
  /** Example query for the placeholder; empty if there is none. */
  example = '';
  voice = false;
  /** Disables recent searches. */
  noRecent = false;
  /** Suggestions of an empty box without recent searches; set in the palette, which has nothing else to show. Not reactive. */
  declare popular: Suggestion[] | undefined;

  /** Debounce timer of the search; set while the box has text that is not searched yet. */
  #searchTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether an input method composes text that it will convert, such as kana to kanji. */
  #isConverting = false;
  /** Undefined until the first update. */
  #input: HTMLInputElement | undefined;
  readonly #suggestions = new SuggestionState(this);
  /** Loaded if `voice` is set. */
  #voiceInput: VoiceInput | undefined;
  #voiceInputLoading: Promise<void> | undefined;
  /** The number of suggestions that was announced last. */
  #announcedCount = 0;

  constructor() {
    super();
    followStore(this, (change) => change === 'query' && this.#showQuery());
  }

  /** Text of the input, at first the text of the query. There is no copy, because the visitor may edit it at any time. */
  get text(): string {
    return this.#input?.value ?? this.store?.query.input ?? '';
  }

  get #isFocused(): boolean {
    return this.#input !== undefined && this.shadowRoot?.activeElement === this.#input;
  }

  /** Selects the text, unless the box has the focus already. */
  override focus(): void {
    if (this.#isFocused) return;
    this.#input?.focus();
    this.#input?.select();
  }

  /** Removes the focus, and replaces text that is not searched yet by the query. */
  override blur(): void {
    this.#cancelSearch();
    this.#input?.blur();
    this.#showQuery();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#cancelSearch();
    this.#suggestions.clear();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (this.voice) this.#voiceInputLoading ??= this.#loadVoiceInput();
    if (!changed.has('store') || !this.#input) return;
    // After the update, because a search updates the box again. A composition is searched at its end.
    if (this.#searchTimer || this.#isFocused) queueMicrotask(() => this.#isConverting || this.#search());
    else this.#showQuery();
  }

  override firstUpdated(): void {
    this.#input = this.renderRoot.querySelector('input')!;
  }

  override render() {
    const { locale, text } = this;
    const { shown, active } = this.#suggestions;
    const isOpen = shown.length > 0;
    // Safari resets the input to its attribute `value` when the page returns from the back/forward cache.
    return html`<search>
        <form class="box" part="search-box" @submit=${this.#submit}>
          <label class="hidden" for="input">${locale.text('search')}</label><span class="search-icon">${searchIcon}</span>
          <input id="input" part="input" type="search" role="combobox" enterkeyhint="search" maxlength=${MAX_TYPED_CHARACTERS}
            autocomplete="off" autocapitalize="none" autocorrect="off" spellcheck="false" dir=${text ? 'auto' : nothing}
            placeholder=${this.example && !locale.own.placeholder ? locale.text('forExample', { example: this.example }) : locale.text('placeholder')}
            aria-autocomplete="list" aria-expanded=${isOpen} aria-controls="suggestions"
            aria-activedescendant=${isOpen && active >= 0 ? `option-${active}` : nothing}
            value=${text}
            @input=${this.#handleInput} @compositionend=${this.#handleInput} @keydown=${this.#handleKeydown}
            @focus=${this.#suggestions.open} @click=${this.#suggestions.open} @blur=${this.#handleBlur}
          />
          <button class="square" type="button" ?hidden=${!text} aria-label=${locale.text('clearInput')} @click=${this.#clear}>${closeIcon}</button>
          ${this.voice ? this.#voiceInput?.button(locale) : nothing}
        </form>
      </search>
      ${suggestionListbox(shown, {
        active,
        locale,
        popular: this.popular,
        select: this.#handleClick,
        clearRecent: this.#clearRecent,
        focusLeave: this.#handleFocusLeave,
      })}${text ? nothing : this.#voiceInput?.errorMessage(locale)}`;
  }

  override updated(): void {
    const count = this.#suggestions.shown.length;
    const panel = this.renderRoot.querySelector<HTMLElement>('[popover]');
    if (this.isConnected) panel?.togglePopover(count > 0);
    if (count !== this.#announcedCount)
      announce(this, count ? this.locale.text('suggestionCount', { count }) : '');
    this.#announcedCount = count;
    const active = this.renderRoot.querySelector('[aria-selected=true]');
    active?.scrollIntoView({ block: 'nearest' });
    // In a low window, the list needs all the space below the box, with which it scrolls.
    if (active && active.getBoundingClientRect().bottom > innerHeight) this.#input?.scrollIntoView();
  }

  async #loadVoiceInput(): Promise<void> {
    const loaded = await tryImport(import('./voice.ts'));
    if (loaded) this.#voiceInput = new loaded.VoiceInput(this, (transcript) => this.#commit(transcript));
    this.requestUpdate();
  }

  /** Also handles the end of a composition, because some browsers end it without a final `input` event. */
  #handleInput(event: Event & { isComposing?: boolean; data?: string | null }): void {
    this.#suggestions.active = -1;
    // The focus may leave before a composition ends.
    if (this.#isFocused) this.#suggestions.open();
    this.requestUpdate();
    this.#isConverting = event.isComposing === true && !isReadable(event.data);
    clearTimeout(this.#searchTimer);
    if (!this.#isConverting) this.#searchTimer = setTimeout(() => this.#search(), TYPING_DEBOUNCE_MS);
  }

  /** Does not search pending text at once: results that change during a click would lose the click. */
  #handleBlur(event: FocusEvent): void {
    this.#showQuery();
    this.#handleFocusLeave(event);
  }

  /** Shows a query that another part of the page has set, unless the visitor is editing the text. */
  #showQuery(): void {
    const { input = '' } = this.store?.query ?? {};
    if (!this.#isFocused && !this.#searchTimer && this.text.trim() !== input) this.#setText(input);
  }

  #setText(text: string): void {
    if (this.#input) this.#input.value = text;
    this.requestUpdate();
  }

  #cancelSearch(): void {
    clearTimeout(this.#searchTimer);
    this.#searchTimer = undefined;
  }

  /** Searches for the text of the box, and for suggestions. */
  #search(): void {
    this.#cancelSearch();
    const { store } = this;
    const input = this.text.trim();
    if (input !== store?.query.input) void store?.change({ input });
    // Enter repeats a search that has failed.
    else if (store.error) void store.retry();
    void this.#suggestions.findConcepts();
  }

  #handleKeydown(event: KeyboardEvent): void {
    // Safari fires the key that ends a composition after its end, with the key code of input methods.
    const isComposing = event.isComposing || event.keyCode === INPUT_METHOD_KEY_CODE;
    if (isComposing && event.key === 'Enter') event.preventDefault();
    if (isComposing) return;
    if (event.key === 'Escape') this.#handleEscape(event);
    // A sandboxed frame may forbid forms.
    if (event.key === 'Enter') this.#submit(event);
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    this.#suggestions.moveActive(event.key === 'ArrowDown' ? 1 : -1);
  }

  #handleEscape(event: KeyboardEvent): void {
    // The palette always shows suggestions.
    const canClose = this.#suggestions.shown.length > 0 && !this.popular;
    // With nothing to close or clear, Escape is left to the dialog around the page.
    if (!this.text && !canClose) return;
    event.preventDefault();
    event.stopPropagation();
    if (canClose) this.#suggestions.close();
    else this.#clear();
  }

  #submit(event: Event): void {
    event.preventDefault();
    if (this.#isConverting) return;
    const { activeSuggestion } = this.#suggestions;
    if (activeSuggestion) this.#select(activeSuggestion, event);
    else this.#commit();
  }

  /** Searches for the text of the box, or for the suggestion that the visitor has chosen. */
  #commit(chosenText?: string): void {
    if (chosenText !== undefined) this.#setText(chosenText);
    this.#suggestions.close();
    if (this.store && !this.noRecent) addRecentSearch(this.store.configuration, this.text);
    this.#search();
    this.#fireCommit();
  }

  #fireCommit(): void {
    this.dispatchEvent(new Event('commit', { bubbles: true }));
    // On a touch screen, the keyboard covers the results.
    if (matchMedia('(pointer: coarse)').matches) this.blur();
  }

  /** Selects a suggestion, or opens its link in another tab by the middle button or a key such as Ctrl. */
  #select(suggestion: Suggestion, event: Event): void {
    const link = suggestion.kind === 'document' ? (suggestion.section?.url ?? suggestion.document.link) : '';
    if (opensElsewhere(event as MouseEvent) && safeLink(link)) return void open(link, '_blank', 'noopener');
    if (event.type === 'auxclick') return;
    ignoreSecondClick();
    this.#suggestions.close();
    if ('input' in suggestion) this.#commit(suggestion.input);
    else if (suggestion.kind === 'concept') this.#filterBy(suggestion.concept);
    else if (!suggestion.section)
      this.dispatchEvent(new CustomEvent('choose-document', { detail: suggestion.document }));
    else if (emit(this, 'semantic-search-select', { document: suggestion.document, position: 0 }))
      location.assign(suggestion.section.url);
  }

  /** Replaces the typed text with a filter for the concept. */
  #filterBy({ field, label, value }: SuggestedConcept): void {
    const store = this.store!;
    this.#cancelSearch();
    this.#setText('');
    this.#suggestions.clear();
    const selectedFacets = isSelected(store.query, value)
      ? store.query.selectedFacets
      : selectionAfterChoice(store, { field, label, value });
    void store.change({ input: '', selectedFacets });
    this.#fireCommit();
  }

  #handleClick = (event: MouseEvent): void => {
    const row = (event.target as Element).closest<HTMLElement>('[data-index]');
    const suggestion = row && this.#suggestions.shown[Number(row.dataset.index)];
    if (suggestion && event.button !== 2) this.#select(suggestion, event);
  };

  /** Empties the box and submits, so that the page shows all documents. */
  #clear(): void {
    this.#setText('');
    this.#suggestions.clear();
    this.#search();
    this.dispatchEvent(new Event('commit', { bubbles: true }));
    this.#input?.focus();
  }

  #clearRecent = (): void => {
    if (this.store) clearRecentSearches(this.store.configuration);
    this.#input?.focus();
    this.requestUpdate();
  };

  /** Closes the panel unless the focus moves to the button inside it, or the panel is part of the palette. */
  #handleFocusLeave = ({ relatedTarget }: FocusEvent): void => {
    const goesInside = (relatedTarget as Element | null)?.closest('[part=suggestions]');
    if (!this.popular && !goesInside) this.#suggestions.close();
  };
}

/** Whether to search text in composition: Korean is readable meanwhile, and Android keyboards compose every word. */
const isReadable = (composed: string | null | undefined): boolean =>
  /^\p{Script=Hangul}+$/u.test(composed ?? '') || navigator.userAgent.includes('Android');

define('semantic-search-box', SearchBox);

declare global {
  interface HTMLElementTagNameMap {
    'semantic-search-box': SearchBox;
  }
}
