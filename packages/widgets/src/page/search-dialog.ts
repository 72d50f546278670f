/** Search dialog: a button styled as a search field opens a box that grows into the page (lazy). */
import { css, html, nothing, type TemplateResult } from 'lit';
import { isBackdropClick, trackPointerdown } from '../events.ts';
import type { Suggestion } from '../search-box/suggestions.ts';
import { activeFilterCount, identify, initialQuery, isConceptFacet } from '../store/query-state.ts';
import type { SearchHost } from '../store/search-context.ts';
import type { SearchStore } from '../store/search-store.ts';
import { closeIcon, searchIcon } from '../theme/icons.ts';
import type { ResizeController } from './resize-controller.ts';

export class SearchDialog {
  readonly #host: SearchHost;
  readonly #width: ResizeController;
  /** The page is shown, not only the search box. */
  #isGrown = false;
  /** The visitor has typed since the dialog opened. */
  #isTyping = false;
  /** The search box fires `commit` for a submitted query; it does not bubble. */
  readonly #committed = {
    capture: true,
    handleEvent: (): void => {
      if (this.#host.store?.query.input) this.#grow();
    },
  };

  constructor(host: SearchHost, width: ResizeController) {
    this.#host = host;
    this.#width = width;
    (host.renderRoot as ShadowRoot).adoptedStyleSheets.push(searchDialogStyles.styleSheet!);
  }

  get modal(): HTMLDialogElement | null {
    return this.#host.renderRoot.querySelector('dialog.modal');
  }

  open(): void {
    const { modal } = this;
    if (!modal) return;
    modal.style.fontSize = this.#textSize;
    if (!modal.open) {
      // If the dialog is opened again at once, its `close` event comes too late to do this.
      this.#isGrown = false;
      this.#isTyping = false;
      this.#host.requestUpdate();
      modal.showModal();
    }
    this.#width.measure();
  }

  /** The dialog has the text size of the page, independent of the text around its button, unless the owner sets a size. */
  get #textSize(): string {
    const ownSize = getComputedStyle(this.#host).getPropertyValue('--semantic-search-font-size');
    return ownSize ? '' : getComputedStyle(document.body).fontSize;
  }

