/** Reactive controller that observes the width of the page, on which its layout depends. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Widths in em, as in the styles of the page and of the detail view. */
const MIN_COLUMN_LAYOUT_EM = 48;
const MIN_DETAIL_LAYOUT_EM = 72;

/** `narrow`: the filters are in a drawer, as on a small laptop at 200 %. `wide`: the detail view is next to the list. */
export type PageWidth = 'narrow' | 'medium' | 'wide';

export class ResizeController implements ReactiveController {
  /** Undefined until it is needed. Measuring forces a layout, so the first requests are sent before it. */
  #width: PageWidth | undefined;
  readonly #host: ReactiveControllerHost & HTMLElement;
  /** Updates in the next frame, because a size change inside the observer callback fires an error event. */
  readonly #observer = new ResizeObserver(() => requestAnimationFrame(() => this.update()));

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  get width(): PageWidth {
    this.#width ??= this.#measure();
    return this.#width;
  }

  hostConnected(): void {
    this.#observer.observe(this.#host);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }

  /** Measures again and updates the page if its layout changes. */
  update(): void {
    const previousWidth = this.#width;
    this.#width = this.#measure();
    if (this.#width !== previousWidth) this.#host.requestUpdate();
  }

  /** Measures the element, or its open dialog. */
  #measure(): PageWidth {
    const dialog = this.#host.shadowRoot?.querySelector('dialog.modal[open]');
    if (dialog) this.#observer.observe(dialog);
    const container = dialog ?? this.#host;
    // An element outside of the page has no font size; 16px is the default of browsers.
    const fontSize = Number.parseFloat(getComputedStyle(container).fontSize) || 16;
    const ems = container.clientWidth / fontSize;
    if (ems < MIN_COLUMN_LAYOUT_EM) return 'narrow';
    return ems < MIN_DETAIL_LAYOUT_EM ? 'medium' : 'wide';
  }
}
