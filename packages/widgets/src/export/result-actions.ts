/** Result actions: copy link, print, export. */
import '../locale/languages/en-later.ts';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { announce, define } from '../events.ts';
import { english, type Locale } from '../locale/locale.ts';
import type { SearchStore } from '../store/search-store.ts';
import { controls, scale } from '../theme/base-styles.ts';
import { exported, type Format, formats, found, most } from './export.ts';
import { resultActionsStyles } from './result-actions-styles.ts';

/** Sends `close` when the visitor is done with it. */
export class ResultActions extends LitElement {
  static override styles = [scale, controls, resultActionsStyles];
  static override properties = {
    store: { attribute: false },
    locale: { attribute: false },
    hasLink: { attribute: false },
    told: { state: true },
    busy: { state: true },
  };

  declare store: SearchStore | undefined;
  declare locale: Locale;
  /** The page's address leads to what is shown. */
  declare hasLink: unknown;
  /** The outcome of the last action, in words. */
  declare told: string;
  declare busy: boolean;
  #leaving = new AbortController();

  constructor() {
    super();
    this.locale = english;
    this.hasLink = true;
    this.told = '';
    this.busy = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#leaving = new AbortController();
    this.addEventListener('keydown', this.#key);
    addEventListener('pointerdown', this.#beside, { signal: this.#leaving.signal });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener('keydown', this.#key);
    this.#leaving.abort();
  }

  override firstUpdated(_changed: PropertyValues): void {
    this.renderRoot.querySelector('button')?.focus();
  }

  override render() {
    const { locale, store } = this;
    // In the place of the list there is one document, and nothing to put into a table.
    const offered = this.closest('semantic-search-detail') ? [] : formats;
    const total = store?.response?.total ?? 0;
    const part =
      total > most
        ? html` <span class="muted">${locale.number(most)} / ${locale.number(total)}</span>`
        : nothing;
    return html`<ul>
        ${this.hasLink ? html`<li><button type="button" @click=${this.#copy}>${locale.text('copyLink')}</button></li>` : nothing}
        <li><button type="button" @click=${this.#print}>${locale.text('print')}</button></li>
        ${offered.map(
          (format) =>
            html`<li><button type="button" aria-disabled=${this.busy} @click=${() => this.#export(format)}>${locale.text('exportAs', { format: format.toUpperCase() })}${part}</button></li>`,
        )}
      </ul>
      ${this.told ? html`<p>${this.told}</p>` : nothing}`;
  }

  #tell(outcome: string): void {
    this.told = outcome;
    announce(this, outcome);
  }

  #copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(location.href);
      this.#tell(this.locale.text('linkCopied'));
    } catch {
      // Closed to frames without permission and to pages without https: the visitor copies it from here.
      this.#tell(location.href);
    }
  };

  #print = (): void => {
    this.#close();
    setTimeout(() => print());
  };

  async #export(format: Format): Promise<void> {
    const { store } = this;
    if (this.busy || !store) return;
    this.busy = true;
    try {
      const documents = await found(store, this.#leaving.signal);
      save(exported(documents, format), `${store.settings?.title ?? 'results'}.${format}`);
      this.#close();
    } catch {
      if (!this.#leaving.signal.aborted) this.#tell(this.locale.text('failed'));
    } finally {
      this.busy = false;
    }
  }

  #key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    this.#close();
  };

  #beside = (event: Event): void => {
    const opener = this.parentElement;
    if (!event.composedPath().some((target) => target === this || target === opener)) this.#close();
  };

  #close(): void {
    this.dispatchEvent(new Event('close'));
  }
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

define('semantic-search-actions', ResultActions);

declare global {
  interface HTMLElementTagNameMap {
    'semantic-search-actions': ResultActions;
  }
}
