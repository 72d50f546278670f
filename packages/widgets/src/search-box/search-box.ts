/** Search box: combobox with recent searches, concepts and documents. */
import type { SuggestedConcept } from '@semantic-search/contract';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { define, say } from '../events.ts';
import { english, type Locale } from '../locale/locale.ts';
import { chosenAfter } from '../store/checkbox-state.ts';
import { isSelected } from '../store/query-state.ts';
import type { SearchStore } from '../store/search-store.ts';
import { controls, scale } from '../theme/base-styles.ts';
import { buttonStyles } from '../theme/button-styles.ts';
import { closeIcon, searchIcon } from '../theme/icons.ts';
import { tryImport } from '../util/lazy-import.ts';
import { forgetSearches, rememberSearch } from './recent-searches.ts';
import { searchBoxStyles } from './search-box-styles.ts';
import { SuggestionList } from './suggestion-list.ts';
import { type Suggestion, suggestionPanel } from './suggestions.ts';
import type { Ear } from './voice.ts';

/** Debounce delay of typing before a query, in milliseconds. */
const quiet = 180;

/** Every change of the question goes to `session`; a chosen document is told by the event `choose-document`. */
export class SearchBox extends LitElement {
  static override styles = [scale, controls, buttonStyles, searchBoxStyles];
  static override properties = {
    session: { attribute: false },
    locale: { attribute: false },
    text: { state: true },
    example: { attribute: false },
    voice: { attribute: false },
    forgetful: { attribute: false },
  };

  declare session: SearchStore | undefined;
  declare locale: Locale;
  declare text: string;
  /** What can be asked here, for the placeholder; empty where none is known. */
  declare example: string;
  declare voice: boolean;
  /** Remembers no searches. */
  declare forgetful: boolean;

  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #list = new SuggestionList(this);
  /** Only boxes with voice load it. */
  #ear: Ear | undefined;
  #earComing: Promise<void> | undefined;
  #unfollow: (() => void) | undefined;
  /** Last announced number of suggestions. */
  #told = 0;

  constructor() {
    super();
    this.locale = english;
    Object.assign(this, { text: '', example: '', voice: false, forgetful: false });
  }

