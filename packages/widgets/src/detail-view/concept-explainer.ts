/** Card that explains a concept in the text of a document, by mouse, touch and keyboard. */
import type { DocumentConcept } from '@semantic-search/contract';
import { html, type LitElement, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { pressWithKey } from '../markup/user-input.ts';
import { closeIcon } from '../theme/icons.ts';

/** The pointer rests this long on a concept before its card opens, and has this long to reach the card. */
const OPEN_DELAY_MS = 300;
const CLOSE_DELAY_MS = 250;
/** Distance of the card from the edges of the detail view, and from the concept. */
const MARGIN_PX = 16;
const GAP_PX = 6;

export class ConceptExplainer {
  /** The concept whose card is open. */
  concept: DocumentConcept | undefined;
  readonly #host: LitElement;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The element whose click or key opened the card, which then has the focus and stays open until it is closed. */
  #pinnedBy: HTMLElement | undefined;

  constructor(host: LitElement) {
    this.#host = host;
  }

  /** A concept in the text. A span instead of a button, so that a term can wrap and keep the comma after it. */
  term(text: string, concept: DocumentConcept): TemplateResult {
    const openerOf = ({ currentTarget }: Event) => currentTarget as HTMLElement;
    const pin = (event: Event) => this.#show(openerOf(event), concept, { isPinned: true });
    // The card opens when the pointer rests on a concept.
    const handlePointerenter = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || this.#pinnedBy) return;
      const opener = openerOf(event);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#show(opener, concept, { isPinned: false }), OPEN_DELAY_MS);
    };
    // A focus by keyboard opens the card, without moving to it.
    const handleFocus = (event: FocusEvent) => {
      const opener = openerOf(event);
      const isByKeyboard = opener !== this.#pinnedBy && opener.matches(':focus-visible');
      if (isByKeyboard) this.#show(opener, concept, { isPinned: false });
    };
    return html`<span class="concept"
      role="button" tabindex="0" aria-expanded=${this.concept === concept} aria-haspopup="dialog"
      @click=${pin} @keydown=${pressWithKey} @pointerenter=${handlePointerenter} @focus=${handleFocus}
      @pointerleave=${this.#handleLeave} @blur=${this.#handleLeave}>${text}</span>`;
  }

  /** Closes the card after a delay, unless the pointer or the focus moves to it. */
  #handleLeave = (): void => {
    clearTimeout(this.#timer);
    if (!this.concept || this.#pinnedBy) return;
    this.#timer = setTimeout(() => {
      if (!this.#host.renderRoot.querySelector('.card:is(:hover, :focus-within)')) this.dismiss();
    }, CLOSE_DELAY_MS);
  };

  /** Closes the card and restores the focus. */
  close = (): void => {
    // The focus returns while the card is pinned, because it would open the card again.
    this.#pinnedBy?.focus();
    this.dismiss();
  };

  /** Closes the card without moving the focus. */
  dismiss(): void {
    clearTimeout(this.#timer);
    this.concept = undefined;
    this.#pinnedBy = undefined;
    this.#host.requestUpdate();
  }

  #show(opener: HTMLElement, concept: DocumentConcept, { isPinned }: { isPinned: boolean }): void {
    clearTimeout(this.#timer);
    this.concept = concept;
    this.#pinnedBy = isPinned ? opener : undefined;
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() => {
      const card = this.#host.renderRoot.querySelector<HTMLElement>('.card');
      if (!card) return;
      this.#position(card, opener);
      card.addEventListener('pointerleave', this.#handleLeave);
      if (isPinned) card.focus();
    });
  }

  /** Places the card below the concept, or above if it fits only there; considers the scroll position of the view. */
  #position(card: HTMLElement, opener: HTMLElement): void {
    const anchor = opener.getBoundingClientRect();
    const view = this.#host.getBoundingClientRect();
    const maxLeft = Math.max(0, view.width - card.offsetWidth - MARGIN_PX);
    const left = Math.min(Math.max(MARGIN_PX, anchor.left - view.left), maxLeft);
    const height = card.offsetHeight + GAP_PX;
    const isAbove = anchor.bottom + height > innerHeight && anchor.top > height;
    const top = isAbove ? anchor.top - height : anchor.bottom + GAP_PX;
    card.style.left = `${left}px`;
    card.style.top = `${top - view.top + this.#host.scrollTop}px`;
  }

  /** The open card; `search` searches for the label of a concept. */
  card(locale: Locale, level: number, search: (label: string) => void): TemplateResult | typeof nothing {
    if (!this.concept) return nothing;
    const { label, definition, broader } = this.concept;
    const searchButton = (text: string) =>
      html`<button class="plain" type="button" @click=${() => search(text)}>${text}</button>`;
    const broaderLabels = broader.map((concept) => searchButton(concept.label));
    return html`<div class="card floating" part="concept-card" role="dialog" aria-labelledby="concept" tabindex="-1">
      <div class="card-head">
        <h3 id="concept" aria-level=${level}>${label}</h3>
        <button class="square" type="button" aria-label=${locale.text('close')} @click=${this.close}>${closeIcon}</button>
      </div>
      ${definition ? html`<p>${definition}</p>` : nothing}
      ${broader.length ? html`<p class="muted">${locale.text('pair', { name: locale.text('broader'), value: '' })}${locale.joinTemplates(broaderLabels)}</p>` : nothing}
      <button class="button primary" type="button" @click=${() => search(label)}>${locale.text('searchForThis')}</button>
    </div>`;
  }
}
