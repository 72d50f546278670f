/** Reactive controller that observes the element's width for layout decisions. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class ResizeController implements ReactiveController {
  /** Below 40em: one column, filters in a dialog. */
  narrow = false;
  /** From 72em: the detail view is next to the list. */
  wide = false;
  #isMeasured = false;
  readonly #host: ReactiveControllerHost & HTMLElement;
  /** Updates in the next frame, because a size change inside the observer callback fires an error event. */
  readonly #observer = new ResizeObserver(() => requestAnimationFrame(() => this.measure()));

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#isMeasured = false;
    this.#observer.observe(this.#host);
    this.#host.requestUpdate();
  }

  /** Measures only now, because it forces a layout: the update has already sent the first requests. */
  hostUpdate(): void {
    if (!this.#isMeasured) this.#measureNow();
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }

  /** The width of the element, or of its open dialog. */
  measure(): void {
    if (this.#measureNow()) this.#host.requestUpdate();
  }

  /** Whether the layout changes. */
  #measureNow(): boolean {
    this.#isMeasured = true;
    const dialog = this.#host.shadowRoot?.querySelector('dialog.modal[open]');
    if (dialog) this.#observer.observe(dialog);
    const room = dialog ?? this.#host;
    const width = room.clientWidth / (Number.parseFloat(getComputedStyle(room).fontSize) || 16);
    const [narrow, wide] = [width < 40, width >= 72];
    if (narrow === this.narrow && wide === this.wide) return false;
    this.narrow = narrow;
    this.wide = wide;
    return true;
  }
}