  override focus(): void {
    const input = this.renderRoot.querySelector('input');
    input?.focus();
    input?.select();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.#list.forget();
    this.#unfollow?.();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (this.voice) this.#earComing ??= this.#loadEar();
    if (!changed.has('session')) return;
    this.#unfollow?.();
    this.text = this.session?.question.input ?? '';
    this.#unfollow = this.session?.follow((change) => {
      if (change === 'question' && !this.#timer) this.text = this.session!.question.input;
      this.requestUpdate();
    });
  }

  /** One that a server rendered waits as it is. */
  override shouldUpdate(): boolean {
    return this.session !== undefined;
  }

  override render() {
    const { locale, text } = this;
    const { shown, active } = this.#list;
    const open = shown.length > 0;
    return html`<search>
        <form class="box" part="search-box" @submit=${this.#submit}>
          <label class="hidden" for="input">${locale.text('search')}</label><span class="glass">${searchIcon}</span>
          <input id="input" part="input" type="search" role="combobox" enterkeyhint="search" maxlength="1000"
            autocomplete="off" autocapitalize="none" spellcheck="false"
            placeholder=${this.example ? locale.text('forExample', { example: this.example }) : locale.text('placeholder')}
            aria-autocomplete="list" aria-expanded=${open} aria-controls="suggestions"
            aria-activedescendant=${open && active >= 0 ? `option-${active}` : nothing}
            .value=${text}
            @input=${this.#typed} @compositionend=${this.#settle} @keydown=${this.#key}
            @focus=${this.#list.open} @click=${this.#list.open} @blur=${this.#left}
          />
          <button class="square" type="button" ?hidden=${!text} aria-label=${locale.text('clearInput')} @click=${this.#clear}>${closeIcon}</button>
          ${this.voice ? this.#ear?.button(locale) : nothing}
        </form>
      </search>
      ${suggestionPanel(shown, {
        active,
        locale,
        typed: text,
        clicked: this.#clicked,
        forget: this.#forget,
        left: this.#left,
      })}${text ? nothing : this.#ear?.excuse(locale)}`;
  }

  override updated(): void {
    const count = this.#list.shown.length;
    if (count !== this.#told) say(this, count ? this.locale.text('suggestionCount', { count }) : '');
    this.#told = count;
    this.renderRoot.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }

  async #loadEar(): Promise<void> {
    const loaded = await tryImport(import('./voice.ts'));
    if (loaded) this.#ear = new loaded.Ear(this, (heard) => this.#commit(heard));
    this.requestUpdate();
  }

  #typed(event: Event & { isComposing?: boolean }): void {
    this.text = (event.target as HTMLInputElement).value;
    this.#list.active = -1;
    this.#list.open();
    // Do not search for text that an input method is still composing.
    if (event.isComposing) clearTimeout(this.#timer);
    else this.#settle();
  }

  /** Asks when nothing more is typed for a while. The end of a composition may come with no input of its own. */
  #settle(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), quiet);
  }

  #ask(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const input = this.text.trim();
    if (input !== this.session?.question.input) this.session?.change({ input });
    this.#list.find();
  }

  #key(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (event.key === 'Escape') this.#escape(event);
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    this.#list.walk(event.key === 'ArrowDown' ? 1 : -1);
  }

  #escape(event: KeyboardEvent): void {
    const isOpen = this.#list.shown.length > 0;
    // With nothing to close or clear it is for others: the dialog around the page.
    if (!isOpen && !this.text) return;
    event.preventDefault();
    event.stopPropagation();
    if (isOpen) this.#list.close();
    else this.#clear();
  }

  #submit(event: Event): void {
    event.preventDefault();
    const { chosen } = this.#list;
    if (chosen) this.#choose(chosen);
    else this.#commit(this.text);
  }

  #commit(input: string): void {
    this.text = input;
    this.#list.close();
    if (this.session && !this.forgetful) rememberSearch(this.session.configuration, input);
    this.#ask();
    this.dispatchEvent(new Event('commit'));
  }

  #choose(suggestion: Suggestion): void {
    this.#list.close();
    if (suggestion.kind === 'recent') this.#commit(suggestion.input);
    else if (suggestion.kind === 'concept') this.#narrow(suggestion.concept);
    else this.dispatchEvent(new CustomEvent('choose-document', { detail: suggestion.document }));
  }

  /** Replaces the typed text by a filter for the concept. */
  #narrow({ field, label, value }: SuggestedConcept): void {
    const { session } = this;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.text = '';
    this.#list.forget();
    const facet = { field, label, value };
    const isThere = isSelected(session!.question, value);
    void session!.change({ input: '', ...(!isThere && { selectedFacets: chosenAfter(session!, facet) }) });
    this.dispatchEvent(new Event('commit'));
  }

  #clicked = (event: Event): void => {
    const row = (event.target as Element).closest<HTMLElement>('[data-index]');
    const suggestion = row && this.#list.shown[Number(row.dataset.index)];
    if (suggestion) this.#choose(suggestion);
  };

  #clear(): void {
    this.text = '';
    this.#list.forget();
    this.#ask();
    this.dispatchEvent(new Event('commit'));
    this.renderRoot.querySelector('input')?.focus();
  }

  #forget = (): void => {
    if (this.session) forgetSearches(this.session.configuration);
    this.renderRoot.querySelector('input')?.focus();
    this.requestUpdate();
  };

  /** From the input one may go on to the button in the panel; whatever else gets the focus closes it. */
  #left = ({ relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Element && relatedTarget.closest('[part=suggestions]')))
      this.#list.close();
  };
}

define('semantic-search-box', SearchBox);

declare global {
  interface HTMLElementTagNameMap {
    'semantic-search-box': SearchBox;
  }
}
