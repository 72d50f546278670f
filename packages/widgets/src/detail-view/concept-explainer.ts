/** Popover that explains a concept in the text, by mouse and keyboard, keeping the focus. */
import type { DocumentConcept } from '@semantic-search/contract';
import type { LitElement } from 'lit';

/** Milliseconds that a mouse rests on a concept before its card opens, and has to reach the card. */
const resting = 300;
const reach = 250;

export class ConceptExplainer {
  /** The one whose card is open. */
  concept: DocumentConcept | undefined;
  readonly #host: LitElement;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The visitor asked for the card, so it has the focus and stays until it is closed. */
  #isHeld = false;
  /** What the open card explains, in the text. */
  #opener: HTMLElement | undefined;
  #returning = false;

  constructor(host: LitElement) {
    this.#host = host;
  }

  open(event: Event, concept: DocumentConcept): void {
    this.#show(event.currentTarget as HTMLElement, concept, true);
  }

  press(event: KeyboardEvent, concept: DocumentConcept): void {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    this.open(event, concept);
  }

  /** A mouse that rests on a concept opens its card; one that passes does not. */
  hover(event: PointerEvent, concept: DocumentConcept): void {
    if (event.pointerType !== 'mouse' || this.#isHeld) return;
    const opener = event.currentTarget as HTMLElement;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#show(opener, concept, false), resting);
  }

  focused(event: FocusEvent, concept: DocumentConcept): void {
    const opener = event.currentTarget as HTMLElement;
    if (opener.matches(':focus-visible') && !this.#returning) this.#show(opener, concept, false);
  }

  /** The mouse or the focus has left what is explained: within the time to reach the card it stays. */
  leave = (): void => {
    clearTimeout(this.#timer);
    if (!this.concept || this.#isHeld) return;
    this.#timer = setTimeout(() => {
      if (!this.#host.renderRoot.querySelector('.card:is(:hover, :focus-within)')) this.forget();
    }, reach);
  };

  /** Closes the card, and gives the focus back to what opened it. */
  close = (): void => {
    clearTimeout(this.#timer);
    this.forget();
    if (!this.#isHeld) return;
    this.#returning = true;
    this.#opener?.focus();
    this.#returning = false;
  };

  /** Closes the card, and leaves the focus to others. */
  forget(): void {
    this.concept = undefined;
    this.#host.requestUpdate();
  }

  #show(opener: HTMLElement, concept: DocumentConcept, isHeld: boolean): void {
    clearTimeout(this.#timer);
    this.concept = concept;
    this.#opener = opener;
    this.#isHeld = isHeld;
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() => {
      const card = this.#host.renderRoot.querySelector<HTMLElement>('.card');
      if (!card) return;
      this.#place(card, opener);
      card.addEventListener('pointerleave', this.leave);
      if (isHeld) card.focus();
    });
  }

  /** Under the concept, or above it where only there is room; the text may have been scrolled. */
  #place(card: HTMLElement, opener: HTMLElement): void {
    const [place, frame] = [opener.getBoundingClientRect(), this.#host.getBoundingClientRect()];
    const room = Math.max(0, frame.width - card.offsetWidth - 16);
    card.style.setProperty('left', `${Math.min(Math.max(16, place.left - frame.left), room)}px`);
    const isAbove = place.bottom + 6 + card.offsetHeight > innerHeight && place.top > card.offsetHeight + 6;
    const top = isAbove ? place.top - card.offsetHeight - 6 : place.bottom + 6;
    card.style.setProperty('inset-block-start', `${top - frame.top + this.#host.scrollTop}px`);
  }
}