  /** Focuses the search box, or after a link the heading of the results, which suggestions would cover. */
  focus(): void {
    const { renderRoot } = this.#host;
    const selector = this.#isPalette ? 'semantic-search-box' : '#results';
    renderRoot.querySelector<HTMLElement>(selector)?.focus();
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

  /** Whether only the search box with its suggestions is shown, as in a command palette, until there is more to show. */
  get #isPalette(): boolean {
    const { store } = this.#host;
    if (!store) return false;
    const { error, document, query } = store;
    if (error || document || activeFilterCount(query) || (query.input && !this.#isTyping))
      this.#isGrown = true;
    return !this.#isGrown;
  }

  /** The most frequent topics of the first facets, as suggestions; undefined if the page is shown. */
  #popularTopics(): Suggestion[] | undefined {
    const { store } = this.#host;
    if (!this.#isPalette || !store?.response) return undefined;
    const facets = store.response.facets.filter(({ field }) => isConceptFacet(field));
    return facets.slice(0, MAX_POPULAR_FACETS).flatMap(({ field, label: context, facets: values }) =>
      values.slice(0, MAX_POPULAR_VALUES).map((value) => {
        const { name, uri } = identify(field, value);
        const { count } = value;
        const label = { label: name, matchingLabel: name, matches: [] };
        return { kind: 'concept' as const, concept: { field, value: uri ?? name, ...label, context, count } };
      }),
    );
  }

  around(page: unknown, onClose: () => void): TemplateResult {
    const { locale, store, noShortcut } = this.#host;
    const isPalette = this.#isPalette;
    // Set here, so that pages without a dialog do not load code for it.
    const box = this.#host.renderRoot.querySelector('semantic-search-box');
    if (box) {
      box.popular = this.#popularTopics();
      box.requestUpdate();
    }
    const closed = () => {
      // The event comes late: Forward may have opened the dialog again.
      if (this.modal?.open) return;
      this.#isGrown = false;
      this.#isTyping = false;
      onClose();
      if (store) endSearch(store);
      this.#host.requestUpdate();
    };
    const typed = () => {
      this.#isTyping = true;
    };
    const close = () => this.modal?.close();
    const closeOnBackdropClick = (event: Event) => isBackdropClick(event) && close();
    return html`<button class="button opener" part="opener" type="button" aria-haspopup="dialog" @click=${() => this.#host.open()}>
        ${searchIcon}<span>${locale.text('search')}</span>${noShortcut ? '' : html`<kbd aria-hidden="true">${isApple() ? '⌘ K' : 'Ctrl K'}</kbd>`}
      </button>
      <dialog class="modal ${isPalette ? 'palette' : ''}" part="dialog" aria-label=${store?.settings?.title || locale.text('search')} @close=${closed} @input=${typed} @commit=${this.#committed} @pointerdown=${trackPointerdown} @click=${closeOnBackdropClick}>
        <button class="square close" type="button" aria-label=${locale.text('close')} @click=${close}>${closeIcon}</button>
        ${page}
        ${isPalette ? html`<button class="plain everything" type="button" @click=${this.#showAll}>${locale.text('showEverything')}</button>` : nothing}
      </dialog>`;
  }
}

/** The next search starts without the query, filters and document of this one, which are no longer in the URL either. */
function endSearch(store: SearchStore): void {
  const isInitial = JSON.stringify(store.query) === JSON.stringify(initialQuery);
  if (isInitial && !store.document) return;
  store.document = undefined;
  void store.change(initialQuery);
}

const MAX_POPULAR_FACETS = 3;
const MAX_POPULAR_VALUES = 2;

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

const searchDialogStyles = css`
  :host([mode='dialog']:not([hidden])) {
    display: inline-block;
    flex-grow: 0;
    min-block-size: 0;
    container-type: normal;
    vertical-align: middle;
  }
  button.opener {
    min-block-size: max(40px, var(--target));
    min-inline-size: min(14em, 100%);
    border-radius: var(--radius);
    color: var(--muted);
    font-size: inherit;
    font-weight: inherit;
  }
  .opener > span {
    flex: 1;
    text-align: start;
  }
  kbd {
    padding: 0 0.4em;
    border: 1px solid var(--line);
    border-radius: var(--control-radius);
    font: inherit;
    font-size: var(--f12);
  }
  @media (pointer: coarse), (hover: none) {
    kbd {
      display: none;
    }
  }
  .modal {
    inline-size: min(72em, 100vw - 2 * var(--s32));
    max-inline-size: none;
    block-size: min(54em, 100dvh - 2 * var(--s32));
    max-block-size: none;
    padding: 0;
    border: 0;
    border-radius: var(--radius);
    background: var(--raised);
    color: var(--text);
    container-type: inline-size;
    overflow: auto;
    overscroll-behavior: contain;
  }
  .modal::backdrop {
    background: rgb(0 0 0 / 0.45);
  }
  .modal .page {
    min-block-size: 100%;
  }
  .palette {
    inline-size: min(48em, 100vw - 2 * var(--s32));
    block-size: max-content;
    margin-block-start: 12vh;
  }
  .palette semantic-search-box::part(suggestions) {
    position: static;
    margin-block: var(--s16) calc(-1 * var(--s16));
    margin-inline: calc(-1 * var(--bleed)) calc(-1 * var(--bleed-end));
    padding-inline: calc(var(--bleed) - var(--s8));
    border: 0;
    border-radius: 0;
    box-shadow: none;
  }
  .palette .page {
    min-block-size: 0;
    border: 0;
  }
  .palette :is(.body, .brand, .skip) {
    display: none;
  }
  .everything {
    margin: var(--s8) var(--s24);
  }
  /* In the header, visible at every scroll position of the dialog. */
  .modal > .close {
    --ring: var(--focus-ink);
    position: sticky;
    inset-block-start: calc(40px - var(--target) / 2);
    z-index: 2;
    display: grid;
    margin-block-end: calc(-1 * var(--target));
    margin-inline: auto var(--s24);
    background: var(--surface);
    color: var(--text);
  }
  /* Padding of the header; in the palette, the list of suggestions extends over it. */
  .modal .navbar {
    --bleed: var(--s24);
    --bleed-end: calc(var(--target) + var(--s32));
    padding-inline-end: var(--bleed-end);
  }
  /* With enough space, the search box stays visible while scrolling. */
  @media (min-width: 40em) and (min-height: 40em) {
    .modal {
      scroll-padding-block-start: 80px;
    }
    .modal .navbar {
      position: sticky;
      inset-block-start: 0;
      z-index: 1;
    }
    /* Part of the sticky header: focusing it must not scroll. */
    .modal semantic-search-box::part(input) {
      scroll-margin-block: -80px 80px;
    }
    .modal :is(.beside .detail, .filters) {
      inset-block-start: 80px;
      max-block-size: calc(min(54em, 100dvh - 2 * var(--s32)) - 80px);
    }
  }
  @media (max-width: 40em) {
    .everything {
      margin-inline: var(--s16);
    }
    .modal {
      inline-size: 100vw;
      block-size: 100dvh;
      border-radius: 0;
    }
    .palette {
      margin-block-start: 0;
    }
    .modal.palette .navbar {
      --bleed: var(--s16);
      --bleed-end: calc(var(--target) + var(--s16));
      padding-inline-end: var(--bleed-end);
    }
    .modal > .close {
      margin-inline-end: var(--s4);
    }
    .modal:not(.palette) > .close {
      inset-block-start: var(--s16);
    }
    .modal .navbar {
      padding-inline-end: var(--s16);
    }
    .modal .brand {
      min-block-size: var(--target);
      padding-inline-end: calc(var(--target) + var(--s16));
    }
  }
  /* Prints all results instead of the visible part. */
  @media print {
    .modal {
      position: absolute;
      inset: 0 0 auto;
      margin: 0;
      max-block-size: none;
      container-type: normal;
      inline-size: auto;
      block-size: auto;
      overflow: visible;
    }
    .modal > .close,
    .modal::backdrop {
      display: none;
    }
  }
`;
