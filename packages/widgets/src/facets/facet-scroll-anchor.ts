/** Scroll anchor of the facet panel: keeps the facet in use at its position while other facets change. */
import type { ReactiveControllerHost } from 'lit';
import type { SearchStore } from '../store/search-store.ts';
import { followStore } from '../store/store-subscription.ts';
import { listen } from '../store/window-events.ts';
import { scroller } from '../url-state/history-entry.ts';

type Host = ReactiveControllerHost & HTMLElement & { readonly store: SearchStore | undefined };

export class FacetScrollAnchor {
  readonly #host: Host;
  /** The facet last clicked or typed in; undefined after a click or key press outside of facets. */
  #facet: HTMLElement | undefined;
  /** Distance of the facet from the top of the window before the update. */
  #top = 0;
  /** Request of the next frame; 0 if none is pending. */
  #frame = 0;
  /** Padding above the facet in pixels, for the distance that a shorter list cannot be scrolled. */
  #gap = 0;

  constructor(host: Host) {
    this.#host = host;
    followStore(host, (change) => change === 'response' && this.#keep());
    for (const name of ['pointerdown', 'keydown'] as const)
      listen(host, name, this.#handleUse, { capture: true });
  }

  /** Measures the position before an update, which may shorten the page; restores it before the next frame. */
  #keep(): void {
    if (!this.#facet || this.#frame) return;
    this.#top = this.#facet.getBoundingClientRect().top;
    this.#frame = requestAnimationFrame(this.#restore);
  }

  readonly #restore = (): void => {
    const facet = this.#facet;
    this.#frame = 0;
    if (!facet?.isConnected) return;
    // Measured after each step, because the browser limits the scroll position.
    const shift = () => Math.round(facet.getBoundingClientRect().top - this.#top);
    if (shift() > 0) this.#setGap(this.#gap - shift());
    if (shift()) scroller(this.#host).scrollBy({ top: shift(), behavior: 'instant' });
    if (shift() < 0) {
      this.#setGap(this.#gap - shift());
      facet.addEventListener('pointerleave', () => this.#setGap(0), { once: true });
    }
  };

  #setGap(gap: number): void {
    this.#gap = Math.max(0, gap);
    if (this.#facet) this.#facet.style.marginBlockStart = this.#gap ? `${this.#gap}px` : '';
  }

  #handleUse = (event: Event): void => {
    const path = event.composedPath() as HTMLElement[];
    const facet = path.includes(this.#host) ? path.find(({ className }) => className === 'facet') : undefined;
    if (facet === this.#facet) return;
    this.#setGap(0);
    this.#facet = facet;
  };
}
