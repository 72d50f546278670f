/** Reactive controller that observes the element's width for layout decisions. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class ResizeController implements ReactiveController {
  /** Under 40em: one column, filters in a dialog. */
  narrow = false;
  /** From 72em: the detail view stands beside the list. */
  wide = false;
  readonly #host: ReactiveControllerHost & HTMLElement;
  /** In the next frame: what changes the element while it is measured is reported to the page as an error. */
  readonly #observer = new ResizeObserver(() => requestAnimationFrame(() => this.measure()));

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#observer.observe(this.#host);
    this.measure();
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }

  /** The room of the element, or of the dialog that it opened. */
  measure(): void {
    const dialog = this.#host.shadowRoot?.querySelector('dialog.modal[open]');
    if (dialog) this.#observer.observe(dialog);
    const room = dialog ?? this.#host;
    const width = room.clientWidth / (Number.parseFloat(getComputedStyle(room).fontSize) || 16);
    const [narrow, wide] = [width < 40, width >= 72];
    if (narrow === this.narrow && wide === this.wide) return;
    this.narrow = narrow;
    this.wide = wide;
    this.#host.requestUpdate();
  }
}
