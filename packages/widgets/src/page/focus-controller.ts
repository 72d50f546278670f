/** Focus management: moves the focus when a render removes the focused element. */
import type { LitElement, ReactiveController } from 'lit';

/** Groups of removable elements, in which the focus moves to the next one. */
const groups = ['.active', '.understood'];

export class FocusController implements ReactiveController {
  readonly #host: LitElement;
  #focused: Element | null = null;
  #group: string | undefined;
  /** Index of the focused element in its group. */
  #place = -1;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#focused = this.#host.shadowRoot?.activeElement ?? null;
    this.#group = groups.find((group) => this.#focused?.closest(group));
    this.#place = this.#removers().indexOf(this.#focused as HTMLElement);
  }

  hostUpdated(): void {
    if (!this.#focused || this.#focused.isConnected || this.#host.shadowRoot?.activeElement) return;
    const removers = this.#place < 0 ? [] : this.#removers();
    const heading = this.#host.renderRoot.querySelector<HTMLElement>('#results');
    (removers[this.#place] ?? removers.at(-1) ?? heading)?.focus({ preventScroll: true });
  }

  #removers(): HTMLElement[] {
    if (!this.#group) return [];
    return [...this.#host.renderRoot.querySelectorAll<HTMLElement>(`${this.#group} .remove`)];
  }
}
