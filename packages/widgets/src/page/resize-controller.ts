/** Reactive controller that observes the element's width for layout decisions. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class ResizeController implements ReactiveController {
  /** Below 48em, as on a small laptop at 200 %: one column, filters in a dialog. */
  narrow = false;
  /** From 72em: the detail view is next to the list. */
  wide = false;
  readonly #host: ReactiveControllerHost & HTMLElement;
  /** Updates in the next frame, because a size change inside the observer callback fires an error event. */
  readonly #observer = new ResizeObserver(() => requestAnimationFrame(() => this.measure()));

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  /** Measures once, before the first rendering. Measuring forces a layout, so the first requests are sent before it. */
  hostUpdate: (() => void) | undefined = () => {
    this.hostUpdate = undefined;
    this.#hasChanged();
  };

  hostConnected(): void {
    this.#observer.observe(this.#host);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }

  /** The width of the element, or of its open dialog. */
  measure(): void {
    if (this.#hasChanged()) this.#host.requestUpdate();
  }

  /** Measures; true if the layout changes. */
  #hasChanged(): boolean {
    const dialog = this.#host.shadowRoot?.querySelector('dialog.modal[open]');
    if (dialog) this.#observer.observe(dialog);
    const container = dialog ?? this.#host;
    const width = container.clientWidth / (Number.parseFloat(getComputedStyle(container).fontSize) || 16);
    const [isNarrow, isWide] = [width < 48, width >= 72];
    const hasChanged = isNarrow !== this.narrow || isWide !== this.wide;
    this.narrow = isNarrow;
    this.wide = isWide;
    return hasChanged;
  }
}
