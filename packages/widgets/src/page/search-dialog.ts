/** Search dialog: a button opens a search box in a dialog, which grows into the search page (lazy). */
import { html, nothing, type TemplateResult } from 'lit';
import { ignoreSecondClick, isBackdropClick, trackPointerdown } from '../markup/user-input.ts';
import type { Suggestion } from '../search-box/suggestions.ts';
import { identify, isConceptFacet } from '../store/facet-values.ts';
import { activeFilterCount, initialQuery, isSameQuery } from '../store/query-state.ts';
import type { SearchHost } from '../store/search-context.ts';
import type { SearchStore } from '../store/search-store.ts';
import { addStyles } from '../theme/base-styles.ts';
import { closeIcon, searchIcon } from '../theme/icons.ts';
import type { ResizeController } from './resize-controller.ts';
import { searchDialogStyles } from './styles/search-dialog-styles.ts';

/** Popular topics fit below the search box without scrolling. */
const MAX_POPULAR_FACETS = 3;
const MAX_POPULAR_TOPICS_PER_FACET = 2;

export class SearchDialog {
  readonly #host: SearchHost;
  readonly #resizeController: ResizeController;
  /** Whether the page is shown, not only the search box. */
  #isGrown = false;

  constructor(host: SearchHost, resizeController: ResizeController) {
    this.#host = host;
    this.#resizeController = resizeController;
    addStyles(host, searchDialogStyles);
  }

  get modal(): HTMLDialogElement | null {
    return this.#host.renderRoot.querySelector('dialog.modal');
  }

  /** Opens the dialog, and focuses the search box as soon as there is one. */
  async open({ isFromLink }: { isFromLink: boolean }): Promise<void> {
    await this.#host.updateComplete;
    this.#show();
    // Visitors type without waiting for results; a page opened by a link shows its results first.
    if (isFromLink || !this.#searchBox) await this.#host.ready;
    await this.#host.updateComplete;
    await this.#searchBox?.updateComplete;
    this.#focus();
  }

  #show(): void {
    const { modal } = this;
    if (!modal) return;
    modal.style.fontSize = this.#textSize;
    if (!modal.open) {
      // A link leads to the results. If the dialog is opened again at once, its `close` event is too late to reset this.
      this.#isGrown = Boolean(this.#host.store?.query.input);
      this.#host.requestUpdate();
      ignoreSecondClick();
      modal.showModal();
    }
    this.#resizeController.update();
  }

  /** The dialog has the text size of the page, independent of the text around its button, unless the owner sets a size. */
  get #textSize(): string {
    const ownSize = getComputedStyle(this.#host).getPropertyValue('--semantic-search-font-size');
    return ownSize ? '' : getComputedStyle(document.body).fontSize;
  }

  /** Focuses the search box, or after a link the heading of the results, which suggestions would cover. */
  #focus(): void {
    this.#growForContent();
    const results = this.#host.renderRoot.querySelector<HTMLElement>('#results');
    (this.#isPalette ? this.#searchBox : results)?.focus();
  }

  get #searchBox(): HTMLElementTagNameMap['semantic-search-box'] | null {
    return this.#host.renderRoot.querySelector('semantic-search-box');
  }

  #reset(): void {
    this.#isGrown = false;
    this.#host.requestUpdate();
  }

  #grow = (): void => {
    this.#isGrown = true;
    this.#host.requestUpdate();
  };

  /** The button disappears, so the focus moves to the search box. */
  #showAll = (): void => {
    this.#grow();
    this.#host.focus();
  };

  /** Whether only the search box and suggestions are shown, as in a command palette; never without a store. */
  get #isPalette(): boolean {
    return this.#host.store !== undefined && !this.#isGrown;
  }

  /** Grows if the page has more to show than suggestions. */
  #growForContent(): void {
    const { error, document, query = initialQuery } = this.#host.store ?? {};
    if (error || document || activeFilterCount(query)) this.#isGrown = true;
  }

  /** The most frequent topics of the first facets, as suggestions; none before the first response. */
  #popularTopics(): Suggestion[] {
    const { store } = this.#host;
    if (!store?.response) return [];
    const facets = store.response.facets.filter(({ field }) => isConceptFacet(field));
    return facets.slice(0, MAX_POPULAR_FACETS).flatMap(({ field, label: context, facets: topics }) =>
      topics.slice(0, MAX_POPULAR_TOPICS_PER_FACET).map((topic): Suggestion => {
        const { name, uri } = identify(field, topic);
        const { count } = topic;
        const labels = { label: name, matchingLabel: name, matches: [] };
        return { kind: 'concept', concept: { field, value: uri ?? name, ...labels, context, count } };
      }),
    );
  }

  /** The button and the dialog around `page`; `onClose` is called when the visitor has closed the dialog. */
  render(page: unknown, onClose: () => void): TemplateResult {
    const { locale, store, noShortcut } = this.#host;
    this.#growForContent();
    const isPalette = this.#isPalette;
    // Set here, so that pages without a dialog do not load code for it.
    const box = this.#searchBox;
    if (box) {
      box.popular = isPalette ? this.#popularTopics() : undefined;
      box.requestUpdate();
    }
    const handleClose = () => {
      // The event comes late: Forward may have opened the dialog again.
      if (this.modal?.open) return;
      this.#reset();
      onClose();
      if (store) endSearch(store);
    };
    const handleCommit = () => store?.query.input && this.#grow();
    const close = () => this.modal?.close();
    return html`<button class="button opener" part="opener" type="button" aria-haspopup="dialog" @click=${() => this.#host.open()}>
        ${searchIcon}<span>${locale.text('search')}</span>${noShortcut ? '' : html`<kbd aria-hidden="true">${isApple() ? '⌘ K' : 'Ctrl K'}</kbd>`}
      </button>
      <dialog class="modal ${isPalette ? 'palette' : ''}" part="dialog" aria-label=${store?.settings?.title || locale.text('search')} @close=${handleClose} @commit=${handleCommit} @pointerdown=${trackPointerdown} @click=${(event: Event) => isBackdropClick(event) && close()}>
        <button class="square close" type="button" aria-label=${locale.text('close')} @click=${close}>${closeIcon}</button>
        ${page}
        ${isPalette ? html`<button class="plain everything" type="button" @click=${this.#showAll}>${locale.text('showEverything')}</button>` : nothing}
      </dialog>`;
  }
}

/** Empties the store like the URL: the next search starts without the query, filters and document of this one. */
function endSearch(store: SearchStore): void {
  if (isSameQuery(store.query, initialQuery) && !store.document) return;
  store.document = undefined;
  void store.change(initialQuery);
}

/** Whether the keyboard of the visitor has ⌘ instead of Ctrl. */
const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);
