/** Menu "Share and export": copies the link or the address of the feed, prints, exports. */
import { css, html, LitElement, nothing } from 'lit';
import { define } from '../define.ts';
import { announce } from '../events.ts';
import { english, type Locale } from '../locale/locale.ts';
import { writeFacet } from '../store/facet-values.ts';
import { serviceUrl } from '../store/safe-url.ts';
import type { SearchStore } from '../store/search-store.ts';
import { controls, scale } from '../theme/base-styles.ts';
import { csvFile, fetchResults, MAX_EXPORTED_DOCUMENTS } from './export.ts';

const resultActionsStyles = css`
  :host {
    position: absolute;
    inset-block-start: calc(100% + var(--s4));
    inset-inline-end: 0;
    z-index: 10;
    inline-size: max-content;
    max-inline-size: min(18em, 80vw);
    padding: var(--s8);
    container-type: normal;
    font-size: var(--f14);
  }
  button {
    inline-size: 100%;
    min-block-size: max(36px, var(--target));
    padding: var(--s4) var(--s12);
  }
  button:hover {
    background: var(--hover);
  }
  p {
    padding: var(--s4) var(--s12);
    color: var(--muted);
  }
`;

/** Fires `close` when the menu is to be closed. */
class ResultActions extends LitElement {
  static override styles = [scale, controls, resultActionsStyles];
  static override properties = {
    store: { attribute: false },
    locale: { attribute: false },
    hasLink: { attribute: false },
    message: { state: true },
    isBusy: { state: true },
  };

  declare store: SearchStore | undefined;
  locale: Locale = english;
  /** Whether the URL of the page contains the search; false if URL sync is disabled. */
  hasLink = true;
  /** Message about the outcome of the last action. */
  message = '';
  /** An export is running. */
  isBusy = false;
  /** Aborts the export and removes the listeners. */
  #connection = new AbortController();

  override connectedCallback(): void {
    super.connectedCallback();
    this.#connection = new AbortController();
    addEventListener('pointerdown', this.#handlePointerdown, { signal: this.#connection.signal });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#connection.abort();
  }

  override firstUpdated(): void {
    this.renderRoot.querySelector('button')?.focus();
  }

  override render() {
    const { locale, store } = this;
    // The detail view shows one document, which is not exported.
    const isList = !this.closest('semantic-search-detail');
    const total = store?.response?.total ?? 0;
    const limit =
      total > MAX_EXPORTED_DOCUMENTS
        ? html` <span class="muted">${locale.number(MAX_EXPORTED_DOCUMENTS)} / ${locale.number(total)}</span>`
        : nothing;
    return html`<ul @keydown=${this.#handleKeydown}>
        ${this.hasLink ? html`<li><button type="button" @click=${() => this.#copy(location.href)}>${locale.text('copyLink')}</button></li>` : nothing}
        ${isList && store ? html`<li><button type="button" @click=${async () => this.#copy(await feedUrl(store))}>${locale.text('subscribe')}</button></li>` : nothing}
        <li><button type="button" @click=${this.#print}>${locale.text('print')}</button></li>
        ${isList ? html`<li><button type="button" aria-disabled=${this.isBusy} @click=${this.#export}>${locale.text('exportAs', { format: 'CSV' })}${limit}</button></li>` : nothing}
      </ul>
      ${this.message ? html`<p>${this.message}</p>` : nothing}`;
  }

  #report(message: string): void {
    this.message = message;
    announce(this, message);
  }

  #copy = async (address: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address);
      this.#report(this.locale.text('linkCopied'));
    } catch {
      // No clipboard without HTTPS or, in a frame, without permission: shows the link for manual copying.
      this.#report(address);
    }
  };

  #print = (): void => {
    this.#close();
    // Prints the page without the menu.
    setTimeout(() => print());
  };

  async #export(): Promise<void> {
    const { store } = this;
    if (this.isBusy || !store) return;
    this.isBusy = true;
    try {
      const documents = await fetchResults(store, this.#connection.signal);
      save(csvFile(documents), `${store.settings?.title ?? 'results'}.csv`);
      this.#close();
    } catch {
      if (!this.#connection.signal.aborted) this.#report(this.locale.text('failed'));
    } finally {
      this.isBusy = false;
    }
  }

  #handleKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    this.#close();
  };

  /** Light dismiss: a click outside the menu closes it. */
  #handlePointerdown = (event: Event): void => {
    const opener = this.parentElement;
    if (!event.composedPath().some((target) => target === this || target === opener)) this.#close();
  };

  #close(): void {
    this.dispatchEvent(new Event('close'));
  }
}

/** Downloads the file. Its URL stays valid for a minute, because browsers read it after the click. */
function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Address of the search as a feed. It contains the token if the feed needs it, because feed readers send no headers. */
async function feedUrl(store: SearchStore): Promise<string> {
  const { connection, configuration, query, language, settings } = store;
  const { input, selectedFacets } = query;
  const parameters = new URLSearchParams({ ...(input && { input }), ...(language && { language }) });
  for (const selection of selectedFacets) parameters.append('facet', writeFacet(selection));
  const token = typeof connection.token === 'string' ? connection.token : await connection.token();
  if (!settings?.visible || isFiltered(token)) parameters.set('access_token', token);
  const address = serviceUrl(connection.endpoint, `/${configuration}/feed?${parameters}`);
  return new URL(address, location.href).href;
}

/** Whether the token hides documents that a feed without the token would show; assumed for unreadable tokens. */
function isFiltered(token: string): boolean {
  const [, claims = ''] = token.split('.');
  try {
    return !claims || atob(claims.replaceAll('-', '+').replaceAll('_', '/')).includes('"filter":');
  } catch {
    return true;
  }
}

define('semantic-search-actions', ResultActions);
