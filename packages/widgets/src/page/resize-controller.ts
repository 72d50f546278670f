/** Reactive controller that observes the width of the page and chooses its layout. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Widths in em, as in the styles of the page and of the detail view. */
const MIN_COLUMN_LAYOUT_EM = 48;
const MIN_DETAIL_LAYOUT_EM = 72;

export class ResizeController implements ReactiveController {
  /** One column, with the filters in a drawer, as on a small laptop at 200 %. */
  isNarrow = false;
  /** The detail view is next to the list. */
  isWide = false;
  readonly #host: ReactiveControllerHost & HTMLElement;
  /** Updates in the next frame, because a size change inside the observer callback fires an error event. */
  readonly #observer = new ResizeObserver(() => requestAnimationFrame(() => this.update()));

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  /** Measures once, before the first rendering. Measuring forces a layout, so the first requests are sent before it. */
  hostUpdate: (() => void) | undefined = () => {
    this.hostUpdate = undefined;
    this.#measure();
  };

  hostConnected(): void {
    this.#observer.observe(this.#host);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }

  /** Measures again and updates the page if its layout changes. */
  update(): void {
    const { isNarrow, isWide } = this;
    this.#measure();
    if (isNarrow !== this.isNarrow || isWide !== this.isWide) this.#host.requestUpdate();
  }

  /** Measures the element, or its open dialog. */
  #measure(): void {
    const dialog = this.#host.shadowRoot?.querySelector('dialog.modal[open]');
    if (dialog) this.#observer.observe(dialog);
    const container = dialog ?? this.#host;
    // An element outside of the page has no font size; 16px is the default of browsers.
    const width = container.clientWidth / (Number.parseFloat(getComputedStyle(container).fontSize) || 16);
    this.isNarrow = width < MIN_COLUMN_LAYOUT_EM;
    this.isWide = width >= MIN_DETAIL_LAYOUT_EM;
  }
}
