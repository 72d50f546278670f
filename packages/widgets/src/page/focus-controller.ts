/** Reactive controller that moves the focus when a rendering removes the focused element. */
import type { LitElement, ReactiveController } from 'lit';

/** Groups of removable elements: when an element disappears, the next one in its group gets the focus, else the results. */
const groups = ['.active', '.understood'];

export class FocusController implements ReactiveController {
  readonly #host: LitElement;
  /** The focused element before the rendering. */
  #focused: Element | null = null;
  /** Selector of the group of the focused element. */
  #group: string | undefined;
  /** Index of the focused button among the remove buttons of its group; −1 for another element. */
  #index = -1;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#focused = this.#host.shadowRoot?.activeElement ?? null;
    this.#group = groups.find((group) => this.#focused?.closest(group));
    this.#index = this.#removeButtons().indexOf(this.#focused as HTMLElement);
  }

  hostUpdated(): void {
    if (!this.#focused || this.#focused.isConnected || this.#host.shadowRoot?.activeElement) return;
    const buttons = this.#index < 0 ? [] : this.#removeButtons();
    const heading = this.#host.renderRoot.querySelector<HTMLElement>('#results');
    const target = buttons[this.#index] ?? buttons.at(-1) ?? heading;
    target?.focus({ preventScroll: true });
  }

  #removeButtons(): HTMLElement[] {
    if (!this.#group) return [];
    return [...this.#host.renderRoot.querySelectorAll<HTMLElement>(`${this.#group} .remove`)];
  }
}
